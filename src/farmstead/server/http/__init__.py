"""What API and pages share: dependencies, security, problems, static files."""
