"""Whether a bound that is crossed is noticed: one amount of a plan is changed, and the verdict with it.

    python -m tests.layouts.crossing -n 1000 --seed 1     tries, and the texts of those that fail

A plan is written, and a sum of it bounded so that it holds. Then one amount of the sum is changed so that
the bound is crossed, and the plan is written again in the same style. The verdict must turn from satisfied
to unsatisfied, or be undetermined before or after.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from decimal import Decimal
from random import Random
from typing import NamedTuple

from evalspec.core.verdict import Outcome
from tests.layouts.plans import Item, Plan, draw_plan, read_domains
from tests.layouts.style import Style
from tests.layouts.truth import Question, bounded, questions
from tests.layouts.writing import draw_style, write


class Try(NamedTuple):
    """A plan before and after its change, a sum of it, and what is said of its bound."""

    before: str
    after: str
    question: Question
    verdicts: tuple[Outcome, Outcome]

    @property
    def noticed(self) -> bool:
        """Whether no false verdict is decided, neither before the change nor after it."""
        before, after = self.verdicts
        return before is not Outcome.UNSATISFIED and after is not Outcome.SATISFIED


def tries(number: int, seed: int) -> Iterator[Try]:
    """Yield tries, the domains in turn; a plan whose sum is left open gives none."""
    domains = [d for d in read_domains().values() if any(m.adds for m in d.measures.values())]
    found = place = 0
    while found < number:
        random = Random(f"{seed}/crossing/{place}")
        made = _try(draw_plan(domains[place % len(domains)], random), draw_style(random), random)
        place += 1
        if made is not None:
            found += 1
            yield made


def _try(plan: Plan, style: Style, random: Random) -> Try | None:
    """Make the first amount of one item larger by half of their sum; None where the sum is left open."""
    chosen = random.choice(plan.items)
    measure = chosen.amounts[0][0]
    if not measure.adds:
        return None
    more = sum(item.amounts[0][1] for item in plan.items) // 2 + 1
    told = [write(each, style.without()) for each in (plan, _with(plan, chosen, more))]
    asked = [q for each, _ in told for q in questions(each) if q.asked == f"sum({measure.name})"]
    values = [q.value for q in asked if q.high is None]
    if len(values) < len(told) or values[0] >= values[1]:
        return None
    limit = asked[0]._replace(value=sum(values) / Decimal(2))
    before, after = (bounded(limit, plan, text) for _, text in told)
    return Try(told[0][1], told[1][1], limit, (before, after))


def _with(plan: Plan, chosen: Item, more: int) -> Plan:
    """Return the plan with the first amount of an item made larger."""
    (measure, value), *others = chosen.amounts
    other = chosen._replace(amounts=((measure, value + more), *others))
    groups = tuple(
        group._replace(
            parts=tuple(
                part._replace(items=tuple(other if i is chosen else i for i in part.items))
                for part in group.parts
            )
        )
        for group in plan.groups
    )
    return plan._replace(groups=groups)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("-n", type=int, default=1000, help="number of tries")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    turned = noticed = 0
    for each in tries(given.n, given.seed):
        noticed += each.noticed
        turned += each.verdicts == (Outcome.SATISFIED, Outcome.UNSATISFIED)
        if not each.noticed:
            print(each.after, f"{each.question.asked} <= {each.question.truth}", sep="\n")
    print(f"{noticed} of {given.n} noticed, {turned} turned from satisfied to unsatisfied")


if __name__ == "__main__":
    main()
