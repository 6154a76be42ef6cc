"""The results matrix M: every candidate run on every example."""
