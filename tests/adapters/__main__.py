"""`python -m tests.adapters [TOOL…] [--latest]`: install each tool by itself and run its test.

Each has an environment of its own below `.venv-adapters`, made of the packages that its file in
`locks` names, or with `--latest` of the last releases. Torch is that for the processor: give pip
an index that has it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
FOLDER = ROOT / ".venv-adapters"
TOOLS = {
    "inspect_ai": ["inspect-ai"],
    "promptfoo": [],
    "lm_eval": ["lm-eval", "torch"],
    "deepeval": ["deepeval"],
    "trl": ["trl", "torch"],
    "openrlhf": [],
    "verl": ["verl", "torch"],
    "verifiers": ["verifiers"],
}
"""Every tool with its packages. promptfoo is one of npm; OpenRLHF's own need a graphics card."""
UPGRADED = {"openrlhf": ["--no-deps", "--upgrade", "openrlhf"]}
"""Tools of which the last release is put into the locked environment."""
PROMPTFOO = "promptfoo@0.121.20"


def main() -> int:
    """Run the tests of the tools that are named, or of all; return how many failed."""
    names = [one for one in sys.argv[1:] if not one.startswith("-")] or list(TOOLS)
    return sum(not run(name, "--latest" in sys.argv) for name in names)


def run(name: str, latest: bool) -> bool:
    """Install a tool and run its test."""
    folder = FOLDER / name
    venv.create(folder, clear=True, with_pip=True)
    python = [str(folder / "bin" / "python"), "-m"]
    pip = [*python, "pip", "install", "--quiet", "--disable-pip-version-check"]
    if latest and TOOLS[name]:
        installed = call([*pip, *TOOLS[name], "pytest", "."])
    else:
        installed = call([*pip, "--no-deps", "-r", str(HERE / "locks" / f"{name}.txt")])
        installed = installed and call([*pip, "--no-deps", "."])
    if latest and name in UPGRADED:
        installed = installed and call([*pip, *UPGRADED[name]])
    given = {"HF_HUB_OFFLINE": "1"}
    if name == "promptfoo":
        package = "promptfoo@latest" if latest else PROMPTFOO
        npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder)]
        installed = installed and call([*npm, package])
        given["EVALSPEC_PROMPTFOO"] = str(folder / "node_modules" / ".bin" / "promptfoo")
    # Warnings of the tools are no errors of ours.
    test = ["pytest", "--all", "-o", "filterwarnings=default", str(HERE / f"test_{name}.py")]
    return installed and call([*python, *test], **given)


def call(command: list[str], **given: str) -> bool:
    """Run a command and tell whether it succeeds."""
    print("$", *command, flush=True)
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, **given}, check=False)
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
