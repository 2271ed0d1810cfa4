"""Limits of calls and cost, and what was spent.

Every request that is sent counts, retries too. While one is under way its upper price is set
aside; a reply that was lost may have been billed, so its upper price stays set aside for good.
A question that does not fit beside what is under way waits, and is given up when nothing is.
"""

from __future__ import annotations

import asyncio
import json
from decimal import Decimal
from pathlib import Path
from statistics import quantiles

from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.judge.config import Price
from evalspec.judge.exchange import Reply, Request, cost_of, most_of
from evalspec.source.whole import write_whole


class Limits(Record, frozen=True):
    """What may be spent; None for no limit."""

    calls: int | None = None
    cost: Decimal | None = None


class Spent:
    """Totals of a run."""

    def __init__(self, limits: Limits) -> None:
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
        """Of the replies that came."""
        self.lost = Decimal(0)
        """What replies that were lost, or came without a count of tokens, may have cost beside."""
        self.priced = False
        self.seconds: list[float] = []
        self.stopped = False
        """A limit was reached."""
        self._sent = 0
        self._before = Limits(0, Decimal(0))
        self._kept: Path | None = None
        self._under_way = 0
        self._aside = Decimal(0)
        self._ended = asyncio.Condition()

    def keep_in(self, path: Path) -> None:
        """Count on from what the file says was spent before, and keep it true from now on.

        A run that is killed leaves what was under way at its upper price. Raises `InputError` for a
        file that cannot be read.
        """
        self._kept = path
        if not path.exists():
            return
        try:
            found = json.loads(path.read_bytes())
            self._before = Limits(int(found["calls"]), Decimal(found["cost"]))
        except (OSError, ValueError, KeyError, TypeError, ArithmeticError) as error:
            message = f"what was spent before cannot be read: {error}"
            raise InputError.of("broken-run", message, At(file=str(path))) from error

    def _keep(self) -> None:
        if self._kept is None:
            return
        calls = (self._before.calls or 0) + self._sent + self._under_way
        cost = (self._before.cost or 0) + self.cost + self.lost + self._aside
        said = json.dumps({"calls": calls, "cost": str(cost)}) + "\n"
        write_whole(self._kept, said.encode())

    # -- one request ---------------------------------------------------------------------------
    async def admit(self, request: Request, price: Price | None) -> bool:
        """Set the upper price of a request aside; False when a limit forbids it for good."""
        upper = most_of(price, request)
        async with self._ended:
            while not self._fits(upper):
                if not self._under_way:
                    self.stopped = True
                    return False
                await self._ended.wait()
            self._under_way += 1
            self._aside += upper
            self._keep()
        return True

    def _fits(self, upper: Decimal) -> bool:
        calls, cost = self.limits.calls, self.limits.cost
        sent = (self._before.calls or 0) + self._sent + self._under_way
        if calls is not None and sent >= calls:
            return False
        spent = (self._before.cost or 0) + self.cost + self.lost + self._aside
        return cost is None or spent + upper <= cost

    async def settle(
        self, request: Request, price: Price | None, reply: Reply | None, *, sent: bool, lost: bool
    ) -> None:
        """Count what came of a request in place of what was set aside.

        `sent` tells whether it may have reached the endpoint, `lost` whether it may be billed
        although no reply came.
        """
        upper = most_of(price, request)
        async with self._ended:
            self._under_way -= 1
            self._aside -= upper
            self._sent += sent
            if reply is not None:
                self._count(reply, price, upper)
            elif lost:
                self.lost += upper
            self._keep()
            self._ended.notify_all()

    def _count(self, reply: Reply, price: Price | None, upper: Decimal) -> None:
        self.tokens_in += reply.tokens_in
        self.tokens_out += reply.tokens_out
        spent = cost_of(price, reply.tokens_in, reply.tokens_out)
        if spent is not None:
            self.priced = True
            self.cost += spent
            if reply.uncounted:
                self.lost += max(Decimal(0), upper - spent)

    # -- one question ----------------------------------------------------------------------------
    def end(self, reply: Reply) -> None:
        """Count a question that was answered or given up."""
        self.calls += 1
        self.failed += bool(reply.error)
        self.attempts += reply.attempts
        self.resent += reply.resent
        if not reply.error:
            self.seconds.append(reply.seconds)

    # -- words -----------------------------------------------------------------------------------
    def percentiles(self) -> tuple[float, float, float]:
        """Return the median, the 90th and the 99th percentile of seconds."""
        if len(self.seconds) < 2:
            only = self.seconds[0] if self.seconds else 0.0
            return only, only, only
        cuts = quantiles(self.seconds, n=100, method="inclusive")
        return cuts[49], cuts[89], cuts[98]

    def so_far(self) -> str:
        """Say what was used up to now, and what is left of a limit."""
        parts = [f"{self.tokens_in} + {self.tokens_out} tokens"]
        used = self.cost + self.lost
        if self.priced or self.lost:
            parts.append(f"cost {amount(used)}")
        if self.limits.cost is not None:
            left = max(Decimal(0), self.limits.cost - used)
            parts[-1] += f" of {amount(self.limits.cost)} ({amount(left)} left)"
        if self.limits.calls is not None:
            parts.append(f"{max(0, self.limits.calls - self._sent)} calls left")
        return ", ".join(parts)

    def summary(self) -> str:
        """Say what was spent, in one line."""
        parts = [f"{self.calls} calls", f"{self.cached} from the cache"]
        if self.failed:
            parts.append(f"{self.failed} failed")
        parts.append(f"{self.tokens_in} + {self.tokens_out} tokens")
        if self.priced:
            parts.append(f"cost {self.cost.normalize():f}")
        if self.lost:
            parts.append(f"lost replies may cost {amount(self.lost)} more")
        if self.seconds:
            parts.append("p50 {:.2f} s, p90 {:.2f} s, p99 {:.2f} s".format(*self.percentiles()))
        if self.resent:
            parts.append(f"{self.resent} sent again after a lost reply (may be billed twice)")
        if self.stopped:
            parts.append("stopped at the limit")
        return "judges: " + ", ".join(parts)


def amount(cost: Decimal) -> str:
    """Write a sum of money with three digits that matter, and at least two places."""
    places = max(2, 2 - cost.adjusted()) if cost else 2
    return f"{cost:.{places}f}"
