"""Settings, parsed once at the edge and handed down as a value."""
