"""How much a developer changed a model's draft of a benchmark, by stage.

The three stages of BenchAgents are parts of one spec: what is drawn and asked (generate), what an
answer may be and what is checked of an instance (verify), what decides answers (evaluate). They are
compared as they are written, key by key, so that a key that moved is no change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalspec.author.edits import key_span, span
from evalspec.bench.drafted.distance import levenshtein
from evalspec.core.errors import EvalspecError
from evalspec.core.record import Record
from evalspec.report.compare import Grid, aligned
from evalspec.source import files, yaml
from evalspec.source.compose import Path as Steps
from evalspec.source.yaml import Located

STAGES: dict[str, tuple[str, ...]] = {
    "generate": ("given", "data", "bench.from", "bench.draw", "bench.require", "bench.write",
                 "bench.prompts"),
    "verify": ("bench.infeasible", "bench.space", "bench.beside", "bench.possible", "bench.checks"),
    "evaluate": ("vocabulary", "policy", "define", "answer", "rules", "judges", "criteria",
                 "constraints", "bench.preferences", "bench.apart", "bench.writings",
                 "bench.refusals", "cases"),
}  # fmt: skip
"""Stage → keys of a spec whose text belongs to it."""
WHOLE = "whole file"
_TOKEN = re.compile(r"\w+|[^\w\s]")


class Edited(Record, frozen=True):
    """How far two texts are apart, in one kind of piece."""

    edits: int
    """Levenshtein's distance."""
    longer: int
    """Length of the longer text."""

    @property
    def share(self) -> float:
        """Return the edits by the longer length."""
        return self.edits / self.longer if self.longer else 0.0


class StageEdits(Record, frozen=True):
    """What was changed of one stage."""

    stage: str
    characters: Edited
    lines: Edited
    tokens: Edited


def edits_of(draft: str, spec: str) -> list[StageEdits]:
    """Compare two texts of a spec by stage, and as a whole.

    Where one of them is no YAML, there is only the whole.
    """
    parts = [_parts(draft, "draft.yaml"), _parts(spec, "spec.yaml")]
    found = []
    if all(parts):
        found = [_compared(stage, parts[0][stage], parts[1][stage]) for stage in STAGES]
    return [*found, _compared(WHOLE, draft, spec)]


def edits_in(folder: str | Path) -> list[StageEdits]:
    """Compare `draft.yaml` and `spec.yaml` of a folder. Raises `InputError` when one is missing."""
    texts = (files.read_bytes(Path(folder) / name) for name in ("draft.yaml", "spec.yaml"))
    draft, spec = (text.decode("utf-8", "replace") for text in texts)
    return edits_of(draft, spec)


def _compared(stage: str, draft: str, spec: str) -> StageEdits:
    def edited(first: list[str] | str, second: list[str] | str) -> Edited:
        return Edited(levenshtein(first, second), max(len(first), len(second)))

    return StageEdits(
        stage,
        edited(draft, spec),
        edited(draft.splitlines(), spec.splitlines()),
        edited(_TOKEN.findall(draft), _TOKEN.findall(spec)),
    )


def _parts(text: str, name: str) -> dict[str, str]:
    """Return the text of each stage; nothing for what is no YAML."""
    try:
        located = yaml.read(text, name)
    except EvalspecError:
        return {}
    return {stage: "\n".join(_written(located, keys)) for stage, keys in STAGES.items()}


def _written(located: Located, keys: tuple[str, ...]) -> Iterator[str]:
    for key in keys:
        path: Steps = tuple(key.split("."))
        if located.get(path) is not None:
            yield located.source.text[key_span(located, path)[0] : span(located, path)[1]]


def edits_text(found: list[StageEdits]) -> str:
    """Say how much was changed, as a table."""
    rows = ((one.stage, *map(_said, (one.characters, one.lines, one.tokens))) for one in found)
    return aligned(Grid(("", "characters", "lines", "tokens"), tuple(rows))) + "\n"


def _said(one: Edited) -> str:
    return f"{one.edits} of {one.longer} ({one.share:.2f})"


def edits_data(found: list[StageEdits]) -> dict[str, Any]:
    """Return the same as plain data."""
    stages = {
        one.stage: {kind: _data(getattr(one, kind)) for kind in ("characters", "lines", "tokens")}
        for one in found
    }
    return {"schema_version": 1, "stages": stages}


def _data(one: Edited) -> dict[str, Any]:
    return {"edits": one.edits, "longer": one.longer, "share": round(one.share, 4)}
