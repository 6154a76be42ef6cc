"""The sandbox: where generated assertions run, and the only place they do."""
