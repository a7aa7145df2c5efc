"""What whoever runs a server does about people and tables, and what people report."""
