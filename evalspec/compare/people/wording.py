"""Sets of questions: what people are asked about each response, as data (`specs/questions/`)."""

from __future__ import annotations

from evalspec.compare.items import Items, Key
from evalspec.compare.people.question import Question, question
from evalspec.core.errors import SpecError
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.source import schema
from evalspec.source.named import read_named


class Wording(Record, frozen=True):
    """One question of a set."""

    id: str
    """Of the constraint that asks the same."""
    text: str
    broken_by: dict[str, str] = {}
    """Kind of perturbation → the change that makes `no` of `yes`."""
    needs: tuple[str, ...] = ()
    """Questions that must be answered `yes` too before that change."""


class QuestionSet(Record, frozen=True):
    """Questions that go together."""

    name: str
    ask: tuple[Wording, ...]


def load_questions(name: str) -> QuestionSet:
    """Read a set: a path, or a shipped name. Raises `SpecError` with every problem."""
    located = read_named("questions", name, schema.QUESTIONS)
    given = located.value
    asked = tuple(
        Wording(one["id"], one["text"], dict(one.get("broken_by", {})), tuple(one.get("needs", ())))
        for one in given["ask"]
    )
    known = [one.id for one in asked]
    problems = [
        located.problem("unknown-question", f"no question has the id `{wanted}`", ("ask", at))
        for at, one in enumerate(asked)
        for wanted in one.needs
        if wanted not in known
    ]
    problems += [
        located.problem("duplicate-id", f"two questions have the id `{name}`", ("ask", at, "id"))
        for at, name in enumerate(known)
        if name in known[:at]
    ]
    if problems:
        raise SpecError(problems)
    return QuestionSet(given["questions"], asked)


def worded(items: Items, found: QuestionSet) -> dict[str, Question]:
    """Return every question of a set about every response, by the short name of its item."""
    made = {}
    for row, (text, request) in responses(items).items():
        for one in found.ask:
            item = Key(row, one.id).short
            made[item] = Question(item, one.text, (text,), request, worded=True)
    return made


def responses(items: Items) -> dict[str, tuple[str, str]]:
    """Return text and request of every response whose results agree on what it is."""
    found = grouped(
        (item.key.row, (asked.texts[0], asked.request))
        for item in items.by_key.values()
        if (asked := question(item)) is not None and len(asked.texts) == 1
    )
    return {row: told[0] for row, told in found.items() if len(set(told)) == 1}
