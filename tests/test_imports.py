"""A warm check stays light: what may not be imported on the way."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = (
    "pathlib",
    "lark",
    "pint",
    "jsonschema",
    "yaml",
    "openai",
    "dateutil",
    "re2",
    "dataclasses",
)
_PROGRAM = """
import json, sys
from evalspec.cli import main
sys.argv = ["evalspec", "check", *{arguments!r}]
status = main()
print("\\nMODULES", json.dumps([status, sorted(sys.modules)]), file=sys.stderr)
"""


def _modules(arguments: list[str], folder: Path) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(arguments=arguments)],
        capture_output=True,
        text=True,
        check=True,
        env={"EVALSPEC_CACHE_DIR": str(folder / "cache"), "PATH": "", "HOME": str(folder)},
    )
    status, modules = json.loads(done.stderr.rpartition("MODULES ")[2])
    return status, modules


def test_a_warm_check_imports_nothing_heavy(tmp_path: Path) -> None:
    response, spec = tmp_path / "meal.md", tmp_path / "meal.yaml"
    response.write_text("## Day 1\n**Lunch**\n- Soup: 300 kcal\n")
    spec.write_text(
        "evalspec: 1\nvocabulary: meal-plan\nconstraints:\n"
        '  - check: "each day: calories <= 500 kcal"\n'
        "  - check: words <= 100\n"
    )
    arguments = [str(response), "--spec", str(spec)]
    cold, modules = _modules(arguments, tmp_path)
    assert cold == 0
    assert "lark" in modules
    warm, modules = _modules(arguments, tmp_path)
    assert warm == 0
    top = {module.partition(".")[0] for module in modules}
    assert top.isdisjoint(set(HEAVY) - {"dataclasses"})
    assert "evalspec.language.lower" not in modules


@pytest.mark.parametrize("name", ["load", "compile", "Spec", "Report", "Verdict", "SpecError"])
def test_public_names(name: str) -> None:
    import evalspec

    assert getattr(evalspec, name).__name__ == name


def test_importing_the_package_is_free() -> None:
    program = "import evalspec, sys; print(sum(m.startswith('evalspec.') for m in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "0"
