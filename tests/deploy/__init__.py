"""deploy/ as it runs: proxies before a real server, the container's installation, systemd's own checks."""
