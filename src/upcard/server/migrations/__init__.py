"""The schema of the store, step by step; run by `upcard.server.store`."""
