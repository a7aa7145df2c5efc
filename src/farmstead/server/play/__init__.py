"""What people do at a table, and the sentences that tell of it."""
