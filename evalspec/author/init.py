"""`evalspec init`: a spec to start from, a response, and cases that pass.

The starters stand in `specs/starters/`, one spec and one response a domain.
"""

from __future__ import annotations

import json
from pathlib import Path

from evalspec.author.edits import Edit, applied, span
from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At
from evalspec.source import files, yaml

FOLDER = "starters"


def domains() -> list[str]:
    """Return the domains that have a starter."""
    return files.names(FOLDER)


def start(domain: str, folder: Path, name: str, *, force: bool = False) -> tuple[Path, Path]:
    """Write a spec and its response as NAME.yaml and NAME.md; return their paths.

    Raises `InputError` when there is no such domain, when a file exists and `force` is
    not set, or when the files cannot be written.
    """
    source = files.find(FOLDER, domain, None)
    if source is None:
        message = f"there is no starter for `{domain}`: {', '.join(domains())}"
        raise InputError.of("unknown-domain", message)
    spec, response = folder / f"{name}.yaml", folder / f"{name}.md"
    present = [path for path in (spec, response) if path.exists()]
    if present and not force:
        problems = [
            Problem("file-exists", "the file exists; --force replaces it", At(file=str(path)))
            for path in present
        ]
        raise InputError(problems)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        spec.write_text(_spec(source, response.name), "utf-8", newline="\n")
        response.write_text(source.with_suffix(".md").read_text("utf-8"), "utf-8", newline="\n")
    except OSError as error:
        where = At(file=str(error.filename or folder))
        problem = Problem("unwritable", f"cannot write: {error.strerror}", where)
        raise InputError([problem]) from error
    return spec, response


def _spec(source: Path, response: str) -> str:
    """Return a starter with its response called by another name."""
    located = yaml.read_file(source)
    written = (
        response if response.replace("-", "").replace(".", "").isalnum() else json.dumps(response)
    )
    edits = [
        Edit(*span(located, ("cases", index, "response_file")), written)
        for index, case in enumerate(located.value["cases"])
        if "response_file" in case
    ]
    return applied(located.source.text, edits)
