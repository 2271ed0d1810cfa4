"""What a run is, by content: the same adapter, specs, vocabularies, policy and inputs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from evalspec import __version__
from evalspec.language.load import load_program
from evalspec.run import folder
from evalspec.run.adapter import Adapter, Choice
from evalspec.source import files

_PIECE = 1 << 20


def about(
    adapter: Adapter, inputs: Iterable[Path], limit: int | None, with_responses: bool, who: str
) -> dict[str, Any]:
    """Return what `run.json` says of a run. Raises `SpecError` for an unusable spec."""
    told = replace(adapter, base="", spec=Choice(), name="")
    return {
        "evalspec": __version__,
        "adapter": hashlib.sha256(msgspec.json.encode(told)).hexdigest(),
        "definitions": _definitions(adapter),
        "inputs": [_digest(path) for path in inputs],
        "limit": limit,
        "decided by": who,
        "responses": with_responses,
        "rows": folder.ROWS,
    }


def _definitions(adapter: Adapter) -> list[str]:
    """Return the digest of every file that says what constraints mean."""
    base = Path(adapter.base)
    found: set[str] = set()
    for name in _named(adapter.spec):
        found |= {digest for _, digest in load_program(base / name).sources}
    kinds = {"vocabularies": _named(adapter.vocabulary), "policies": {adapter.policy}}
    kinds["rules"] = {name.rpartition("/")[0] for name in _named(adapter.use)}
    for kind, names in kinds.items():
        paths = (files.find(kind, name, base) for name in names if name)
        found |= {_digest(path) for path in paths if path is not None}
    return sorted(found)


def _named(choice: Choice) -> set[str]:
    names = {choice.default, *choice.values.values()}
    return {name for name in names if name and "{}" not in name}


def _digest(path: Path) -> str:
    """Return the SHA-256 of a file; empty for one that cannot be read, which the run will say."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while piece := stream.read(_PIECE):
                digest.update(piece)
    except OSError:
        return ""
    return digest.hexdigest()
