"""A plan of six pieces in every way in which a line may name one and tell its amount, with what stands below.

What is asked of each has its truth by construction: no choice of layout changes a count, a sum or an order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

MARKS: dict[str, str] = {
    "heading": "### {text}", "numbered heading": "### {n}. {text}", "picture": "### 📝 {text}",
    "bold": "**{text}**", "numbered bold": "**{n}. {text}**", "stage": "**Stage {n}: {text}**",
    "bold in a list": "- **{text}**", "bold in numbers": "{n}. **{text}**",
    "bullet": "- {text}", "number": "{n}. {text}", "bracket": "{n}) {text}",
}  # fmt: skip
_LISTS = ("bold in a list", "bold in numbers", "bullet", "number", "bracket")
BELOW: dict[str, Callable[[str], list[str]]] = {
    "nothing": lambda said: [],
    "text": lambda said: [said],
    "italics": lambda said: [f"*{said}*"],
    "a bullet": lambda said: [f"- {said}"],
    "bullets": lambda said: [f"- {said}", "- Then talk about it in pairs."],
    "labels": lambda said: [f"- **Aim:** {said}", "- **Material:** cards"],
}


class Domain(NamedTuple):
    """Pieces of one kind, how an amount may be written, and what is asked."""

    vocabulary: str
    names: tuple[str, ...]
    amounts: tuple[tuple[int, ...], ...]
    said: tuple[str, ...]
    """What stands below each."""
    written: dict[str, str]
    """By name: a name with its amount."""
    asked: tuple[tuple[str, bool], ...]
    """Formulas, and whether they hold."""
    marks: tuple[str, ...] = tuple(MARKS)


class Page(NamedTuple):
    """A plan in one layout."""

    domain: Domain
    choices: tuple[str, str, str]
    text: str


_LESSON = Domain(
    "schedule",
    ("Warm-up", "New words", "Listening", "Break", "Role play", "Goodbye round"),
    ((10,), (15,), (20,), (10,), (25,), (5,)),
    ("Point to the part that hurts.", "Match the words with the pictures.", "Read it twice.",
     "Tea and biscuits.", "In threes, then swap.", "Each learner says one new word."),
    {"brackets": "{name} ({0} min)", "dash": "{name} – {0} min", "colon": "{name}: {0} minutes",
     "bar": "{name} | {0} min", "stroke": "{name} [{0}']"},
    (("count(block) = 6", True), ("no block: duration > 25 min", True),
     ("no block: duration > 24 min", False), ("each block: duration >= 6 min", False),
     ("sum(duration) = 85 min", True), ('duration("break") >= 11 min', False),
     ('sum(duration) of block preceding "break" = 45 min', True),
     ('exists block named "listening" following "break"', False)),
)  # fmt: skip
_AGENDA = _LESSON._replace(
    vocabulary="general",
    written={name: text for name, text in _LESSON.written.items() if name != "stroke"},
    asked=tuple((asked.replace("block", "item"), holds) for asked, holds in _LESSON.asked),
)
_WORKOUT = Domain(
    "workout",
    ("Goblet squat", "Bench press", "Bent-over row", "Overhead press", "Deadlift", "Plank"),
    ((3, 10), (4, 8), (3, 12), (3, 6), (4, 9), (2, 20)),
    ("Keep your chest up.", "Lower the bar slowly.", "Pull to the lower ribs.",
     "Squeeze the glutes.", "Push the hips back.", "Hold the position and breathe."),
    {"brackets": "{name} ({0} × {1})", "dash": "{name} – {0} × {1}", "bar": "{name} | {0} x {1}",
     "words": "{name}: {0} sets of {1} reps"},
    (("count(exercise) = 6", True), ("each exercise: sets >= 3", False),
     ("no exercise: sets > 4", True), ("sum(sets) = 19", True), ("sum(sets) >= 20", False),
     ('sets of "bench press" = 4', True), ('reps of "overhead press" >= 7', False),
     ('exists exercise named "plank" following "bench press"', True)),
    tuple(mark for mark in MARKS if mark != "stage"),
)  # fmt: skip
DOMAINS = {"lesson": _LESSON, "agenda": _AGENDA, "workout": _WORKOUT}


def pages(domain: Domain) -> Iterator[Page]:
    """Yield a plan in each layout."""
    for mark, written, below in product(domain.marks, domain.written, BELOW):
        yield Page(domain, (mark, written, below), _text(domain, mark, written, below))


def _text(domain: Domain, mark: str, written: str, below: str) -> str:
    lines = ["# All of it on one page", "", "It is made for nine adults.", ""]
    margin = "   " if mark in _LISTS else ""
    rows = zip(domain.names, domain.amounts, domain.said, strict=True)
    for number, (name, amounts, said) in enumerate(rows, start=1):
        text = domain.written[written].format(*amounts, name=name)
        lines.append(MARKS[mark].format(n=number, text=text))
        lines += [margin + line for line in BELOW[below](said)]
        lines += [] if margin else [""]
    return "\n".join(lines)
