"""Which questions a person is asked, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256

from msgspec.structs import replace

from evalspec.compare.items import DECIDED, Item, Items
from evalspec.compare.people.label import Label
from evalspec.compare.people.question import Question
from evalspec.core.errors import InputError, Problem
from evalspec.core.verdict import Outcome

QUEUES = ("open", "disagreements", "all", "sample:N")


def queued(items: Items, asked: Mapping[str, Question], queue: str, seed: int) -> list[Question]:
    """Return the questions of a queue; of questions that are about no item only `all` has any.

    Raises `InputError` for a queue that there is not.
    A sample of N is part of every larger sample with the same seed, and the same for everybody.
    """
    name, _, number = queue.partition(":")
    if name == "sample" and number.isdecimal():
        chosen = sorted(asked.values(), key=lambda one: _drawn(seed, "", one.item))
        return chosen[: int(number)]
    tests = {"open": _is_open, "disagreements": _differs}
    if queue not in (*tests, "all"):
        message = f"a queue is {', '.join(QUEUES)}, not {queue!r}"
        raise InputError([Problem("unknown-queue", message)])
    voices = [voice for voice in items.voices if voice not in (DECIDED, *items.people)]
    if queue == "all":
        return list(asked.values())
    named = {item.key.short: item for item in items.by_key.values() if item.key.short in asked}
    return [asked[name] for name, item in named.items() if tests[queue](item, voices)]


def disputed(asked: Mapping[str, Question], labels: Iterable[Label]) -> list[Question]:
    """Return the questions on which people differ and that nobody has settled."""
    said: dict[str, set[str]] = {}
    settled: set[str] = set()
    for label in labels:
        said.setdefault(label.item, set()).add(label.label)
        if label.adjudicates:
            settled.add(label.item)
    return [
        one for one in asked.values() if len(said.get(one.item, ())) > 1 > (one.item in settled)
    ]


def ordered(found: Iterable[Question], person: str, seed: int) -> list[Question]:
    """Return questions in an order of the person's own, the same every time; so are pairs."""
    drawn = sorted((_drawn(seed, person, one.item), one.item, one) for one in found)
    return [
        replace(one, order="AB" if digest[-1] % 2 else "BA") if len(one.texts) > 1 else one
        for digest, _, one in drawn
    ]


def _drawn(seed: int, person: str, item: str) -> bytes:
    return sha256(f"{seed}\n{person}\n{item}".encode()).digest()


def _is_open(item: Item, voices: Sequence[str]) -> bool:
    """Tell whether some method looked at an item and none decided it."""
    said = {item.outcomes[voice] for voice in voices if voice in item.evidence}
    return said == {Outcome.UNDETERMINED}


def _differs(item: Item, voices: Sequence[str]) -> bool:
    return len({item.outcomes[voice] for voice in voices if voice in item.outcomes}) > 1
