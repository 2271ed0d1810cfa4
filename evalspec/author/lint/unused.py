"""Rules, definitions, data and judges of a spec that nothing in it uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from evalspec.author.lint.subject import Subject
from evalspec.core.errors import Problem
from evalspec.core.record import walk
from evalspec.language import ir
from evalspec.source import files, yaml
from evalspec.source.compose import Path as Steps
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_REFERENCE = re.compile(r"\bdata\.(\w+)")

_READS_FACTS = (ir.Measure, ir.Data)


def unused(subject: Subject) -> Iterator[Problem]:
    """Find what could be deleted without changing a verdict."""
    used = {entry.rule.name for entry in subject.entries if entry.rule is not None}
    for definition in subject.book.own():
        if definition.name not in used:
            yield _problem(subject, "unused-rule", ("rules", definition.name), "no constraint uses")
    drawn = set(_REFERENCE.findall(str(subject.located.get(("bench",)) or "")))
    for name in _keys(subject, "data") - _data_used(subject) - _data_seen(subject) - drawn:
        yield _problem(subject, "unused-data", ("data", name), "no constraint reads")
    judges = {entry.constraint.judge for entry in subject.entries}
    judges |= {criterion.judge for criterion in subject.program.criteria}
    for name in _keys(subject, "judges") - judges - _asked_by_others(subject):
        yield _problem(subject, "unused-judge", ("judges", name), "no constraint names")
    if all(entry.constraint.readings for entry in subject.entries):
        yield from _vocabulary(subject)


def _problem(subject: Subject, code: str, path: Steps, what: str) -> Problem:
    return subject.located.problem(code, f"{what} `{path[-1]}`", path, key=True)


def _keys(subject: Subject, key: str) -> set[str]:
    found = subject.located.get((key,))
    return set(found) if isinstance(found, dict) else set()


def _nodes(subject: Subject) -> Iterator[Any]:
    for entry in subject.entries:
        yield from walk(entry.constraint.readings)
    for criterion in subject.program.criteria:
        yield from walk(criterion.by)


def _data_used(subject: Subject) -> set[str]:
    """Return the fields of `data` that formulas name; all of them when one names none."""
    used: set[str] = set()
    for node in _nodes(subject):
        if isinstance(node, ir.Data) and node.root == "data":
            first = node.path[0] if node.path else None
            used |= {first} if isinstance(first, str) else _keys(subject, "data")
    return used


def _data_seen(subject: Subject) -> set[str]:
    """Return the fields of `data` that agents of panels see."""
    seen = (one for agent in _agents(subject) for one in agent.get("sees", ()))
    return {one.removeprefix("data.") for one in seen if one.startswith("data.")}


def _asked_by_others(subject: Subject) -> set[str]:
    """Return the judges that are members of others, or play their agents."""
    members = {name for one in subject.program.judges.values() for name in one.get("members", ())}
    return members | {agent["judge"] for agent in _agents(subject) if "judge" in agent}


def _agents(subject: Subject) -> Iterator[dict[str, Any]]:
    for one in subject.program.judges.values():
        yield from one.get("agents", {}).values()


# -- vocabulary -----------------------------------------------------------------------
def _vocabulary(subject: Subject) -> Iterator[Problem]:
    """Find definitions that can neither be asked for nor change how something is read.

    Ranks are left alone once facts are read: each shapes how a response is cut.
    """
    lexicon = subject.program.lexicon
    facts = any(reads_facts(node) for node in _nodes(subject))
    if not facts and all(entry.constraint.surface != "text" for entry in subject.entries):
        yield from _vocabularies(subject)
    names, dimensions = _asked(subject)
    define = subject.located.get(("define",))
    for kind, entries in define.items() if isinstance(define, dict) else ():
        if not isinstance(entries, dict) or kind not in _KINDS:
            continue
        for name, fields in entries.items():
            if facts and _matters(kind, name, fields, lexicon, names, dimensions):
                continue
            path = ("define", kind, name)
            yield _problem(subject, "unused-definition", path, "no constraint has a use for")


def _vocabularies(subject: Subject) -> Iterator[Problem]:
    """Find vocabularies of things in a spec that asks for nothing but text."""
    given = subject.located.get(("vocabulary",))
    listed = isinstance(given, list)
    for number, name in enumerate(given if listed else [given] if given else []):
        path = files.find("vocabularies", name, subject.base)
        content = yaml.read_file(path).value if path is not None else {}
        ranks = content.get("ranks", {}).values()
        parts = [rank for rank in ranks if not rank.get("plan") and rank.get("item") is not False]
        if parts or content.keys() & {"measures", "categories"}:
            steps: Steps = ("vocabulary", number) if listed else ("vocabulary",)
            message = f"no constraint has a use for `{name}`: all of them are about text"
            yield subject.located.problem("unused-vocabulary", message, steps)


_KINDS = ("ranks", "measures", "categories", "units")


def reads_facts(node: Any) -> bool:
    """Tell whether a node needs what was read in a response, beyond its text."""
    if isinstance(node, ir.Scope):
        return node.kind not in ("text", "variable")
    return isinstance(node, _READS_FACTS) or (isinstance(node, ir.Property) and node.name != "text")


def _asked(subject: Subject) -> tuple[set[str], set[str]]:
    """Return the folded names and the dimensions that formulas hold."""
    names: set[str] = set()
    dimensions: set[str] = set()
    lexicon = subject.program.lexicon
    for node in _nodes(subject):
        match node:
            case ir.Scope(_, name) | ir.Measure(name):
                names.add(fold(name))
            case ir.Named(written):
                names |= {fold(name) for name in written}
        if isinstance(node, ir.Measure):
            dimensions.add(node.unit.dimension.partition(":")[0])
            parts = lexicon.measures[node.name].product if node.name in lexicon.measures else ()
            names |= {fold(part) for part in parts}
            dimensions |= {lexicon.measures[p].dimension for p in parts if p in lexicon.measures}
        if isinstance(node, ir.Property) and node.name != "text":
            dimensions.add("time")
    return names, dimensions


def _matters(
    kind: str, name: str, fields: Any, lexicon: Lexicon, names: set[str], dimensions: set[str]
) -> bool:
    given = fields if isinstance(fields, dict) else {}
    if kind == "ranks":
        return True
    if kind in ("measures", "units"):
        dimension = str(given.get("dimension", "")).partition(":")[0]
        return fold(name) in names or dimension in dimensions or "?" in dimensions
    if any(key in given for key in ("rank", "starts", "ends", "wraps")):
        return True
    return bool(_family(name, lexicon) & names)


def _family(name: str, lexicon: Lexicon) -> set[str]:
    """Return a category with its words and all that it belongs to."""
    family: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if fold(one) in family:
            continue
        family.add(fold(one))
        category = lexicon.categories.get(one)
        if category is not None:
            family |= set(category.words)
            waiting += category.parents
    return family
