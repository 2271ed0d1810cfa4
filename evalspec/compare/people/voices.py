"""Labels of people → a voice for each person, and the voice of what they settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from evalspec.compare.items import DECIDED, Item
from evalspec.compare.people.label import Label, Placed
from evalspec.compare.people.question import Question, digest_of, question
from evalspec.compare.people.subject import Subject, Subjects, named, outcome_of, said_of
from evalspec.core.errors import InputError
from evalspec.core.record import Record


class Sorted(Record, frozen=True):
    """Labels by what can be done with them."""

    labels: tuple[Label, ...] = ()
    """One of each person on each item, the last one given."""
    elsewhere: int = 0
    """Labels on items that are not here."""
    stale: int = 0
    """Labels on another text, or on another wording."""
    unchecked: int = 0
    """Labels whose text is not here to compare with."""
    again: int = 0
    """Items that a person labelled more than once."""
    changed: int = 0
    """Of these, items on which the person said another thing before."""


class _Last(NamedTuple):
    label: Label
    said: frozenset[str]
    times: int


def sort_labels(
    items: Subjects, placed: Sequence[Placed], others: Mapping[str, Question] | None = None
) -> Sorted:
    """Sort labels out; `others` are questions besides those about the items.

    Raises `InputError` for a label that its question does not allow.
    """
    known = named(items)
    asked: dict[str, Question | None] = {
        name: one for name, one in (others or {}).items() if name not in known
    }
    last: dict[tuple[str, str], _Last] = {}
    elsewhere = stale = unchecked = 0
    for label, at in placed:
        if label.item in known and label.item not in asked:
            asked[label.item] = question(known[label.item])
        shown = asked.get(label.item)
        if label.item not in asked:
            elsewhere += 1
        elif label.digest and shown is None:
            unchecked += 1
        elif label.digest and shown is not None and not is_fresh(label, shown):
            stale += 1
        else:
            if shown is not None and label.label not in shown.labels:
                message = f"the labels of {label.item} are {', '.join(shown.labels)}"
                raise InputError.of("off-menu", message, at)
            _keep(last, label)
    return Sorted(
        tuple(one.label for one in last.values()), elsewhere, stale, unchecked,
        sum(one.times > 1 for one in last.values()), sum(len(one.said) > 1 for one in last.values()),
    )  # fmt: skip


def is_fresh(label: Label, shown: Question) -> bool:
    """Tell whether a label was given on the texts of a question."""
    return label.digest == digest_of(label.asked or shown.asked, shown.request, shown.texts)


def _keep(last: dict[tuple[str, str], _Last], label: Label) -> None:
    """Keep the later label of a person on an item: by its time, else by its place in the file.

    What a person settled stands beside what the same person said before.
    """
    key = (label.item, DECIDED if label.adjudicates else f"by {label.person}")
    before = last.get(key)
    if before is None:
        last[key] = _Last(label, frozenset({label.label}), 1)
        return
    later = before.label if label.time and label.time < before.label.time else label
    last[key] = _Last(later, before.said | {label.label}, before.times + 1)


def add_people(items: Subjects, labels: Iterable[Label], reference: str) -> int:
    """Add a voice for each person, and `decided`; return on how many items they differ.

    Decided is what was settled, else what all people say who labelled the item, else the
    reference. Where people differ and nobody settled it, nothing is decided. Raises `InputError`
    for a person who is called like another voice.
    """
    said: dict[str, dict[str, Label]] = {}
    settled: dict[str, Label] = {}
    people: dict[str, None] = {}
    others = {*items.voices, DECIDED}
    for label in labels:
        if label.adjudicates:
            settled[label.item] = label
            continue
        if label.person in others:
            message = f"a person and another voice are both called {label.person!r}"
            raise InputError.of("same-name", message)
        said.setdefault(label.item, {})[label.person] = label
        people.setdefault(label.person)
    items.members[DECIDED] = tuple(people)
    items.labels += [*people, DECIDED]
    differ = 0
    for name, item in named(items).items():
        given = said.get(name, {})
        said_of(item).update({who: outcome_of(item, one.label) for who, one in given.items()})
        if isinstance(item, Item):
            item.rationales |= {who: one.note for who, one in given.items() if one.note}
        decision, differs = _decision(given, settled.get(name))
        differ += differs
        if decision:
            said_of(item)[DECIDED] = outcome_of(item, decision)
        elif not differs and reference:
            _as_reference(item, reference)
    return differ


def _as_reference(item: Subject, reference: str) -> None:
    """Let `decided` say what the reference says, and others against it what they say against that."""
    if reference in said_of(item):
        said_of(item)[DECIDED] = said_of(item)[reference]
    if isinstance(item, Item):
        for (voice, label), outcome in list(item.special.items()):
            if label == reference:
                item.special[voice, DECIDED] = outcome


def _decision(people: Mapping[str, Label], settled: Label | None) -> tuple[str, bool]:
    """Return what people decided of an item, and whether they differ."""
    if settled is not None:
        return settled.label, False
    said = {label.label for label in people.values()}
    return (said.pop(), False) if len(said) == 1 else ("", bool(said))
