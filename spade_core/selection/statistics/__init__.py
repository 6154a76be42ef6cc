"""How far labels support the figures of a selection: exact intervals, held-out figures, duplicates."""
