"""Examples: what went into a pipeline, what came out, and its label."""
