"""What the whole server uses and what knows nothing of it: settings, refusals, logs, pools of threads."""
