"""What the whole server uses and what imports none of it: settings, refusals, logs, thread pools."""
