"""What a table is: its entries, seats, options and events. No clock, disk or network."""
