"""The language server: each handler reads its request, calls spade_core, and converts the answer."""
