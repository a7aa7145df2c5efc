"""`make soak`: the server is killed again and again under load; what it acknowledged must be there."""
