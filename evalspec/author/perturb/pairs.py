"""Responses → pairs of each with the same made worse, and which side is better.

The better side is known where people said that the original is good in what was changed and in all that
this needs, or where rules prove that a constraint was met and is not any more. Else it stays open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import to_builtins

from evalspec.author.perturb.broken import broken
from evalspec.author.perturb.steps import Changed, Steps, double, drop, insert, steps_of, swap
from evalspec.compare.items import DECIDED, Items, Key
from evalspec.compare.people.label import Placed
from evalspec.compare.people.voices import add_people, sort_labels
from evalspec.compare.people.wording import QuestionSet, Wording, responses, worded
from evalspec.core.chance import Chance
from evalspec.core.pair import Slot
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.language.program import Program

_TRIES = 20
"""Draws for a change that was not made yet."""


class Source(Record, frozen=True):
    """A response that is to be made worse."""

    row: str
    response: str
    request: str = ""


class Perturbed(Record, frozen=True, omit_defaults=False):
    """A response, the same made worse, and what is known of the two."""

    pair: str
    """Name of the pair: row, kind, number."""
    row: str
    kind: str
    """What was done: `missing`, `redundant` …, as the set of questions names it."""
    question: str
    """The question that the worse one fails."""
    constraint: str
    """The constraint of the spec that rules prove to be broken; else that question."""
    what: str
    """The change in a few words."""
    line: int
    """1-based line of the original; 0 for all of it."""
    request: str
    a: str
    b: str
    original: Slot
    """Which side the original is."""
    known_by: Literal["people", "rules", ""]
    """Who says that the original was good; empty when nobody does."""

    @property
    def better(self) -> str:
        """Return the side that is better; empty when that is not known."""
        return self.original if self.known_by else ""

    @property
    def verdict(self) -> str:
        """Return what the worse one is by `question`; empty when that is not known."""
        return Outcome.UNSATISFIED.value if self.known_by else ""

    @property
    def worse(self) -> str:
        return self.b if self.original == "A" else self.a


def pair_data(one: Perturbed) -> dict[str, Any]:
    """Return a pair with its better side as plain data."""
    return {**to_builtins(one), "better": one.better}


def response_data(one: Perturbed, questions: QuestionSet) -> dict[str, Any]:
    """Return the worse response and what is true of it as plain data; every question has a place."""
    about = to_builtins(one)
    shared = {name: about[name] for name in ("kind", "constraint", "what", "line", "known_by")}
    verdicts = {asked.id: "" for asked in questions.ask} | {one.question: one.verdict}
    return {"row": one.pair, "request": one.request, "response": one.worse, **shared,
            "verdicts": verdicts}  # fmt: skip


class Wanted(Record, frozen=True):
    """What is to be made of each response."""

    questions: QuestionSet
    kinds: tuple[str, ...] = ()
    """Empty for all."""
    number: int = 1
    """Pairs of each response and kind, at most."""
    seed: int = 0


def kinds_of(questions: QuestionSet) -> dict[str, tuple[Wording, str]]:
    """Return the kinds of a set of questions, each with its question and its change."""
    return {kind: (one, change) for one in questions.ask for kind, change in one.broken_by.items()}


def sources(items: Items) -> tuple[Source, ...]:
    """Return the responses of results."""
    return tuple(Source(row, *told) for row, told in responses(items).items())


def confirmed(items: Items, placed: Sequence[Placed], questions: QuestionSet) -> set[Key]:
    """Return what people say is good: by response and question. Adds the questions to the items."""
    found = sort_labels(items, placed, worded(items, questions))
    for row in responses(items):
        for one in questions.ask:
            items.item(Key(row, one.id), one.text, {})
    add_people(items, found.labels, "")
    return {key for key, item in items.by_key.items() if item.said(DECIDED) is Outcome.SATISFIED}


def perturbed(
    given: Sequence[Source], wanted: Wanted, good: set[Key], program: Program | None = None
) -> Iterator[Perturbed]:
    """Yield pairs of every response; `program` is the spec whose constraints can be broken."""
    foreign = {one.row: steps_of(one.response) for one in given}
    for source in given:
        for kind, (question, change) in kinds_of(wanted.questions).items():
            if wanted.kinds and kind not in wanted.kinds:
                continue
            needs = (question.id, *question.needs)
            people = all(Key(source.row, name) in good for name in needs)
            chance = Chance(f"{wanted.seed}\n{source.row}\n{kind}")
            made = _changed(source, change, chance, given, foreign, program)
            for number, (name, changed) in enumerate(_first(made, source, wanted.number), 1):
                by: Literal["people", "rules", ""] = "people" if people else ""
                yield _pair(source, kind, number, question.id, name or question.id, changed,
                            "rules" if name else by, chance)  # fmt: skip


def _first(
    made: Iterator[tuple[str, Changed]], source: Source, number: int
) -> Iterator[tuple[str, Changed]]:
    """Yield the first changes that differ from the original and from each other."""
    seen = {source.response}
    for name, changed in made:
        if len(seen) > number:
            return
        if changed.response not in seen:
            seen.add(changed.response)
            yield name, changed


def _changed(
    source: Source, change: str, chance: Chance, given: Sequence[Source],
    foreign: Mapping[str, Steps | None], program: Program | None,
) -> Iterator[tuple[str, Changed]]:  # fmt: skip
    """Yield changes of a kind, with the constraint that rules prove to be broken."""
    others = [one for one in given if one.request != source.request]
    if change == "break":
        if program is not None:
            yield from broken(program, source.response, source.request, chance)
        return
    if change == "replace":
        for other in chance.each(others):
            yield "", Changed(other.response, "the response to another request", 0)
        return
    found = foreign[source.row]
    if found is None:
        return
    cuts = filter(None, (foreign[one.row] for one in others))
    steps = [step for cut in cuts for step in cut.steps]
    for _ in range(_TRIES):
        made = insert(found, chance, steps) if change == "insert" else _OWN[change](found, chance)
        if made is not None:
            yield "", made


_OWN = {"drop": drop, "double": double, "swap": swap}


def _pair(
    source: Source, kind: str, number: int, question: str, constraint: str, changed: Changed,
    known_by: Literal["people", "rules", ""], chance: Chance,
) -> Perturbed:  # fmt: skip
    first: Slot = "A" if chance.below(2) else "B"
    a, b = source.response, changed.response
    return Perturbed(
        f"{source.row}/{kind}/{number}", source.row, kind, question, constraint, changed.what, changed.line,
        source.request, *((a, b) if first == "A" else (b, a)), first, known_by,
    )  # fmt: skip
