"""What is known of a prompt document at one moment, and how it is told. No state, no event loop."""
