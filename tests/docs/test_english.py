"""Every sentence of the page on English compiles to the formulas it is listed with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli import group
from evalspec.language.english import compile_sentence
from evalspec.language.lower import compile_formula
from evalspec.language.printer import canonical
from evalspec.vocabulary.load import load_lexicon

PAGE = (Path(__file__).parent.parent.parent / "docs" / "english.md").read_text("utf-8")


def _examples() -> list[tuple[str, str, list[str]]]:
    """Return vocabulary, sentence and the indented lines below it."""
    found: list[tuple[str, str, list[str]]] = []
    for vocabulary, body in re.findall(r"```english (\S+)\n(.*?)```", PAGE, re.DOTALL):
        for line in body.splitlines():
            if line.startswith(" "):
                found[-1][2].append(line.strip())
            else:
                found.append((vocabulary, line, []))
    return found


@pytest.mark.parametrize(("vocabulary", "sentence", "listed"), _examples())
def test_sentence(vocabulary: str, sentence: str, listed: list[str]) -> None:
    lexicon = load_lexicon([vocabulary], None, None).lexicon
    made = compile_sentence(sentence, lexicon)
    shown = [canonical(reading) for reading in made.readings]
    for formula in shown:
        assert canonical(compile_formula(formula, lexicon).formula) == formula
    if made.refusal is not None:
        shown.append(f"refused: {', '.join(made.refusal.words)}")
        shown += [f"nearest: {made.refusal.nearest}"] if made.refusal.nearest else []
    shown += [
        f"note: {note}" for note in made.notes if note.startswith(("set aside", "said otherwise"))
    ]
    assert shown == listed


def test_what_the_user_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (spec,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (shown,) = re.findall(r"```text\n\$ evalspec explain plan.yaml\n(.*?)```", PAGE, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("plan.yaml").write_text(spec, encoding="utf-8")
    assert CliRunner().invoke(group, ["explain", "plan.yaml"]).output == shown
