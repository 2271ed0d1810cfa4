"""What an evaluation runs on: one response, read lazily, and one reading of the policy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from evalspec.check.bodies import Bodies
from evalspec.check.index import Index
from evalspec.check.result import Result, opposite
from evalspec.check.value import Found, Piece, Term, Value, cite
from evalspec.check.words import words_of
from evalspec.core.case import Atom, Case
from evalspec.core.policy import OPEN, SWITCHES
from evalspec.core.quantity import UNITLESS, Interval, Unit
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.verdict import Cited, Reason
from evalspec.document.facts import Entry, EntryKind, Facts
from evalspec.language.given.values import names_in, typed_data
from evalspec.language.ir import And, Count, Expr, Formula, Not, Or, Scope
from evalspec.language.program import Program

if TYPE_CHECKING:
    from evalspec.check.pieces import Text
    from evalspec.document.told import Telling

K = TypeVar("K")
V = TypeVar("V")
TOLD = "told"
"""Stands among the open switches where an answer can be read in several ways."""
MAX_CHARACTERS = 20_000_000
"""Longer responses are undetermined (`too-large`)."""
DEFAULT_SEGMENTATION = "default/1"
NO_FACTS = Facts((Entry(0, EntryKind.PLAN, "", (), "", Span(0, 0), (), (), -1),))
"""Facts of a response in which nothing was read."""


class Subject:
    """One response, with facts and text pieces computed when first asked for."""

    def __init__(self, program: Program, case: Case, facts: Facts | None = None) -> None:
        """Take the response; nothing is read yet."""
        self.program = program
        self.case = case
        self.words = words_of(program.lexicon)
        self._facts = facts
        self.constants: dict[Expr, Value] = {}
        """Values of expressions over the data alone."""
        self.open_atoms: dict[Atom, None] = {}
        """What a judge would have to answer, in the order in which it was asked."""
        self.given = facts is not None
        self.found: dict[Any, Any] = {}
        """By a function and its argument, what it found in the response."""

    @classmethod
    def of_values(
        cls, program: Program, data: dict[str, Any], tellings: tuple[Telling, ...] = ()
    ) -> Subject:
        """Return a subject without a response: typed data, and what an answer would tell."""
        made = cls(program, Case(""))
        made.data, made.tellings = data, tellings
        return made

    @property
    def unreadable(self) -> Reason | None:
        """Why nothing can be said of the response, if so."""
        if len(self.case.response) > MAX_CHARACTERS:
            return Reason.TOO_LARGE
        return Reason.NO_ANSWER if self.text.missing else None

    @property
    def index(self) -> Index:
        """The facts with their lookups."""
        if isinstance(self._read, Exception):
            raise self._read
        return self._read

    @cached_property
    def beside(self) -> Subject | None:
        """The response as another vocabulary reads it; None where it has no heading of that one."""
        program = self.program
        if program.beside is None or self.given:
            return None
        known = program.lexicon.ranks
        own = [rank for name, rank in program.beside.ranks.items() if name not in known]
        words = {word for rank in own for word in rank.headings}
        text = self.case.response.lower()
        if not any(word in text for word in words):
            return None
        made = Subject(replace(program, lexicon=program.beside), self.case)
        held = (e for e in made.index.entries if e.kind is EntryKind.CONTAINER and e.parts)
        return made if any(not words.isdisjoint(e.names) for e in held) else None

    @cached_property
    def _read(self) -> Index | Exception:
        """Read the response; one that cannot be read is not tried again for each constraint."""
        try:
            facts = self._facts
            if facts is None:
                from evalspec.document.read import read_facts

                facts = read_facts(
                    self.case.response, self.program.lexicon, self.text.answer, self.text.blocks
                )
            if not facts.entries:
                facts = NO_FACTS
            return Index(facts, self.case.response, self.words)
        except Exception as error:
            return error

    @cached_property
    def text(self) -> Text:
        from evalspec.check.pieces import Text

        return Text(self.case.response, self.program.answer, self.extent)

    @cached_property
    def data(self) -> dict[str, Any]:
        """Values given with the case, over those given by the spec, as their types."""
        program = self.program
        return typed_data(program.data, self.case.data, program.given, program.lexicon.units)

    @cached_property
    def tellings(self) -> tuple[Telling, ...]:
        """What the answer tells by the phrases of the vocabulary, under each of its readings."""
        from evalspec.document.told import read_told

        program, names = self.program, names_in(self.data, self.program.given)
        response, lexicon = self.case.response, program.lexicon
        return read_told(response, self.text.answer, lexicon, names, program.answer.none)

    def choices(self, switch: str) -> tuple[str, ...]:
        """Return the values of an open switch, or the readings of what the answer tells."""
        if switch == TOLD:
            return tuple(str(number) for number in range(1, len(self.tellings) + 1))
        return SWITCHES[switch]

    def extent(self, entry: Entry) -> tuple[Span, ...]:
        return self._bodies.of(entry)

    @cached_property
    def _bodies(self) -> Bodies:
        return Bodies(self.index)


def once_a_response(find: Callable[[Run, K], V]) -> Callable[[Run, K], V]:
    """Keep what a function finds in a response: no policy changes it."""

    def found(run: Run, key: K) -> V:
        known = run.subject.found
        if (find, key) not in known:
            known[find, key] = find(run, key)
        value: V = known[find, key]
        return value

    return found


class Tables(Record, frozen=True):
    """What decides each node of the language; its functions reach each other through `Run`."""

    formulas: Mapping[type, Callable[[Any, Run, Piece | None], Result]]
    expressions: Mapping[type, Callable[[Any, Run, Piece | None], Value]]
    members: Callable[[Run, Scope, Piece | None, bool], Found]


class Run:
    """One evaluation of one formula under one assignment of the open switches."""

    def __init__(self, tables: Tables, subject: Subject, assigned: dict[str, str]) -> None:
        self.tables = tables
        self.subject = subject
        self.words = subject.words
        self.policy = subject.program.policy
        self.assigned = assigned
        self.open: dict[str, str] = {}
        self.settled: dict[str, str] = {}
        self.variables: dict[str, Piece] = {}
        self.holder: Piece | None = None
        """What the members of a scope are looked for in, while its filters are applied."""
        self.segmentation = ""
        self.persons: Interval | None = None
        """How many share what is asked; None where it is taken as it is told."""
        self.of_each = False
        """Whether it is asked of each of them."""
        self.told_apart: Scope | None = None
        """What different ones are compared with: each of them counts there, however often it comes."""
        self.counts: dict[tuple[str, Interval | None, bool, Scope | None, Count], Value] = {}
        """Counts in the whole response, by the segmentation and the persons in force."""
        self.often: dict[tuple[int, str], Interval | None] = {}
        """How often an amount for one of something counts, by its entry and what it is for."""

    def cite(self, piece: Piece) -> Cited | None:
        """Cite where a piece begins, if it stands anywhere."""
        if piece.entry is not None:
            return self.index.cite(piece.entry.span)
        return cite(self.text.response, piece.spans[0]) if piece.spans else None

    def term(self, piece: Piece, role: str, value: Interval, unit: Unit = UNITLESS) -> Term:
        """Return a number that a piece stands for, cited where it begins."""
        return Term(piece.label, role, value, unit, self.cite(piece))

    def bind(self, name: str, piece: Piece | None) -> None:
        """Bind a variable; None unbinds it."""
        if piece is None:
            self.variables.pop(name, None)
        else:
            self.variables[name] = piece

    def truth(self, node: Formula, piece: Piece | None) -> Result:
        """Return the truth of a formula in the scope in force (None: the whole response)."""
        return self.tables.formulas[type(node)](node, self, piece)

    def holds(self, node: Formula, piece: Piece | None) -> bool | None:
        """Return only whether a formula holds; parts that can no longer change it are left out."""
        if isinstance(node, Not):
            return opposite(self.holds(node.part, piece))
        if not isinstance(node, And | Or):
            return self.truth(node, piece).truth
        decisive = isinstance(node, Or)
        unsure = False
        for part in node.parts:
            truth = self.holds(part, piece)
            if truth is decisive:
                return decisive
            unsure = unsure or truth is None
        return None if unsure else not decisive

    def value(self, node: Expr, piece: Piece | None) -> Value:
        """Return the value of an expression in the scope in force (None: the whole response)."""
        return self.tables.expressions[type(node)](node, self, piece)

    def members(self, scope: Scope, piece: Piece | None, *, counting: bool = False) -> Found:
        """Return the members of a scope below the scope in force.

        `counting` leaves an implicit rank empty and keeps containers of rest.
        """
        return self.tables.members(self, scope, piece, counting)

    @property
    def index(self) -> Index:
        return self.subject.index

    @property
    def text(self) -> Text:
        """The text with its pieces, cut by the segmentation in force."""
        text = self.subject.text
        return text.by(self.segmentation) if self.segmentation else text

    def cut(self) -> None:
        """Note that the text was cut into pieces, and by which definition."""
        name = self.segmentation or DEFAULT_SEGMENTATION
        noted = self.settled.get("segmentation")
        if noted is None:
            self.settled["segmentation"] = name
        elif name not in noted.split(" and "):
            self.settled["segmentation"] = f"{noted} and {name}"

    @property
    def data(self) -> dict[str, Any]:
        """Values given with the case, over those given by the spec."""
        return self.subject.data

    @property
    def telling(self) -> Telling:
        """What the answer tells in this reading."""
        tellings = self.subject.tellings
        number = 1
        if len(tellings) > 1:
            number = int(self.assigned.get(TOLD, "1"))
            self.open[TOLD] = str(number)
        return tellings[number - 1]

    def switch(self, name: str) -> str:
        """Return the value of a policy switch in this reading, and note that it was asked."""
        value = self.policy.switches.get(name, SWITCHES[name][0])
        if value == OPEN:
            value = self.open[name] = self.assigned.get(name, SWITCHES[name][0])
        else:
            self.settled[name] = value
        return value
