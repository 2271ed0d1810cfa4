"""The sentences that the word tests take apart: the tested ones, and those of public sets.

The rows of the sets are no part of the project: folder `EVALSPEC_DATA`, or `../shared/data`.
"""

from __future__ import annotations

import csv
import gzip
import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon
from tests import quick_yaml

HERE = Path(__file__).parent
DATA = Path(os.environ.get("EVALSPEC_DATA") or HERE.parents[3] / "shared" / "data")
NO_DATA = f"the public sets are not at {DATA}; EVALSPEC_DATA names their folder"
DOMAINS = {"meal-planning": "meal-plan", "schedule": "schedule"}
"""Vocabulary by the domain of a row; all others are workouts."""
KEYED = {
    "ifeval/dev": "text",
    "ifbench/dev": "text",
    "structflow/dev": "text",
    "natural_plan/calendar_dev": "calendar",
}
"""Sets whose sentences stand under `constraint_text`, and their vocabulary."""
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")


class Sentence(NamedTuple):
    """A sentence with the vocabulary it is read with."""

    vocabulary: str
    text: str
    source: str
    """`tested`, or the set."""


@cache
def lexicon(vocabulary: str) -> Lexicon:
    """Return the lexicon of a shipped vocabulary."""
    return load_lexicon([vocabulary], None, None).lexicon


def known_sentences() -> list[Sentence]:
    """Return every sentence of the tests of English."""
    found = []
    for path in sorted((HERE.parent / "english").glob("*.yaml")):
        content = quick_yaml.load(path.read_text("utf-8"))
        found += [
            Sentence(content["vocabulary"], case["say"], "tested") for case in content["sentences"]
        ]
    return _once(found)


def public_sentences() -> list[Sentence]:
    """Return every constraint sentence of the public sets; none where they are not there."""
    found = [*_acs(), *_keyed(), *_trips(), *_meetings()] if DATA.is_dir() else []
    return _once(found)


def _once(sentences: Iterable[Sentence]) -> list[Sentence]:
    return list({(s.vocabulary, s.text): s for s in sentences}.values())


def _acs() -> Iterator[Sentence]:
    with (DATA / "acs" / "dev.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield Sentence(DOMAINS.get(row["domain"], "workout"), row["constraint"], "acs")


def _rows(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def _keyed() -> Iterator[Sentence]:
    for name, vocabulary in KEYED.items():
        for row in _rows(name):
            for constraint in row.get("constraints", [row]):
                if "constraint_text" in constraint:
                    yield Sentence(vocabulary, constraint["constraint_text"], name.split("/")[0])


def _trips() -> Iterator[Sentence]:
    for row in _rows("natural_plan/trip_dev"):
        first = row["prompt"].split("\n\n")[0]
        yield from (Sentence("trip", text, "natural_plan") for text in _END.split(first.strip()))


def _meetings() -> Iterator[Sentence]:
    for row in _rows("natural_plan/meeting_dev"):
        stated = row["prompt"].split("CONSTRAINTS:")[-1].split("\n\n")[0]
        for text in _END.split(stated.strip()):
            yield Sentence("schedule", text, "natural_plan")
