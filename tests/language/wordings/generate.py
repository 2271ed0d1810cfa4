"""Sentences whose meaning is known, made from formulas: one meaning, many wordings.

A `Saying` is a sentence with the formula it was made from and what kind of wording it is. What
sentences are about stands in `subjects.yaml`, how one says it in `wordings.yaml`; the same seed
makes the same sentences.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.language.wordings import composed, simple
from tests.language.wordings.simple import Made
from tests.language.wordings.writer import Writer, data


class Saying(NamedTuple):
    """A sentence with its meaning."""

    vocabulary: str
    text: str
    formula: str
    """In the formal language."""
    kind: str
    """Kind of meaning and of wording: `amount, telegram`."""
    phrases: tuple[str, ...]
    """The ways of saying a bound and a period that it uses."""
    also: tuple[str, ...] = ()
    """Other formulas that are as good a reading."""


MAKERS: list[tuple[str, str, Callable[[Writer], Made | None]]] = [
    ("amounts", "amount", simple.amount),
    ("amounts", "amount", simple.amount),
    ("counts", "count", simple.count),
    ("counts", "count", simple.count),
    ("named", "exists", simple.exists),
    ("named", "absent", simple.absent),
    ("exceptions", "exception", composed.exception),
    ("orders", "order", composed.order),
    ("times", "length", composed.length),
    ("times", "start", composed.start),
    ("quotes", "quote", composed.quote),
    ("pairs", "two", composed.two),
    ("amounts", "average", composed.average),
    ("counts", "some", composed.some),
    ("restated", "restated", composed.restated),
    ("compares", "compare", composed.compare),
    ("conditions", "conditional", composed.conditional),
]
"""What a vocabulary must have, kind of meaning, and what makes it; twice what people say most."""


def sayings(number: int, seed: int, vocabulary: str = "") -> Iterator[Saying]:
    """Yield so many sentences, over all vocabularies or one."""
    rng = random.Random(seed)
    names = [vocabulary] if vocabulary else list(data("subjects"))
    for _ in range(number):
        yield _saying(Writer(rng, rng.choice(names)))


def _saying(writer: Writer) -> Saying:
    """Make one sentence: a kind of meaning, a template of it, and what fills it."""
    makers = [(kind, make) for part, kind, make in MAKERS if part in writer.subjects]
    made = None
    while made is None:
        kind, make = writer.rng.choice(makers)
        made = make(writer)
    style, template, formulas, slots = made
    text = " ".join(template.format_map(slots).split())
    for gap in (" .", " ,", " :", " ;"):
        text = text.replace(gap, gap[1])
    text = text.lstrip(", ")
    text = text[0].upper() + text[1:]
    used = tuple(way for way, said in writer.phrases if said.lower() in text.lower())
    formula, *also = formulas.split(" | ")
    return Saying(writer.vocabulary, text, formula, f"{kind}, {style}", used, tuple(also))
