"""The report: what was selected, why, and from which prompt delta."""
