"""A served table in the terminal: `upcard join`."""
