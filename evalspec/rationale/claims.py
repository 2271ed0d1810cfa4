"""What the rules counted, as evidence: the figures in words, and the claims they prove wrong."""

from __future__ import annotations

from decimal import Decimal

from evalspec.core.quantity import plain
from evalspec.core.verdict import Struck, Verdict
from evalspec.rationale.ledger import Ledger, LedgerScope, ledger_of
from evalspec.vocabulary.lexicon import Lexicon

_MOST_PARTS = 40
_CITED = 5


class Evidence:
    """The ledger of a verdict of the rules."""

    def __init__(self, verdict: Verdict, lexicon: Lexicon) -> None:
        """Take a verdict that is decided."""
        self.ledger: Ledger = ledger_of(verdict, lexicon)
        self.lexicon = lexicon

    @property
    def text(self) -> str:
        """Return one line for each comparison."""
        return "\n".join([self.ledger.canonical, *map(line_of, self.ledger.scopes)])

    def against(self, text: str) -> tuple[Struck, ...]:
        """Return the claims of a statement that the ledger proves wrong."""
        return ()


def line_of(scope: LedgerScope) -> str:
    """Say what was counted in a scope, and from what."""
    unit = f" {scope.unit.name}" if scope.unit else ""
    factor = scope.unit.factor if scope.unit else Decimal(1)
    label = f"{scope.label}: " if scope.label else ""
    value = "" if scope.computed is None else f"{plain(scope.computed)}{unit}"
    parts = [f"{plain(one.value / factor)} ({one.label})" for one in scope.parts or ()]
    if len(parts) > 1 and len(parts) <= _MOST_PARTS:
        value = f"{' + '.join(parts)} = {value}"
    cited = "; ".join(f'"{text}"' for text in scope.cited[:_CITED])
    return f"{label}{', '.join(filter(None, (value, cited)))} ({scope.outcome.value})"
