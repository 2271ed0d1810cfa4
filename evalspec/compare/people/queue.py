"""Which questions a person is asked, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from msgspec.structs import replace

from evalspec.compare.items import DECIDED
from evalspec.compare.people.label import Label
from evalspec.compare.people.question import CANNOT_TELL, Question
from evalspec.compare.people.subject import Subject, Subjects, named, said_of
from evalspec.core.errors import InputError
from evalspec.core.lookup import grouped

QUEUES = ("open", "disagreements", "all", "sample:N")


def queued(items: Subjects, asked: Mapping[str, Question], queue: str, seed: int) -> list[Question]:
    """Return the questions of a queue; of questions that are about no item only `all` has any.

    Raises `InputError` for a queue that there is not.
    A sample of N is part of every larger sample with the same seed, and the same for everybody.
    """
    name, _, number = queue.partition(":")
    if name == "sample" and number.isdecimal():
        chosen = sorted(asked.values(), key=lambda one: _drawn(seed, "", one.item))
        return chosen[: int(number)]
    tests = {"open": _is_open, "disagreements": _differs}
    if queue == "all":
        return list(asked.values())
    if queue not in tests:
        message = f"a queue is {', '.join(QUEUES)}, not {queue!r}"
        raise InputError.of("unknown-queue", message)
    aside = (DECIDED, *items.members.get(DECIDED, ()))
    voices = [voice for voice in items.voices if voice not in aside]
    known = named(items)
    return [asked[name] for name in asked if name in known and tests[queue](known[name], voices)]


def disputed(asked: Mapping[str, Question], labels: Iterable[Label]) -> list[Question]:
    """Return the questions on which people differ and that nobody has settled."""
    every = list(labels)
    said = grouped((label.item, label.label) for label in every)
    settled = {label.item for label in every if label.adjudicates}
    differ = {item for item, given in said.items() if len(set(given)) > 1} - settled
    return [one for one in asked.values() if one.item in differ]


def ordered(found: Iterable[Question], person: str, seed: int) -> list[Question]:
    """Return questions in an order of the person's own, the same every time; so are pairs."""
    drawn = sorted((_drawn(seed, person, one.item), one.item, one) for one in found)
    return [
        replace(one, order="AB" if digest[-1] % 2 else "BA") if len(one.texts) > 1 else one
        for digest, _, one in drawn
    ]


def _drawn(seed: int, person: str, item: str) -> bytes:
    return sha256(f"{seed}\n{person}\n{item}".encode()).digest()


def _is_open(item: Subject, voices: Sequence[str]) -> bool:
    """Tell whether some method looked at an item and none decided it."""
    said = {said_of(item)[voice].value for voice in voices if voice in item.evidence}
    return said == {CANNOT_TELL}


def _differs(item: Subject, voices: Sequence[str]) -> bool:
    return len({said_of(item)[voice] for voice in voices if voice in said_of(item)}) > 1
