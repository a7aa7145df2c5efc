"""For those who run the server: backups and metrics."""
