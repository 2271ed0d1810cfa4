"""Limits of calls and cost, and what was spent."""

from __future__ import annotations

from decimal import Decimal
from statistics import quantiles

from evalspec.core.record import Record
from evalspec.judge.config import Price
from evalspec.judge.exchange import Reply, Request, cost_of


class Limits(Record, frozen=True):
    """What may be spent; None for no limit."""

    calls: int | None = None
    cost: Decimal | None = None


class Spent:
    """Totals of a run. The upper price of a request is set aside while it is under way."""

    def __init__(self, limits: Limits) -> None:
        """Take the limits."""
        self.limits = limits
        self.calls = 0
        """Questions answered or given up by an endpoint."""
        self.cached = 0
        self.failed = 0
        self.attempts = 0
        self.resent = 0
        self.tokens_in = 0
        self.tokens_out = 0
        self.cost = Decimal(0)
        self.priced = False
        self.seconds: list[float] = []
        self.stopped = False
        """A limit was reached."""
        self._aside = Decimal(0)
        self._begun = 0

    def begin(self, request: Request, price: Price | None) -> Decimal | None:
        """Set the upper price of a request aside; None when a limit forbids it."""
        upper = cost_of(price, request.tokens_at_most, request.reply_tokens) or Decimal(0)
        calls, cost = self.limits.calls, self.limits.cost
        if calls is not None and self._begun >= calls:
            self.stopped = True
            return None
        if cost is not None and self.cost + self._aside + upper > cost:
            self.stopped = True
            return None
        self._begun += 1
        self._aside += upper
        return upper

    def end(self, reply: Reply, price: Price | None, upper: Decimal) -> None:
        """Count a reply in place of what was set aside."""
        self._aside -= upper
        self.calls += 1
        self.failed += bool(reply.error)
        self.attempts += reply.attempts
        self.resent += reply.resent
        self.tokens_in += reply.tokens_in
        self.tokens_out += reply.tokens_out
        spent = cost_of(price, reply.tokens_in, reply.tokens_out)
        if spent is not None:
            self.priced = True
            self.cost += spent
        if not reply.error:
            self.seconds.append(reply.seconds)

    def percentiles(self) -> tuple[float, float, float]:
        """Return the median, the 90th and the 99th percentile of seconds."""
        if len(self.seconds) < 2:
            only = self.seconds[0] if self.seconds else 0.0
            return only, only, only
        cuts = quantiles(self.seconds, n=100, method="inclusive")
        return cuts[49], cuts[89], cuts[98]

    def summary(self) -> str:
        """Say what was spent, in one line."""
        parts = [f"{self.calls} calls", f"{self.cached} from the cache"]
        if self.failed:
            parts.append(f"{self.failed} failed")
        parts.append(f"{self.tokens_in} + {self.tokens_out} tokens")
        if self.priced:
            parts.append(f"cost {self.cost.normalize():f}")
        if self.seconds:
            parts.append("p50 {:.2f} s, p90 {:.2f} s, p99 {:.2f} s".format(*self.percentiles()))
        if self.resent:
            parts.append(f"{self.resent} sent again after a lost reply (may be billed twice)")
        if self.stopped:
            parts.append("stopped at the limit")
        return "judges: " + ", ".join(parts)
