"""What a rationale did otherwise than the ledger, scope by scope."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from evalspec.core.quantity import plain
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.document.plain import plain_form
from evalspec.rationale.ledger import Ledger, LedgerScope
from evalspec.rationale.matching import Region, Used, counts, equals, is_value, listed, totals, used
from evalspec.rationale.read import Rationale
from evalspec.rationale.sums import Equation, Number


class Fault(str, Enum):
    """What goes wrong in a rationale, in the order in which one step follows another."""

    EXTRACTION = "extraction"
    """A number was left out, made up, or taken twice."""
    COUNTING = "counting"
    SCHEDULE = "schedule"
    """A block of time was misunderstood, or the time between two clock times."""
    CALCULATION = "calculation"
    OTHER = "other"
    """The numbers are right and were compared wrongly."""
    UNEXPLAINED = "unexplained"
    """A value is wrong and nothing shows why."""


class Finding(Record, frozen=True):
    """One fault with its evidence."""

    fault: Fault
    scope: str
    message: str
    span: Span
    """Where it stands in the rationale."""
    text: str
    """What stands there."""


class Judged(Record, frozen=True):
    """What a rationale says of one scope."""

    scope: LedgerScope
    supported: bool
    """It states the value that the ledger has."""
    findings: tuple[Finding, ...]


def judge_scope(scope: LedgerScope, region: Region, rationale: Rationale, ledger: Ledger) -> Judged:
    """Compare what is said of a scope with its ledger."""
    finder = _Finder(scope, region, rationale, ledger)
    return Judged(scope, finder.supported(), tuple(finder.findings()))


class _Finder:
    def __init__(
        self, scope: LedgerScope, region: Region, rationale: Rationale, ledger: Ledger
    ) -> None:
        self.scope, self.region = scope, region
        self.rationale, self.ledger = rationale, ledger
        self.used = used(region, scope)
        self.stated = self._stated()
        self.listed = self._listed()

    def _stated(self) -> Number | None:
        """Return the value that was compared in the end, where it can be told."""
        if self.ledger.kind in ("count", "text-count"):
            listed = counts(self.region, self.ledger)
            return listed[-1] if listed else self._result()
        found = self._result()
        if found is not None:
            return found
        spans = [made.result for made in self.region.equations if _is_span(made)]
        if spans and self.ledger.kind == "time":
            return spans[-1] if len(spans) == 1 else None
        stated = totals(self.region, self.rationale)
        return stated[-1] if stated else None

    def _result(self) -> Number | None:
        return self.used.equation.result if self.used is not None else None

    def _listed(self) -> Used | None:
        """Return the amounts listed before a total, where no sum is written."""
        if self.used is not None or self.stated is None or self.ledger.kind != "amount":
            return None
        return listed(self.region, self.scope, self.stated)

    def supported(self) -> bool:
        if self.ledger.kind in ("presence", "text", "form"):
            return self._quotes()
        return self.stated is not None and is_value(self.stated, self.scope)

    def _quotes(self) -> bool:
        """Tell whether the text that decided stands in the rationale."""
        said = plain_form(self.rationale.text)
        return bool(self.scope.cited) and any(plain_form(c) in said for c in self.scope.cited)

    # -- faults ---------------------------------------------------------------------------
    def findings(self) -> Iterator[Finding]:
        wrong = self.stated is not None and not self.supported()
        if self.ledger.kind in ("amount", "time"):
            yield from self._extraction()
        yield from self._arithmetic()
        if self.ledger.kind in ("count", "text-count") and wrong:
            yield from self._counting()
        elif wrong and self.stated is not None and self.ledger.kind in ("amount", "time"):
            message = f"states {_shown(self.stated)}, the ledger has {self._computed()}"
            yield self._finding(Fault.UNEXPLAINED, message, self.stated.span)

    def _extraction(self) -> Iterator[Finding]:
        found = self.used
        if found is None and self.listed is not None and self.listed.equation.right:
            found = self.listed
        if found is None or self.scope.parts is None or not (found.missing or found.extra):
            return
        if found.grouped:
            return
        terms = len(found.extra) + found.matched
        if 2 * found.matched < min(terms, len(self.scope.parts)):
            return
        fault = Fault.SCHEDULE if self.ledger.kind == "time" else Fault.EXTRACTION
        yield self._finding(fault, self._differs(found), found.equation.span)

    def _differs(self, found: Used) -> str:
        said = []
        for term in found.extra:
            value = " × ".join(plain(number.value) for number in term.numbers)
            twice = any(equals(term, value, self.scope) for value in self.scope.excluded)
            said.append(
                f"adds {value}, " + ("a stated total" if twice else "no part of the ledger")
            )
        said += [f"leaves out {part.label}" for part in found.missing]
        return "; ".join(said)

    def _arithmetic(self) -> Iterator[Finding]:
        equations = list(self.region.equations)
        if self.listed is not None and not (self.listed.missing or self.listed.extra):
            equations.append(self.listed.equation)
        for made in equations:
            if made.right:
                continue
            fault = Fault.SCHEDULE if _is_span(made) else Fault.CALCULATION
            message = f"comes to {plain(made.computed)}, not {_shown(made.result)}"
            yield self._finding(fault, message, made.span)

    def _counting(self) -> Iterator[Finding]:
        if self.stated is None:
            return
        message = f"counts {_shown(self.stated)}, the ledger has {self._computed()}"
        said = plain_form(self.rationale.text)
        parts = self.scope.parts or ()
        absent = [part.label for part in parts if plain_form(part.label) not in said]
        fault = Fault.COUNTING
        if absent and 2 * len(absent) <= len(parts):
            fault = Fault.EXTRACTION
            message += f"; does not name {', '.join(absent)}"
        yield self._finding(fault, message, self.stated.span)

    def _computed(self) -> str:
        value = "nothing" if self.scope.computed is None else plain(self.scope.computed)
        return f"{value} {self.scope.unit.name}" if self.scope.unit else value

    def _finding(self, fault: Fault, message: str, span: Span) -> Finding:
        return Finding(fault, self.scope.label, message, span, span.of(self.rationale.text))


def _is_span(made: Equation) -> bool:
    """Tell whether an equation says how long it is between two clock times."""
    return any(number.clock is not None for term in made.terms for number in term.numbers)


def _shown(number: Number) -> str:
    value = plain(number.value)
    return f"{value} {number.unit.name}" if number.unit else value
