"""Synthesis with models: criteria and functions from deltas (SPADE), at EcoAssistant's price; and the judge."""
