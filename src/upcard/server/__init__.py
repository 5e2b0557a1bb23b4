"""The table on the network: an ASGI application, its tables, seats and store."""
