"""`python -m tests [--all]`: every check of the project, in order; stops at the first that fails.

Heavy tests run only with `--all`, as in continuous integration.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STEPS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports",),
    ("pytest", "-n", "auto"),
)
"""Commands, found beside the running interpreter."""


def main() -> int:
    """Run every step; return the status of the first that fails."""
    folder = Path(sys.executable).parent
    heavy = ["--all"] if "--all" in sys.argv[1:] else []
    for name, *arguments in STEPS:
        arguments += heavy if name == "pytest" else []
        command = [str(folder / name), *arguments]
        print(f"$ {' '.join((name, *arguments))}", flush=True)
        status = subprocess.run(command, cwd=ROOT, check=False).returncode
        if status:
            print(f"{name} failed with status {status}", flush=True)
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
