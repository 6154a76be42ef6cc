"""Candidate assertions: Python functions that check criteria."""
