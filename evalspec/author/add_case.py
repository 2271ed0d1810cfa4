"""A decided disagreement becomes a case of a spec, with nothing else in the file changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from copy import deepcopy
from pathlib import Path
from typing import Any

from evalspec.author.edits import Edit, applied, is_flow, rewrite, span
from evalspec.core.errors import InputError, SpecError
from evalspec.core.verdict import Outcome
from evalspec.language.program import Program
from evalspec.source import files, yaml

_PLAIN = re.compile(r"[A-Za-z][\w-]*(?: [\w-]+)*")
_WORDS = ("true", "false", "null", "yes", "no", "on", "off")


def constraint_id(program: Program, name: str, texts: Iterable[str]) -> str:
    """Return the id of a constraint by its id, text or canonical form; raise `InputError` else."""
    wanted = {" ".join(text.split()) for text in texts if text}
    for constraint in program.constraints:
        said = {" ".join(constraint.text.split()), constraint.canonical}
        if constraint.id == name or said & wanted:
            return constraint.id
    message = f"no constraint of the spec is {name or next(iter(wanted), '')!r}"
    known = ", ".join(constraint.id for constraint in program.constraints)
    raise InputError.of("unknown-constraint", message, hint=f"there are {known}")


def add_case(path: str, name: str, response: str, constraint: str, outcome: Outcome) -> bool:
    """Add a case to a spec file; return whether it was not there yet.

    Raises `InputError` when a case says otherwise of the same response, or when `cases:` is
    written in brackets.
    """
    located = yaml.read(files.read_bytes(Path(path)), path)
    case = {"name": name, "response": response, "expect": {constraint: outcome.value}}
    cases: list[dict[str, Any]] = located.value.get("cases") or []
    for number, known in enumerate(cases):
        if known.get("response") == response and constraint in known["expect"]:
            said = known["expect"][constraint]
            if (said.get("outcome") if isinstance(said, dict) else said) == outcome.value:
                return False
            message = f"case {known.get('name', number + 1)!r} expects otherwise of {constraint}"
            at = located.at(("cases", number, "expect", constraint))
            raise InputError.of("case-conflict", message, at)
    rewrite(path, [_edit(located, case)])
    return True


def _edit(located: yaml.Located, case: dict[str, Any]) -> Edit:
    """Return the edit that adds a case, the first of those that read back as it."""
    wanted = deepcopy(located.value)
    wanted["cases"] = [*(wanted.get("cases") or []), case]
    for literal in (True, False):
        edit = _insertion(located, case, literal)
        try:
            read = yaml.read(applied(located.source.text, [edit]), located.source.name).value
        except SpecError:
            continue
        if read == wanted:
            return edit
    message = "a case cannot be added to `cases:` as it is written here"
    raise InputError.of("unwritable-case", message, located.at(("cases",)))


def _insertion(located: yaml.Located, case: dict[str, Any], literal: bool) -> Edit:
    text = located.source.text
    known = located.value.get("cases")
    if not known or is_flow(located, ("cases",)):
        end = len(text)
        lead = "" if text.endswith("\n") or not text else "\n"
        return Edit(end, end, f"{lead}\ncases:\n" + _written(case, "  ", literal))
    first = span(located, ("cases", 0))[0]
    indent = re.match(r"[ \t]*", text[text.rfind("\n", 0, first) + 1 :])
    end = span(located, ("cases", len(known) - 1))[1]
    if text[:end].endswith("\n"):
        lead = ""
    else:
        stop = text.find("\n", end)
        end, lead = (len(text), "\n") if stop < 0 else (stop + 1, "")
    return Edit(end, end, lead + _written(case, indent[0] if indent else "", literal))


def _written(case: dict[str, Any], indent: str, literal: bool) -> str:
    response = _literal(case["response"], indent + "    ") if literal else None
    ((constraint, outcome),) = case["expect"].items()
    lines = [
        f"{indent}- name: {_scalar(case['name'])}",
        f"{indent}  response: {response or json.dumps(case['response'], ensure_ascii=False)}",
        f"{indent}  expect: {{{_scalar(constraint)}: {outcome}}}",
    ]
    return "\n".join(lines) + "\n"


def _literal(text: str, indent: str) -> str:
    body = text.rstrip("\n")
    chomp = {0: "-", 1: ""}.get(len(text) - len(body), "+")
    lines = [f"{indent}{line}" if line else "" for line in text.removesuffix("\n").split("\n")]
    start = "2" if body[:1] in (" ", "\n", "\t") else ""
    return f"|{start}{chomp}\n" + "\n".join(lines)


def _scalar(text: str) -> str:
    plain = _PLAIN.fullmatch(text) and text.lower() not in _WORDS
    return text if plain else json.dumps(text, ensure_ascii=False)
