"""``python -m spade_core``: the command ``spade``."""

from spade_core.cli import main

if __name__ == "__main__":
    main()
