"""What the environments for researchers share: set-ups, spaces, rewards, pictures. Knows no game."""
