"""The documents that are open and what is known of each: the only state of the server."""
