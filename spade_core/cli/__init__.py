"""The command ``spade``: each command reads its arguments, calls the pipeline, and shows what came back."""


def main() -> None:
    """Run the command and leave with its exit code; Ctrl-C while it still starts leaves quietly, too."""
    try:
        from spade_core.cli.app import run

        run()
    except KeyboardInterrupt:
        raise SystemExit(130) from None


__all__ = ["main"]
