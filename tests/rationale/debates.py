"""Measure on written debates which claims are struck: `python -m tests.rationale.debates`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import evalspec
from evalspec.core.span import Span
from evalspec.core.verdict import Struck
from evalspec.rationale.claims import Evidence
from tests import quick_yaml

PATH = Path(__file__).with_name("debates.yaml")
_TAG = re.compile(r"<(/?)([ft])>")


class Statement(NamedTuple):
    """A statement of a debate."""

    text: str
    wrong: list[Span]
    """What it claims wrongly."""
    right: list[Span]
    struck: tuple[Struck, ...]


def statements() -> Iterator[Statement]:
    """Yield every statement with what is struck from it."""
    for debate in quick_yaml.load(PATH.read_text("utf-8")):
        yield from _judged(debate)


def _judged(debate: dict[str, Any]) -> Iterator[Statement]:
    content = {"evalspec": 1, "vocabulary": debate["vocabulary"],
               "constraints": [{"check": debate["check"]}]}  # fmt: skip
    spec = evalspec.compile(content)
    evidence = Evidence(spec.check(debate["response"]).verdicts[0], spec.program.lexicon)
    for marked in debate["statements"]:
        text, marks = _read(marked)
        yield Statement(text, marks["f"], marks["t"], evidence.against(text))
    for text in debate.get("right", ()):
        yield Statement(text, [], [Span(0, len(text))], evidence.against(text))


def _read(marked: str) -> tuple[str, dict[str, list[Span]]]:
    text, marks, open_at, at = "", {"f": list[Span](), "t": list[Span]()}, 0, 0
    for tag in _TAG.finditer(marked):
        text += marked[at : tag.start()]
        at = tag.end()
        if tag[1]:
            marks[tag[2]].append(Span(open_at, len(text)))
        open_at = len(text)
    return text + marked[at:], marks


def places(one: Statement) -> list[Span]:
    """Return where something is struck."""
    found = [one.text.index(struck.text) for struck in one.struck]
    return [Span(at, at + len(s.text)) for at, s in zip(found, one.struck, strict=True)]


def main() -> None:
    """Print what is missed or struck wrongly, and the figures."""
    wrong = hit = right = harmed = 0
    for one in statements():
        struck = places(one)
        missed = [s for s in one.wrong if not any(s.touches(other) for other in struck)]
        unjust = [s for s in struck if not any(s.touches(other) for other in one.wrong)
                  or any(s.touches(other) for other in one.right)]  # fmt: skip
        for what, spans in (("missed", missed), ("struck wrongly", unjust)):
            for span in spans:
                print(f"{what}: {span.of(one.text)!r} in {one.text!r}")
        wrong, right = wrong + len(one.wrong), right + len(one.right)
        hit, harmed = hit + len(one.wrong) - len(missed), harmed + len(unjust)
    print(f"{hit} of {wrong} wrong claims struck; {harmed} others struck, of {right} right ones")


if __name__ == "__main__":
    main()
