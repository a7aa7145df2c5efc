"""What programs and pages ask: JSON in, JSON out, and a stream of news."""
