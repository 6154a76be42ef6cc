"""The files beside the prompt: labelled examples, assertions, record."""
