"""`evalspec init`: what it writes passes, is formatted, and is noticed when it breaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.author.cases import run_cases
from evalspec.author.fmt import format_file
from evalspec.author.init import domains
from evalspec.author.mutate.trial import mutate
from evalspec.cli import group
from evalspec.core.errors import InputError


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(group, ["init", *arguments])


@pytest.mark.parametrize("domain", domains())
def test_a_starter_is_sound(domain: str, tmp_path: Path) -> None:
    result = invoke(domain, "--into", str(tmp_path / "new"))
    assert result.exit_code == 0
    spec = tmp_path / "new" / f"{domain}.yaml"
    assert "2 of 2 cases passed" in result.output
    assert f"next: evalspec check {spec.with_suffix('.md')} --spec {spec}" in result.output
    assert (
        CliRunner()
        .invoke(group, ["check", str(spec.with_suffix(".md")), "--spec", str(spec)])
        .exit_code
        == 0
    )
    test = run_cases(spec)
    assert test.untested == ()
    assert format_file(str(spec)).edits == ()
    caught, tried = mutate(test).share
    assert caught >= 0.95 * tried


def test_files_take_another_name(tmp_path: Path) -> None:
    assert invoke("text", "--name", "a letter", "--into", str(tmp_path)).exit_code == 0
    assert 'response_file: "a letter.md"' in (tmp_path / "a letter.yaml").read_text()
    assert (tmp_path / "a letter.md").is_file()


def test_files_are_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "trip.md").write_text("mine")
    result = invoke("trip", "--into", str(tmp_path))
    assert isinstance(result.exception, InputError)
    assert "trip.md: the file exists; --force replaces it" in str(result.exception)
    assert (tmp_path / "trip.md").read_text() == "mine"
    assert not (tmp_path / "trip.yaml").exists()
    assert invoke("trip", "--into", str(tmp_path), "--force").exit_code == 0


def test_an_unknown_domain() -> None:
    result = invoke("knitting")
    assert str(result.exception).startswith("there is no starter for `knitting`: meal-plan, ")


def test_without_a_terminal_a_domain_is_needed() -> None:
    result = invoke()
    assert result.exit_code == 2
    assert "name a domain: meal-plan, schedule, text, trip, workout" in result.output


def test_a_terminal_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalspec.cli.init.click.prompt", lambda *_, **__: "trip")
    monkeypatch.setattr("evalspec.cli.init._has_terminal", lambda: True)
    assert invoke("--into", str(tmp_path)).exit_code == 0
    assert (tmp_path / "trip.yaml").is_file()


@pytest.mark.parametrize("name", ["../up", "a/b", ".."])
def test_a_name_is_no_path(name: str, tmp_path: Path) -> None:
    assert invoke("trip", "--name", name, "--into", str(tmp_path)).exit_code == 2
