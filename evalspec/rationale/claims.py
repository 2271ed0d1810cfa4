"""What the rules counted, as evidence: the figures in words, and the claims they prove wrong.

A claim is struck only where it can be read in one way: a sum that is no sum of its terms, a total
of one scope, a count of everything in one, the amount of one item that the ledger names. What is
approximate, asked for, a part, a difference, hypothetical or quoted from the response is let be,
and so is everything where the ledger itself is open to several readings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from evalspec.core.quantity import plain
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.verdict import Struck, Verdict
from evalspec.document.plain import plain_form
from evalspec.rationale.ledger import Ledger, LedgerScope, Part, frame_of, ledger_of
from evalspec.rationale.matching import Region, is_value, regions
from evalspec.rationale.prose import words
from evalspec.rationale.read import Rationale, read_rationale
from evalspec.rationale.sums import Equation, Number
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_LONGEST = 10_000
"""Characters of a statement that is read."""
_MOST_PARTS = 40
"""Parts that a line shows."""
_MOST_SUMS = 12
"""Parts of which every sum is tried."""
_CITED = 5
_SLACK = Decimal("0.01")
"""A number that was rounded by no more than this share is not wrong."""
_HALF = Decimal("0.5")
_MARK = re.compile(r"[,;:!?()](?=\s|$)|[.](?=\s|$)|\n|[()—]")
_AND = re.compile(r"\band\s+(?:the\s+)?")
_WORD = re.compile(r"[\w'-]+")
_NEXT = re.compile(r"[\s-]*([^\W\d_]+)")
_SPLIT = re.compile(r"'s\b|[^\W_]+")


class _Claim(Record, frozen=True):
    """Something that the ledger proves wrong."""

    span: Span
    claim: str
    proof: str


class Evidence:
    """The ledger of a verdict of the rules."""

    def __init__(self, verdict: Verdict, lexicon: Lexicon) -> None:
        """Take a verdict that is decided."""
        self.ledger = ledger_of(verdict, lexicon)
        self.lexicon = lexicon
        self.sure = len(verdict.readings) < 2 and not verdict.doubts

    @property
    def text(self) -> str:
        """Return one line for each comparison."""
        return "\n".join([self.ledger.canonical, *map(line_of, self.ledger.scopes)])

    def against(self, text: str) -> tuple[Struck, ...]:
        """Return the claims of a statement that the ledger proves wrong, in their order."""
        if not self.sure or len(text) > _LONGEST:
            return ()
        rationale = read_rationale(text, self.lexicon, frame_of(self.ledger))
        found: list[_Claim] = []
        said = regions(rationale, self.ledger)
        taken = {number.span for region in said for number in region.numbers}
        left = tuple(number for number in rationale.numbers if number.span not in taken)
        for scope, region in zip(self.ledger.scopes, said, strict=True):
            reader = _Reader(self.ledger, scope)
            found += reader.wrong(region, rationale)
            found += reader.wrong_parts(left, rationale)
        return tuple(_whole(found, text))


def _whole(found: list[_Claim], text: str) -> Iterator[Struck]:
    end = 0
    for one in sorted(found, key=lambda claim: (claim.span.start, -claim.span.end)):
        if one.span.start >= end:
            yield Struck(one.span.of(text), one.claim, one.proof)
            end = one.span.end


class _Reader:
    """Reads what is said of one scope."""

    def __init__(self, ledger: Ledger, scope: LedgerScope) -> None:
        self.kind, self.scope, scopes = ledger.kind, scope, ledger.scopes
        asked = _SPLIT.findall(plain_form(ledger.canonical))
        self.nouns = {*ledger.nouns, *map(fold, asked)}
        self.labels = [plain_form(one.label) for one in scopes if one.label]
        parts = [part for one in scopes for part in one.parts or ()]
        self.parts = {plain_form(part.label): part for part in parts if part.label}
        self.sums = _sums(scope)
        self.differences = _differences(scope)

    def wrong(self, region: Region, rationale: Rationale) -> Iterator[_Claim]:
        """Find every claim that is proven wrong."""
        if self.scope.computed is None:
            return
        plain_text = plain_form(rationale.text)
        terms = {
            number.span: made for made in region.equations for term in made.terms
            for number in term.numbers
        }  # fmt: skip
        for made in region.equations:
            if not made.right and self._of_ledger(made):
                unit = self._unit()
                proof = (
                    f"these come to {plain(made.computed)}{unit}, not {plain(made.result.value)}"
                )
                yield self._claim(made.span, made.result, proof)
        results = {made.result.span for made in region.equations if not made.right}
        fitting = [number for number in rationale.numbers if self._fits(number)]
        for number in region.numbers:
            if number in fitting and number.span not in terms and number.span not in results:
                yield from self._stated(number, fitting, plain_text)

    def wrong_parts(self, numbers: Sequence[Number], rationale: Rationale) -> Iterator[_Claim]:
        """Find wrong amounts of the items of this scope where no scope is named."""
        plain_text = plain_form(rationale.text)
        fitting = [number for number in rationale.numbers if self._fits(number)]
        own = {plain_form(part.label) for part in self.scope.parts or ()}
        terms = {n.span for made in rationale.equations for t in made.terms for n in t.numbers}
        for number in numbers:
            if number in fitting and number.span not in terms:
                for claim in self._stated(number, fitting, plain_text):
                    said = plain_text[claim.span.start : claim.span.end]
                    if any(_mentions(said, name) for name in own):
                        yield claim

    def _stated(self, number: Number, fitting: Sequence[Number], text: str) -> Iterator[_Claim]:
        """Find out whether the clause of a number says something wrong."""
        clause = _clause(text, number, (*self.labels, *self.parts), fitting)
        said = text[clause.start : clause.end]
        others = [name for name in self.labels if name != plain_form(self.scope.label)]
        apart = words("qualified").search(said) or words("but").search(said)
        if apart or any(_mentions(said, one) for one in others):
            return
        if _is_joined(number, fitting, text):
            return
        if self.kind in ("count", "text-count"):
            yield from self._count(number, clause, text)
        else:
            yield from self._amount(number, clause, said, text)

    def _of_ledger(self, made: Equation) -> bool:
        """Tell whether a sum is of numbers that the ledger has."""
        known = {part.value for part in self.parts.values()}
        known |= {part.value for part in self.scope.parts or ()}
        numbers = [number for term in made.terms for number in term.numbers]
        if any(number.clock is not None for number in numbers):
            clocks = {part.clock for part in self.scope.parts or ()}
            return all(number.clock in clocks for number in numbers)
        if made.result.about or any(number.about for number in numbers):
            return False
        return len(numbers) > 1 and all(self._base(number) in known for number in numbers)

    def _fits(self, number: Number) -> bool:
        """Tell whether a number is an exact one of the kind that was counted."""
        if number.requirement or number.about or number.clock is not None:
            return False
        if self.kind in ("count", "text-count"):
            return number.word in self.nouns
        unit = self.scope.unit
        return number.unit is not None and unit is not None and (
            number.unit.dimension == unit.dimension
        )  # fmt: skip

    def _base(self, number: Number) -> Decimal:
        return number.base if number.unit is not None else number.value * self.scope.factor

    # -- counts ------------------------------------------------------------------------------
    def _count(self, number: Number, clause: Span, text: str) -> Iterator[_Claim]:
        if not is_value(number, self.scope) and self._plainly(number, clause, text):
            yield self._claim(clause, number, line_of(self.scope))

    def _plainly(self, number: Number, clause: Span, text: str) -> bool:
        """Tell whether a clause holds nothing that could make its amount one of a part."""
        noun = _NEXT.match(text, number.span.end)
        end = noun.end() if noun and fold(noun[1]) == number.word else number.span.end
        around = f"{text[clause.start : number.span.start]} {text[end : clause.end]}"
        for name in self.labels:
            around = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", around)
        return all(
            fold(word) in self.nouns or words("plainly").fullmatch(word)
            for word in _SPLIT.findall(around)
        )

    # -- amounts -------------------------------------------------------------------------------
    def _amount(self, number: Number, clause: Span, said: str, text: str) -> Iterator[_Claim]:
        value = self._base(number)
        if _is_near(value, self.scope.base, number):
            return
        named = [name for name in self.parts if _mentions(said, name)]
        if named:
            part = self.parts[named[0]]
            if len(named) == 1 and self._is_of(named[0], number, clause, text):
                yield from self._part(part, number, clause)
            return
        here = plain_form(self.scope.label)
        scoped = bool(here) and _mentions(said, here)
        whole = words("total").search(said) or words("whole").search(said)
        total = whole is not None or self._named(said)
        if not total and not scoped:
            return
        strong = whole is not None and (scoped or not here)
        known = value in self.differences or (value in self.sums and not strong)
        if not known and self._plainly(number, clause, text):
            yield self._claim(clause, number, line_of(self.scope))

    def _named(self, said: str) -> bool:
        """Tell whether a clause names what was measured, where only one thing was."""
        return not self.scope.label and any(_mentions(said, noun) for noun in self.nouns)

    def _is_of(self, name: str, number: Number, clause: Span, text: str) -> bool:
        """Tell whether an amount is that of the item named in its clause: nothing else stands between."""
        at = text.find(name, clause.start, clause.end)
        if at < number.span.start:
            between = text[at + len(name) : number.span.start]
        else:
            between = text[number.span.end : at]
        for label in self.labels:
            between = between.replace(label, " ")
        return all(words("has").fullmatch(word) for word in _WORD.findall(between))

    def _part(self, part: Part, number: Number, clause: Span) -> Iterator[_Claim]:
        same = [one for name, one in self.parts.items() if name == plain_form(part.label)]
        same += [one for one in self.scope.parts or () if one.label == part.label]
        known = {value for one in same for value in (one.value, *one.factors)}
        value = self._base(number)
        if any(_is_near(value, one, number) for one in known):
            return
        proof = f"{part.label}: {plain(part.value / self.scope.factor)}{self._unit()}"
        yield self._claim(clause, number, proof, part.label)

    def _claim(self, span: Span, number: Number, proof: str, about: str = "") -> _Claim:
        label = ", ".join(filter(None, (self.scope.label, about)))
        claim = f"{label}: {plain(number.value)}{self._unit()}".removeprefix(": ")
        return _Claim(span, claim, proof)

    def _unit(self) -> str:
        return f" {self.scope.unit.name}" if self.scope.unit else ""


def _sums(scope: LedgerScope) -> set[Decimal]:
    """Return what some of the parts of a scope come to."""
    values = [part.value for part in scope.parts or ()][:_MOST_SUMS]
    return {
        sum(chosen, Decimal(0))
        for count in range(1, len(values))
        for chosen in combinations(values, count)
    }


def _differences(scope: LedgerScope) -> set[Decimal]:
    """Return what is written as a total, and what is between it, the value and the bound."""
    stated = set(scope.excluded)
    others = stated | ({scope.bound * scope.factor} if scope.bound is not None else set())
    return stated | {abs(scope.base - one) for one in others if scope.base is not None}


def _is_near(value: Decimal, wanted: Decimal | None, number: Number) -> bool:
    """Tell whether a value is the one that is right, or that one rounded a little."""
    if wanted is None or value == wanted:
        return True
    exponent = number.value.normalize().as_tuple().exponent
    digit = Decimal(1).scaleb(exponent) if isinstance(exponent, int) else Decimal(0)
    factor = number.unit.factor if number.unit else Decimal(1)
    return abs(value - wanted) <= min(digit * factor * _HALF, abs(wanted) * _SLACK)


def _is_joined(number: Number, others: Sequence[Number], text: str) -> bool:
    """Tell whether a number is one of two that are one amount: `7 hours and 45 minutes`."""
    return any(
        text[min(one.span.end, number.span.end) : max(one.span.start, number.span.start)].strip()
        in ("", "and")
        for one in others
        if one.span != number.span and one.unit is not None and number.unit is not None
    )


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _clause(text: str, number: Number, names: Sequence[str], amounts: Sequence[Number]) -> Span:
    """Return the clause around a number: up to a mark, a conjunction, or `and` before a name.

    `Squats and rows make 7 sets` is one clause: no amount stands before its `and`.
    """
    last = number.span.end - (text[number.span.end - 1] == ".")  # of an abbreviated unit, or not
    cuts = [found.span() for found in _MARK.finditer(text)]
    kept = [found.span() for found in words("but").finditer(text)]
    cuts += [
        found.span()
        for found in words("clause").finditer(text)
        if not any(begin <= found.start() < end for begin, end in kept)
    ]
    start, end = _between(cuts, number.span.start, last, len(text))
    cuts = [
        found.span()
        for found in _AND.finditer(text, start, end)
        if any(text.startswith(name, found.end()) for name in names)
        and any(start <= one.span.start and one.span.end <= found.start() for one in amounts)
    ]
    start, end = _between([*cuts, (start, start), (end, end)], number.span.start, last, end)
    inner = text[start:end]
    return Span(start + len(inner) - len(inner.lstrip()), start + len(inner.rstrip()))


def _between(cuts: Sequence[tuple[int, int]], first: int, last: int, end: int) -> tuple[int, int]:
    return (
        max((after for _, after in cuts if after <= first), default=0),
        min((begin for begin, _ in cuts if begin >= last), default=end),
    )


def line_of(scope: LedgerScope) -> str:
    """Say what was counted in a scope, and from what."""
    unit = f" {scope.unit.name}" if scope.unit else ""
    label = f"{scope.label}: " if scope.label else ""
    value = "" if scope.computed is None else f"{plain(scope.computed)}{unit}"
    parts = [f"{plain(one.value / scope.factor)} ({one.label})" for one in scope.parts or ()]
    if len(parts) > 1 and len(parts) <= _MOST_PARTS:
        value = f"{' + '.join(parts)} = {value}"
    cited = "; ".join(f'"{text}"' for text in scope.cited[:_CITED])
    return f"{label}{', '.join(filter(None, (value, cited)))} ({scope.outcome.value})"
