"""Tables made, listed and joined."""
