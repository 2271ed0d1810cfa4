"""Items → what a person is asked: the constraint, the texts, nothing of who wrote or judged them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from evalspec.compare.items import Item
from evalspec.compare.pairs.items import PairItem
from evalspec.compare.people.subject import Subject, Subjects, name_of, named
from evalspec.core.errors import InputError
from evalspec.core.pair import Winner
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.source import files, yaml

_SCALE = re.compile(r"scale ([\w.-]+)@(.+)")
CANNOT_TELL = Outcome.UNDETERMINED.value
"""The label of a person who saw and cannot tell."""


class Choice(NamedTuple):
    """One answer of a menu."""

    key: str
    """What to press."""
    label: str
    words: str


_HOLDS = (
    Choice("y", Outcome.SATISFIED.value, "yes"),
    Choice("n", Outcome.UNSATISFIED.value, "no"),
    Choice("?", CANNOT_TELL, "cannot tell"),
)
_BETTER = {
    order: (
        Choice("1", order[0], "the first is better"),
        Choice("2", order[1], "the second is better"),
        Choice("0", Winner.TIE.value, "as good as each other"),
        Choice("?", CANNOT_TELL, "cannot tell"),
    )
    for order in ("AB", "BA")
}
LABELS = tuple(dict.fromkeys(choice.label for choice in (*_HOLDS, *_BETTER["AB"])))
"""Labels that some question allows."""


def parse_given(given: str) -> tuple[str, str]:
    """Read `ITEM=LABEL`. Raises `InputError` for another form."""
    name, _, label = given.rpartition("=")
    if not name or label not in LABELS:
        message = f"a label is given as ITEM={'|'.join(LABELS)}, not {given!r}"
        raise InputError.of("bad-label", message)
    return name, label


def label_in_words(words: str, order: str) -> str:
    """Return the label of a choice. Raises `KeyError` for words of no menu."""
    menu = _BETTER[order] if order else _HOLDS
    return {choice.words: choice.label for choice in menu}[words]


class Rationale(NamedTuple):
    """What a judge wrote."""

    text: str
    first: str = ""
    """Of a pair which response it saw first."""


class Question(Record, frozen=True):
    """One question to a person."""

    item: str
    """Short name of the item."""
    asked: str
    """The constraint or criterion in words."""
    texts: tuple[str, ...]
    """The response; or A and B."""
    request: str = ""
    rationales: tuple[Rationale, ...] = ()
    """What judges wrote; shown when that is asked for."""
    worded: bool = False
    """It is asked in the words of a set of questions, not in those of the constraint."""
    order: str = ""
    """Of a pair which response is shown first: `AB` or `BA`."""

    @property
    def menu(self) -> tuple[Choice, ...]:
        return _BETTER[self.order or "AB"] if len(self.texts) > 1 else _HOLDS

    @property
    def shown(self) -> tuple[str, ...]:
        """Return the responses in the order in which they are shown."""
        return self.texts[::-1] if self.order == "BA" else self.texts

    @property
    def written(self) -> tuple[str, ...]:
        """Return what judges wrote who saw the responses in the order in which they are shown."""
        return tuple(one.text for one in self.rationales if one.first in ("", self.order[:1]))

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(choice.label for choice in self.menu)

    @property
    def seen(self) -> tuple[str, ...]:
        """Return what is shown with it, whatever else is asked for."""
        texts = ("response",) if len(self.texts) == 1 else ("responses",)
        return ("request", *texts) if self.request else texts

    @property
    def digest(self) -> str:
        """Return the digest of the texts a label is about."""
        return digest_of(self.asked, self.request, self.texts)


def digest_of(asked: str, request: str, texts: Iterable[str]) -> str:
    """Return a digest of what is asked, the request and the responses."""
    told = json.dumps([" ".join(asked.split()), request, *texts], ensure_ascii=False)
    return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def questions(items: Subjects) -> dict[str, Question]:
    """Return the question of every item by its short name.

    Raises `InputError` when the results hold no responses.
    """
    found = {name: made for name, item in named(items).items() if (made := question(item))}
    if items.by_key and not found:
        hint = "write them with `--with-responses`"
        raise InputError.of("no-response", "the results hold no responses", hint=hint)
    return found


def question(item: Subject) -> Question | None:
    """Return what is asked of an item; None when its text is not known, or not one text."""
    return _of_response(item) if isinstance(item, Item) else _of_pair(item)


def _of_response(item: Item) -> Question | None:
    shown = {(str(row["response_text"]), str(row.get("request") or ""))
             for row in item.evidence.values() if row.get("response_text") is not None}  # fmt: skip
    if len({text for text, _ in shown}) != 1:
        return None
    text, request = max(shown, key=lambda one: len(one[1]))
    judgements = [row.get("judgement") for row in item.evidence.values()]
    return Question(name_of(item), item.text, (text,), request, _distinct(judgements))


def _of_pair(item: PairItem) -> Question | None:
    rows = list(item.evidence.values())
    texts = {(str(row["text_a"]), str(row["text_b"])) for row in rows if "text_a" in row}
    if len(texts or {item.texts}) != 1 or item.texts is None:
        return None
    asked = next((row for row in rows), {})
    judgements = [one for row in rows for one in row.get("judgements") or ()]
    request = next((str(row["request"]) for row in rows if row.get("request")), "")
    return Question(
        name_of(item), _preferring(asked, item), item.texts, request, _distinct(judgements)
    )


def _preferring(row: Mapping[str, Any], item: PairItem) -> str:
    """Say by what one response is better; of a shipped scale with its levels."""
    text = str(row.get("text") or item.key.criterion)
    scale = _SCALE.fullmatch(str(row.get("canonical") or ""))
    path = files.find("criteria", scale[1], None) if scale else None
    if scale is None or path is None:
        return f"Which response is better: {text}?"
    given = yaml.read_file(path).value
    if str(given["version"]) != scale[2]:
        return f"Which response is better: {text}?"
    levels = "\n".join(f"{n}. {level}" for n, level in enumerate(given["levels"], 1))
    return f"Which response is better? {given['about']}\nFrom worst to best:\n{levels}"


def _distinct(judgements: Iterable[dict[str, Any] | None]) -> tuple[Rationale, ...]:
    found = (one for judgement in judgements for one in _rationales(judgement))
    return tuple(dict.fromkeys(found))


def _rationales(judgement: dict[str, Any] | None, first: str = "") -> Iterator[Rationale]:
    """Yield what a judge wrote, the members of a vote or a panel one by one."""
    if judgement:
        first = str(judgement.get("first") or first)
        if judgement.get("rationale"):
            yield Rationale(str(judgement["rationale"]), first)
        for member in judgement.get("members") or ():
            yield from _rationales(member, first)
