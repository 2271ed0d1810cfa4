"""A response → its steps, and the response with one of them dropped, doubled, swapped, inserted.

Numbers of steps are written anew, so that nothing but the step itself tells of the change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from evalspec.author.mutate.page import Page
from evalspec.core.chance import Chance
from evalspec.core.record import Record

FEWEST = 3
"""Steps that a response has at least."""
_COUNTED = re.compile(r"[\s*_#]*(?:[^\W\d_]+ )?\(?(\d{1,3})(?=[.):])")
"""A number at the beginning of a line: `3.`, `(3)`, `Step 3:`, `**3)`."""


class Changed(Record, frozen=True):
    """A response with one thing changed."""

    response: str
    what: str
    """The change in a few words."""
    line: int
    """1-based line of the original that it is about."""


class Steps(Record, frozen=True):
    """A response cut into what is before, the steps, and what is after."""

    before: str
    steps: tuple[str, ...]
    """Each with its line end and the lines that belong to it."""
    after: str
    line: int
    """1-based line of the first step."""

    def line_of(self, number: int) -> int:
        """Return the 1-based line of a step."""
        return self.line + sum(step.count("\n") for step in self.steps[:number])

    def with_steps(self, steps: Sequence[str]) -> str:
        """Return the response with other steps, numbered as the first ones were."""
        first = _COUNTED.match(self.steps[0])
        ended = [step if step.endswith("\n") else f"{step}\n" for step in steps]
        if first is not None and all(map(_COUNTED.match, self.steps)):
            start = int(first[1])
            ended = [_numbered(step, start + at) for at, step in enumerate(ended)]
        body = "".join(ended)
        whole = self.before + (body if self.after else body.removesuffix("\n")) + self.after
        return whole if not self._ends or self.after else f"{whole}\n"

    @property
    def _ends(self) -> bool:
        return self.steps[-1].endswith("\n")


def steps_of(response: str) -> Steps | None:
    """Return the steps of a response; None when it has too few.

    They are the outermost items of its longest list, else its numbered lines, else its lines.
    """
    page = Page(response)
    numbers = range(len(page.lines))
    bullets = [n for n in numbers if page.lines[n].kind == "bullet"]
    outer = min((page.lines[n].indent for n in bullets), default=0)
    lists = [n for n in bullets if page.lines[n].indent == outer]
    counted = [n for n in numbers if _COUNTED.match(page.lines[n].text)]
    prose = [n for n in numbers if page.lines[n].kind == "prose"]
    for found in (lists, counted, prose):
        run = _longest_run(found, page)
        if len(run) >= FEWEST:
            return _cut(page, run)
    return None


def drop(found: Steps, chance: Chance) -> Changed:
    """Leave a step out."""
    at = chance.below(len(found.steps))
    left = [*found.steps[:at], *found.steps[at + 1 :]]
    return Changed(found.with_steps(left), f"without {_short(found.steps[at])}", found.line_of(at))


def double(found: Steps, chance: Chance) -> Changed:
    """Repeat a step somewhere after itself."""
    at = chance.below(len(found.steps))
    to = at + 1 + chance.below(len(found.steps) - at)
    more = [*found.steps[:to], found.steps[at], *found.steps[to:]]
    return Changed(found.with_steps(more), f"twice {_short(found.steps[at])}", found.line_of(at))


def swap(found: Steps, chance: Chance) -> Changed | None:
    """Exchange two steps at least half of the script apart; None when they say the same."""
    number = len(found.steps)
    apart = number // 2 + chance.below(number - number // 2)
    at = chance.below(number - apart)
    moved = list(found.steps)
    moved[at], moved[at + apart] = moved[at + apart], moved[at]
    if said(found.steps[at]) == said(found.steps[at + apart]):
        return None
    what = f"{_short(found.steps[at])} ↔ {_short(found.steps[at + apart])}"
    return Changed(found.with_steps(moved), what, found.line_of(at))


def insert(found: Steps, chance: Chance, foreign: Sequence[str]) -> Changed | None:
    """Put a step of another response between two; None when none says anything new."""
    known = {said(step) for step in found.steps}
    new = [step for step in foreign if said(step) not in known]
    if not new:
        return None
    text = said(chance.among(new))
    at = 1 + chance.below(len(found.steps) - 1)
    mark = found.steps[at].partition("\n")[0]
    end = mark.find(said(mark)) if said(mark) else 0
    more = [*found.steps[:at], f"{mark[:end]}{text}\n", *found.steps[at:]]
    return Changed(found.with_steps(more), f'inserted "{_cut_off(text)}"', found.line_of(at))


def said(step: str) -> str:
    """Return what the first line of a step says, without its mark and its number."""
    line = Page(step.partition("\n")[0]).lines[0]
    counted = _COUNTED.match(line.body)
    body = line.body[counted.end() + 1 :] if counted else line.body
    return body.strip("*_ \t")


def _longest_run(found: Sequence[int], page: Page) -> list[int]:
    """Return the longest run of lines that only what belongs to them stands between."""
    runs: list[list[int]] = []
    for number in found:
        if runs and page.block(runs[-1][-1]) >= number - _blank_before(number, page):
            runs[-1].append(number)
        else:
            runs.append([number])
    return max(runs, key=len, default=[])


def _blank_before(number: int, page: Page) -> int:
    count = 0
    while number - count > 0 and page.lines[number - count - 1].kind == "blank":
        count += 1
    return count


def _cut(page: Page, run: Sequence[int]) -> Steps:
    ends = [*run[1:], page.block(run[-1])]
    pieces = tuple(page.lines_text(a, b) for a, b in zip(run, ends, strict=True))
    first = page.lines[run[0]].start
    last = first + sum(map(len, pieces))
    return Steps(page.text[:first], pieces, page.text[last:], run[0] + 1)


def _numbered(step: str, number: int) -> str:
    found = _COUNTED.match(step)
    return step[: found.start(1)] + str(number) + step[found.end(1) :] if found else step


def _short(step: str) -> str:
    return f'"{_cut_off(said(step))}"'


def _cut_off(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
