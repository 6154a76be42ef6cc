"""Open documents, the files beside them, and places in them."""
