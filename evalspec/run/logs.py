"""Logs of other tools as rows: a JSON document that holds them somewhere, and Inspect's own files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At

Row = dict[str, Any]
_PLACES = ((), ("samples",), ("results", "results"))
"""Where the rows of a document stand: in itself, or as Inspect and promptfoo write them."""
_KEPT = {"id", "epoch", "input", "target", "messages", "output", "metadata", "scores", "error"}
"""What is read of a sample in a file of Inspect; its events would be most of it."""


def document_rows(path: Path) -> Iterator[Row | Problem]:
    """Yield the rows of a JSON document. Raises `InputError` for one that holds none."""
    at = At(file=str(path))
    try:
        document = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise InputError.of("bad-json", f"expected a JSON document: {error}", at) from error
    for place in _PLACES:
        found = _at(document, place)
        if isinstance(found, list):
            for row in found:
                yield row if isinstance(row, dict) else Problem("bad-json", "expected a mapping")
            return
    message = "the document is no list of rows, and no log of Inspect or promptfoo"
    raise InputError.of("no-rows", message, at, hint="one row a line is read as .jsonl")


def _at(document: Any, place: tuple[str, ...]) -> Any:
    for key in place:
        document = document.get(key) if isinstance(document, dict) else None
    return document


def inspect_rows(path: Path) -> Iterator[Row | Problem]:
    """Yield the samples of a log of Inspect, by its own reader: zip files with zstd."""
    try:
        from inspect_ai.log import read_eval_log_samples
    except ImportError as error:
        message = f"reading .eval needs the package inspect-ai: {error}"
        hint = "install it, or give what `inspect log dump` prints as a .json file"
        at = At(file=str(path))
        raise InputError.of("missing-package", message, at, hint=hint) from error
    try:
        for sample in read_eval_log_samples(str(path), all_samples_required=False):
            yield sample.model_dump(mode="json", include=_KEPT)
    except Exception as error:  # whatever its reader meets in a torn file
        raise OSError(f"inspect-ai: {error}") from error
