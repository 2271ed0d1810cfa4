"""One instance that is written: drawn, given a topic and constraints one by one, asked in words.

What is drawn and what is taken from pools rests on the seed and on the number of the instance alone;
what a model writes, on its replies as well. What does not fit is counted with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import msgspec

from evalspec.bench.planned.parts import Group, Operand, Pooled, Write
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.program import WrittenConstraint
from evalspec.bench.planned.source import CONSTRAINTS, FEASIBLE, TOPIC
from evalspec.bench.planned.template import UnwritableError, read_back, written
from evalspec.bench.proven.draw import Drawing, ImpossibleError, drawing_of, drawn
from evalspec.bench.proven.instance import (
    MOST_DRAWS,
    Made,
    checksum,
    data_key,
    data_of,
    never,
    unsaid,
)
from evalspec.bench.proven.proof import rounded
from evalspec.bench.written.asking import Writer
from evalspec.bench.written.pool import taken
from evalspec.bench.written.screen import Screen
from evalspec.core.chance import Chance
from evalspec.core.errors import InputError
from evalspec.judge.conversation import Unfit

POOL = "pool"
"""Who wrote what comes from a pool."""


def make_written(
    plan: Plan, seed: int, number: int, writers: tuple[Writer, ...] = (), seen: Container[str] = ()
) -> Made:
    """Write instance `number`. Raises `InputError` when that is impossible."""
    write = plan.write
    if write is None:
        raise ValueError(f"{plan.name} writes nothing")
    failed: Counter[str] = Counter()
    repeated = 0
    for attempt in range(MOST_DRAWS):
        key = f"{seed}/{number}/{attempt}"
        try:
            plain = drawn(plan, Chance(key), True)
        except ImpossibleError as error:
            failed[str(error)] += 1
            continue
        writing = _Writing(plan, write, plain, key, writers)
        line = writing.line(seed, number)
        same = data_key({"what": writing.brief, "constraints": line[CONSTRAINTS]})
        if same in seen:
            repeated += 1
            continue
        draws = {"impossible": dict(sorted(failed.items())), "repeated": repeated}
        line["draws"] = {**draws, **writing.refused()}
        return Made({**line, "sha256": checksum(line)}, same)
    raise never(number, failed, repeated, plan.places["write"])


def key_of(plan: Plan, line: Mapping[str, Any]) -> str:
    """Return what another instance must not repeat."""
    shown = plan.write.shows if plan.write is not None else ()
    brief = _brief({**line["parameters"], **line["data"]}, shown, line.get(TOPIC, ""))
    return data_key({"what": brief, "constraints": line[CONSTRAINTS]})


def _brief(plain: Mapping[str, Any], shows: tuple[str, ...], topic: str) -> str:
    """Say who asks for what, and about what."""
    lines = [f"{name}: {plain[name]}" for name in shows if plain.get(name) is not None]
    return "\n".join([*lines, *([f"{TOPIC}: {topic}"] if topic else [])])


class _Writing:
    """One instance on its way."""

    def __init__(
        self, plan: Plan, write: Write, plain: dict[str, Any], key: str, writers: tuple[Writer, ...]
    ) -> None:
        self.plan = plan
        self.write = write
        self.plain = plain
        self.key = key
        self.writer = Chance(f"{key}/writer").among(writers) if writers else None
        self.drawing = drawing_of(plan, Chance(key), plain)
        self.screen = Screen(plan)
        self.unfit: Counter[str] = Counter()
        self.dropped: list[dict[str, str]] = []
        self.by: dict[str, str] = {}
        self.used: list[Pooled] = []
        self.topic, self.topic_by = self._topic()
        self.brief = _brief(plain, write.shows, self.topic)
        for group in write.groups.values():
            self._group(group)
        self.drawing.keep(CONSTRAINTS, [one.text for one in self.screen.kept])

    def refused(self) -> dict[str, Any]:
        """Return what was not kept and why: proposals by reason, constraints that are missing."""
        return {"refused": dict(sorted(self.unfit.items())), "dropped": self.dropped}

    # -- parts ---------------------------------------------------------------------------------
    def _topic(self) -> tuple[str, str]:
        chance = Chance(f"{self.key}/{TOPIC}")
        found: tuple[str, str] = "", ""
        asked = self.writer is not None and bool(self.write.topic_prompt)
        if self.writer is not None and asked:
            made, wrong = self.writer.topics(_brief(self.plain, self.write.shows, ""))
            self.unfit.update(one.reason for one in wrong)
            found = (chance.among(made), self.writer.name) if made else found
        if not found[0]:
            every = taken(self.write.topic, self.drawing, chance)
            found = next(((one.text, POOL) for one in every), found)
        if not found[0] and (self.write.topic or self.write.topic_prompt):
            message = "no topic: no text of the pool fits what was drawn, and no model gave one"
            hint = "" if asked else "name a model: --judge NAME"
            raise InputError.of("no-topic", message, self.plan.places["write"], hint=hint)
        self.drawing.keep(TOPIC, found[0])
        return found

    def _group(self, group: Group) -> None:
        for number in range(1, self._number(group) + 1):
            name = f"{group.name}-{number}"
            one, by, reason = self._constraint(group, name)
            if one is None:
                self.dropped.append({"id": name, "group": group.name, "reason": reason})
                continue
            self.screen.keep(one)
            self.by[name] = by

    def _number(self, group: Group) -> int:
        number = number_of(group.number, self.drawing)
        if number is None or not 0 <= number <= group.most:
            message = f"`{group.name}`: expected 0 to {group.most} constraints, not {number}"
            raise InputError.of("wrong-number", message, self.plan.places["write"])
        return number

    def _constraint(self, group: Group, name: str) -> tuple[WrittenConstraint | None, str, str]:
        """Return a constraint and who wrote it, or why there is none."""
        wrong: list[Unfit] = []
        if self.writer is not None and group.asked:
            earlier = [one.text for one in self.screen.kept]
            made, wrong = self.writer.constraint(
                group, self.brief, earlier,
                lambda text, check: self.screen.unfit(
                    WrittenConstraint(name, group.name, text, check), group
                ),
            )  # fmt: skip
            self.unfit.update(one.reason for one in wrong)
            if made is not None:
                return WrittenConstraint(name, group.name, *made), self.writer.name, ""
        left = tuple(one for one in group.pool if one not in self.used)
        for text in taken(left, self.drawing, Chance(f"{self.key}/{name}")):
            candidate = WrittenConstraint(name, group.name, text.text, text.check)
            unfit = self.screen.unfit(candidate, group)
            self.unfit.update(one.reason for one in unfit)
            if not unfit:
                self.used.append(text.pooled)
                return candidate, POOL, ""
        return None, "", wrong[-1].reason if wrong else "nothing of the pool fits"

    # -- written down --------------------------------------------------------------------------
    def line(self, seed: int, number: int) -> dict[str, Any]:
        plan, kept = self.plan, self.screen.kept
        wording = Chance(f"{self.key}/wording").among(list(plan.prompts))
        try:
            prompt = written(plan.prompts[wording], self.drawing.run)
        except UnwritableError as error:
            message = f"wording `{wording}`: {error}"
            raise InputError.of("wrong-prompt", message, plan.places["prompts"]) from None
        plain = {name: value for name, value in self.plain.items() if name != FEASIBLE}
        line = {
            "id": f"{plan.name}-{seed}-{number}",
            "instance": number,
            "seed": seed,
            "parameters": {name: v for name, v in plain.items() if name not in plan.given},
            "data": data_of(plan, plain),
            TOPIC: self.topic,
            CONSTRAINTS: [msgspec.to_builtins(one) for one in kept],
            "written": {TOPIC: self.topic_by, CONSTRAINTS: self.by},
            "constrainedness": rounded(Fraction(len(kept), self.write.most)),
            "wording": wording,
            "prompt": prompt,
        }
        for message in unsaid_of_written(plan, line):
            where = plan.places["prompts"]
            raise InputError.of("wrong-prompt", f"wording `{wording}`: {message}", where)
        return line


def number_of(operand: Operand, drawing: Drawing) -> int | None:
    """Return how many constraints a group gets; None where that is not known."""
    if isinstance(operand, Decimal):
        return int(operand)
    found = drawing.run.value(operand, None).interval
    return int(found.low) if found is not None and found.exact and found.low is not None else None


def unsaid_of_written(plan: Plan, line: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a prompt, read back, does not say, or says otherwise than its instance."""
    yield from unsaid(plan, dict(line))
    found = read_back(plan.prompts[line["wording"]], line["prompt"], plan.types) or {}
    texts = [one["text"] for one in line[CONSTRAINTS]]
    if found and found.get(CONSTRAINTS, []) != texts:
        yield "the prompt says other constraints than the instance has"
    wanted = {**line["parameters"], **({TOPIC: line[TOPIC]} if line[TOPIC] else {})}
    for name, value in wanted.items():
        said = found.get(name)
        if (name in found or name == TOPIC) and found and str(said) != str(value):
            yield f"the prompt says another `{name}` than the instance"


def reasons(line: Mapping[str, Any]) -> tuple[Counter[str], Counter[str]]:
    """Return why proposals were refused and why constraints are missing, each with how often."""
    draws = line["draws"]
    return Counter(draws.get("refused", {})), Counter(
        one["reason"] for one in draws.get("dropped", ())
    )
