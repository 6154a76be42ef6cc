"""The messages between editor and server, and how they travel."""
