"""The wheel carries what it needs and works from a clean environment."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

pytestmark = pytest.mark.heavy

ROOT = Path(__file__).resolve().parent.parent


def test_the_wheel_checks_a_response(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("evalspec-*.whl")
    home = tmp_path / "clean"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    site = next((home / "lib").glob("python3*")) / "site-packages"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, "--target", str(site), str(wheel)], check=True, capture_output=True)
    _borrow_dependencies(site)
    tables = {path.name for path in site.glob("evalspec/_data/grammars/*.table")}
    assert tables == {"constraint.lark.table"}
    (metadata,) = site.glob("evalspec-*.dist-info/entry_points.txt")
    assert "[pytest11]\nevalspec = evalspec.pytest_plugin" in metadata.read_text()
    response, spec = tmp_path / "plan.md", tmp_path / "plan.yaml"
    response.write_text("## Day 1\n**Lunch**\n- Soup: 300 kcal\n")
    spec.write_text(
        "evalspec: 1\nvocabulary: meal-plan\nconstraints:\n"
        '  - check: "each day: calories = 300 kcal"\n'
    )
    done = subprocess.run(
        [str(python), "-m", "evalspec", "check", str(response), "--spec", str(spec)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={"EVALSPEC_CACHE_DIR": str(tmp_path / "cache"), "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert "1 satisfied" in done.stdout
    assert not (tmp_path / "cache" / "grammars").exists()  # nothing had to be built
    page = subprocess.run(
        [str(python), "-m", "evalspec", "check", str(response), "-s", str(spec), "-f", "html:-"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env={"EVALSPEC_CACHE_DIR": str(tmp_path / "cache"), "HOME": str(tmp_path)},
    )
    assert page.stdout.rstrip().endswith("</html>")
    program = "import evalspec; print(evalspec.__file__)"
    place = subprocess.run(
        [str(python), "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert str(site) in place.stdout


def _borrow_dependencies(site: Path) -> None:
    """Let the clean environment see installed dependencies, but not this checkout."""
    import click

    installed = Path(click.__file__).resolve().parent.parent
    (site / "dependencies.pth").write_text(f"{installed}\n")
