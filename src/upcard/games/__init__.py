"""The games: one file each, with its house rules, what it overrides, and its scoring."""
