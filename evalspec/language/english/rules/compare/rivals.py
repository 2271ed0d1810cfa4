"""What a thing is compared with: what stands behind `than`."""

from __future__ import annotations

from typing import Literal

from evalspec.core.record import Record
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Bound, Noun, Over, Theme
from evalspec.language.english.rule import rule


class Relation(Record, frozen=True):
    """How one amount stands to another: more than, at least twice as much as."""

    comparator: str
    factor: str = ""
    about: bool = False
    by: Bound | None = None
    """What the difference is held to: `at least 20 g more`."""
    firm: bool = False
    """Said to be so exactly."""


class Rival(Record, frozen=True):
    """What something is compared with."""

    noun: Noun | None = None
    theme: Theme | None = None
    """Another amount of the same subject."""
    kind: Literal["", "each", "others", "nth", "together", "previous"] = ""
    number: int = 0
    """Of `the first`."""


class Versus(Record, frozen=True):
    """What a subject is asked to have against something else."""

    relation: Relation
    theme: Theme | None
    """What is compared; None where the adjective says it."""
    counted: Noun | None = None
    rival: Rival = Rival()
    overs: tuple[Over, ...] = ()
    permit: bool = False
    """Only allowed: `may`."""
    adjective: bool = False
    """Said by an adjective alone: `longer`."""
    alike: bool = False
    """Said by `as much as`."""


@rule("Rival -> THAT_ONE OF|IN|ON|FOR Noun", "That -> THAT_ONE OF|IN|ON|FOR Noun", "That -> WHAT_IT_WAS IN|ON Noun",
      example="that of dinner")  # fmt: skip
@rule("Rival -> ON|IN|AT|FOR|DURING? Noun DO?", example="lunch")
def rival(w: Words, noun: Noun) -> Rival:
    return Rival(noun)


@rule("Rival -> Theme DO?", example="the fat")
def rival_theme(w: Words, theme: Theme) -> Rival:
    return Rival(theme=theme)


@rule("Rival -> ON|IN? NTH* ONE?", example="the first")
def rival_place(w: Words, number: int) -> Rival:
    return Rival(kind="nth", number=number)


@rule("Rival -> ON|IN? EACH Noun", example="each lunch")
def rival_each(w: Words, noun: Noun) -> Rival:
    return Rival(noun, kind="each")


@rule("Rival -> ON|IN? ANY_OTHER Noun", "Rival -> ON|IN? ANY_OTHER", example="any other meal")
def rival_others(w: Words, noun: Noun | None = None) -> Rival:
    return Rival(noun, kind="others")


@rule("Rival -> ON|IN? PREVIOUS Rank|ONE? / ON|IN? Rank|ONE BEFORE IT?", example="the day before")
@rule("That -> THAT_ONE OF|IN PREVIOUS Rank / THAT_ONE OF|IN Rank|ONE BEFORE",
      example="that of the week before")  # fmt: skip
def rival_before(w: Words, noun: Noun | None = None) -> Rival:
    return Rival(noun, kind="previous")


@rule("Rival -> Jointly|Noun TOGETHER", example="breakfast and lunch together")
def rival_together(w: Words, noun: Noun) -> Rival | None:
    return Rival(noun, kind="together") if noun.several or noun.plural else None
