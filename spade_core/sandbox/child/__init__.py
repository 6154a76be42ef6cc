"""What runs in the second engine's processes: standard library only, so that a function finds nothing of ours there."""
