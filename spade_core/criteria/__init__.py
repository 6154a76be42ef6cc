"""Criteria: what a prompt delta says a good response must satisfy."""
