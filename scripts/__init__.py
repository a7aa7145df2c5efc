"""What make calls, and what changes files of the project."""
