"""The server's door for programs and pages: JSON in, JSON out, and a stream of news."""
