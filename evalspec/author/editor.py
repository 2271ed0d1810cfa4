"""A spec as an editor shows it while it is written: findings with fixes, and what constraints mean.

All of it is computed from the text alone; `cli/lsp.py` speaks to the editor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from evalspec.author.edits import Edit, applied, span
from evalspec.author.explain import constraint_data
from evalspec.author.formalise import beside
from evalspec.author.lint.codes import CODES
from evalspec.author.lint.linting import lint_subject, lint_text
from evalspec.author.lint.subject import Entry, Subject
from evalspec.core.errors import Problem, SpecError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.language.ir import Constraint
from evalspec.source import yaml
from evalspec.source.source_text import SourceText, quoted
from evalspec.source.yaml import Located

_OURS = re.compile(r"""^["']?(?:evalspec["']?[ \t]*:|vocabulary["']?[ \t]*:[ \t]*1\b)""", re.M)


class Fix(Record, frozen=True):
    """A change that an editor offers."""

    title: str
    at: At
    """Where it is offered."""
    edits: tuple[Edit, ...]
    """By offsets into the text."""
    code: str = ""
    """Code of the finding that it mends; empty for one that mends none."""


class Hover(Record, frozen=True):
    """What is shown over a place."""

    at: At
    text: str
    """Markdown."""


class Looked(Record, frozen=True):
    """All that an editor shows of a text."""

    problems: tuple[Problem, ...] = ()
    """What keeps it from compiling."""
    findings: tuple[Problem, ...] = ()
    """What the linter finds."""
    hovers: tuple[Hover, ...] = ()
    fixes: tuple[Fix, ...] = ()


def look(text: str, name: str) -> Looked:
    """Return what to show of a text; nothing of one that is neither a spec nor a vocabulary."""
    if not _OURS.search(text):
        return Looked()
    try:
        located = yaml.read(text, name)
        if isinstance(located.value, dict) and located.value.get("vocabulary") == 1:
            findings = tuple(lint_text(text, name))
            silences = (_silence(located, (), one) for one in findings)
            return Looked(findings=findings, fixes=tuple(filter(None, silences)))
        return _spec(Subject(text, name))
    except SpecError as error:
        return Looked(problems=tuple(_here(problem, name) for problem in error.problems))


def _here(problem: Problem, name: str) -> Problem:
    """Return a problem of this file; one of a file that it names is shown at its beginning."""
    at = problem.at
    if at.file in ("", name):
        return problem
    message = f"{at.file}:{at.line}:{at.column}: {problem.message}"
    return replace(problem, message=message, at=At(name, 1, 1))


def _spec(subject: Subject) -> Looked:
    findings = tuple(lint_subject(subject))
    places = [subject.located.at(entry.path) for entry in subject.entries]
    pairs = list(zip(subject.entries, places, strict=True))
    silences = (_silence(subject.located, subject.entries, one) for one in findings)
    return Looked(
        findings=findings,
        hovers=tuple(Hover(at, meaning(entry.constraint)) for entry, at in pairs),
        fixes=(*(fix for number, pair in enumerate(pairs) for fix in _formulas(subject, number, *pair)),
               *filter(None, silences)),
    )  # fmt: skip


def meaning(constraint: Constraint) -> str:
    """Return what a constraint means, as Markdown."""
    given = constraint_data(constraint)
    formulas = given["readings"] or [given["canonical"]]
    parts = [f"**{given['id']}**"]
    parts += [f"```\n{formula}\n```" for formula in formulas if formula]
    if len(given["readings"]) > 1:
        parts.append("the verdict must hold under each of these readings")
    parts += [given["sentence"]] if given["sentence"] else []
    parts += [f"note: {note}" for note in given["notes"]]
    if constraint.refusal is not None:
        parts.append(f"undetermined on every response: {constraint.refusal.text}")
    parts += [f"judge: {given['judge']}"] if given["judge"] else []
    return "\n\n".join(parts)


def _formulas(subject: Subject, number: int, entry: Entry, at: At) -> Iterator[Fix]:
    """Yield the nearest sentence, and the formulas that could stand beside the sentence."""
    constraint, located = entry.constraint, subject.located
    if constraint.surface != "text":
        return
    refusal = constraint.refusal
    if refusal is not None and refusal.nearest:
        edit = Edit(*span(located, subject.value(entry)), quoted(refusal.nearest))
        yield Fix(f"Write: {refusal.nearest}", at, (edit,), "not-compiled")
    if refusal is None:
        whole = constraint.reading_texts if constraint.readings else ()
    else:  # of a sentence that was understood in part, the part says less
        whole = () if refusal.understood else refusal.formulas
    for formula in whole:
        edits = tuple(beside(located, number, formula))
        yield Fix(f"Write `check: {formula}` beside the sentence", at, edits,
                  "not-compiled" if refusal else "")  # fmt: skip


def _silence(located: Located, entries: tuple[Entry, ...], finding: Problem) -> Fix | None:
    """Return the comment that silences a finding; the linter asks for the reason behind it."""
    if finding.code not in CODES:
        return None
    text, line = located.source.text, finding.at.line
    for entry in entries:
        at = located.at(entry.path)
        if at.line <= line <= at.end_line:
            line = at.line
    start = located.source.span(At(line=line, column=1, end_line=line, end_column=1))[0]
    indent = re.match(r"[ \t]*", text[start:])
    edit = Edit(start, start, f"{indent[0] if indent else ''}# lint: ignore {finding.code} \n")
    try:
        same = yaml.read(applied(text, [edit]), finding.at.file).value == located.value
    except SpecError:
        same = False
    title = f"Silence `{finding.code}`, with a reason"
    return Fix(title, finding.at, (edit,), finding.code) if same else None


def offsets(text: str, at: At) -> tuple[int, int]:
    """Return the offsets into a text that a place stands for; its beginning for no place."""
    if not at.line or not text:
        return 0, 0
    try:
        return SourceText("", text).span(at)
    except IndexError:
        return len(text), len(text)
