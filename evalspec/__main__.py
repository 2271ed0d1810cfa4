"""`python -m evalspec` and the `evalspec` script."""

import sys


def main() -> int:
    """Run the command line; an interrupt ends it quietly while it is still being imported, too."""
    try:
        from evalspec.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
