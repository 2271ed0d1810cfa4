"""Sentences: what does not compile, and what says something else than the formula beside it."""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.author.lint.claims import Claims
from evalspec.author.lint.contradictions import follows
from evalspec.author.lint.normal import text_of
from evalspec.author.lint.subject import Entry, Subject
from evalspec.core.errors import Problem
from evalspec.language import ir


def sentences(subject: Subject) -> Iterator[Problem]:
    """Find sentences that are undetermined on every response, and those that differ."""
    for entry in subject.entries:
        constraint = entry.constraint
        if constraint.refusal is not None and not constraint.judge:
            refusal = constraint.refusal
            words = ", ".join(f"`{word}`" for word in refusal.words)
            said = refusal.because or (f"{words} in the way" if words else "")
            message = "this sentence is undetermined on every response"
            message += f": {said}" if said else ""
            yield subject.problem("not-compiled", message, entry, hint=_hint(refusal))
        elif constraint.surface != "text":
            yield from _differs(subject, entry)
        elif constraint.readings:
            yield from _open_names(subject, entry)


def _open_names(subject: Subject, entry: Entry) -> Iterator[Problem]:
    """Find common nouns that are looked up as names: no vocabulary says what they are."""
    from evalspec.language.english import compile_sentence

    for name in compile_sentence(entry.constraint.text, subject.program.lexicon).names:
        if name == name.lower():
            message = (
                f"no vocabulary knows `{name}`: it is looked up among the names of the response"
            )
            hint = "write it in quotes if it is a name, or define it under `define:`"
            yield subject.problem("open-name", message, entry, hint=hint)


def _hint(refusal: ir.Refusal) -> str:
    """Return what to write instead of a refused sentence."""
    if refusal.nearest:
        return f"nearest: {refusal.nearest}"
    if refusal.formulas and not refusal.understood:
        return "write " + " or ".join(f"`{formula}`" for formula in refusal.formulas)
    return "write a `check:`, or name a `judge:`"


def _differs(subject: Subject, entry: Entry) -> Iterator[Problem]:
    from evalspec.language.english import compile_sentence

    path = (*entry.path, "text")
    text = subject.located.get(path)
    if not isinstance(text, str):
        return
    readings = compile_sentence(text, subject.program.lexicon).readings
    if not readings or any(_same(subject, reading, entry) for reading in readings):
        return
    from evalspec.language.printer import canonical

    message = f"the sentence says `{canonical(readings[0])}`, not `{entry.constraint.canonical}`"
    there = (subject.at(entry),)
    yield subject.located.problem("text-differs", message, path, related=there)


def _same(subject: Subject, reading: ir.Formula, entry: Entry) -> bool:
    said = text_of(subject.plain(reading))
    if said in [text_of(subject.plain(other)) for other in entry.constraint.readings]:
        return True
    one: Claims = subject.claims_in(reading)
    two = subject.claims(entry)
    return follows(one, two) and follows(two, one)
