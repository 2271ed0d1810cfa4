"""Other wordings of a tested sentence, and the formulas that are right for each."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from evalspec.language.english import English, compile_sentence
from evalspec.language.lower import compile_formula
from evalspec.language.printer import canonical
from tests import quick_yaml
from tests.language.normal import meaning
from tests.language.words.corpus import lexicon

HERE = Path(__file__).parent
_UNIT = (
    r"%|k?g|mg|k?cal|calories|min(?:ute)?s?|mins|h(?:ou)?rs?|hours?|s(?:ec(?:ond)?s?)?|k?m|miles?|"
    r"euros?|dollars?|EUR|USD|€"
)
_COUNTED = r"(?!(?:of|and|or|a|per|on|in|each|every|for|at|to|is|are|must|times)\b)[a-z]+"
_NUMBER = (
    r"(?:[$€]?\d[\d,.:]*\d|[$€]?\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b)"
)
_SLOTS = {
    "n": rf"(?P<n>{_NUMBER}(?: ?(?:{_UNIT})\b| {_COUNTED})?)",
    "m": rf"(?P<m>{_NUMBER}(?: ?(?:{_UNIT})\b| {_COUNTED})?)",
    "x": r"(?P<x>[\w-]+)",
    "d": r"(?P<d>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)",
    "t": r"(?P<t>\d\d?:\d\d|\d\d? ?[ap]m|noon)",
    "a": r"(?P<a>.+?)",
}
_ENDS = r"(?=[.,;)]|$| (?:of|per|each|every|a|in|on|for|and|at|over|daily)\b)"
"""What stands behind an amount whose bound may follow it."""


class Tested(NamedTuple):
    """A tested sentence with its formulas."""

    vocabulary: str
    text: str
    formulas: tuple[str, ...]


class Changed(NamedTuple):
    """A sentence in other words."""

    rewrite: str
    pattern: str
    """The wording put in."""
    tested: Tested
    text: str
    name: str = ""
    """The name put in the place of `noun`."""
    noun: str = ""


class Outcome(NamedTuple):
    """What became of a changed sentence."""

    changed: Changed
    kind: str
    """`same`, `open` (one of several readings), `refused` or `other`."""
    text: str


@cache
def data() -> Any:
    """Return the rewrites."""
    return quick_yaml.load((HERE / "rewrites.yaml").read_text("utf-8"))


def tested() -> list[Tested]:
    """Return the tested sentences that compile."""
    found = []
    for path in sorted((HERE.parent / "english").glob("*.yaml")):
        content = quick_yaml.load(path.read_text("utf-8"))
        for case in content["sentences"]:
            if "means" in case and "gap" not in case:
                means = case["means"]
                formulas = (means,) if isinstance(means, str) else tuple(means)
                found.append(Tested(content["vocabulary"], case["say"], formulas))
    return found


def changes(only: str, number: int, seed: int) -> Iterator[Changed]:
    """Yield up to `number` changed sentences of each rewrite, drawn at random."""
    sentences = tested()
    rows = {name: list(_reworded(name, sentences)) for name in data()["rewrites"]}
    rows |= {"name for name": list(_named(sentences, False))}
    rows |= {"name for kind": list(_named(sentences, True))}
    for name, row in rows.items():
        if only in ("", name):
            rng = random.Random(f"{seed} {name}")
            yield from rng.sample(row, min(number, len(row)))


def _reworded(name: str, sentences: list[Tested]) -> Iterator[Changed]:
    for row in data()["rewrites"][name]:
        patterns = [(wording, _pattern(wording)) for wording in row if wording[0] != ">"]
        row = [wording.removeprefix(">") for wording in row]
        for one in sentences:
            for wording, pattern in patterns:
                match = pattern.search(one.text)
                if match:
                    yield from _others(name, row, wording, one, match)
                    break


def _pattern(wording: str) -> re.Pattern[str]:
    text, *slots = re.split(r"\{(\w)\}", wording.lstrip("^"))
    made = re.escape(text)
    for slot, after in zip(slots[::2], slots[1::2], strict=True):
        made += _SLOTS[slot] + re.escape(after) + _ENDS * (slot in "nm" and not after)
    whole = wording.startswith("^")
    first, last = wording[:1], wording[-1:]
    before = "^" if whole else r"(?<![\w-])" if first.isalnum() or first == "{" else ""
    behind = "$" if last == "." or wording.endswith("{a}") else r"\b" if last.isalnum() else ""
    return re.compile(before + made + behind, re.I)


def _others(
    name: str, row: list[str], wording: str, one: Tested, match: re.Match[str]
) -> Iterator[Changed]:
    found = match.groupdict()
    for other in row:
        slots = set(re.findall(r"\{(\w)\}", other))
        if other == wording or slots - set(found):
            continue
        said = other.lstrip("^")
        for slot, text in found.items():
            opening = said.startswith(f"{{{slot}}}")
            small = text if text[:2] != text[:2].capitalize() or match.start(slot) else _small(text)
            said = said.replace(f"{{{slot}}}", small if not opening else text)
        text = one.text[: match.start()] + said + one.text[match.end() :]
        text = text[:1].upper() + text[1:]
        if text != one.text:
            yield Changed(name, other, one, text)


def _small(text: str) -> str:
    return text if text.split()[0] in ("I", "I'd") else text[:1].lower() + text[1:]


def _named(sentences: list[Tested], kinds: bool) -> Iterator[Changed]:
    """Put a name in the place of another one, or of a kind of thing that the vocabulary knows."""
    for one in sentences:
        if len(one.formulas) > 1 or '"' in one.text or one.vocabulary in ("text", "calendar"):
            continue
        quoted = re.findall(r'(?<!named )"([\w -]+)"', one.formulas[0])
        known = re.findall(
            r"(?:block|duration|start|end)\(([a-z-]+)\)|exists ([a-z-]+)$", one.formulas[0]
        )
        named = re.findall(r'named "([\w -]+)"', one.formulas[0])
        nouns = quoted if not kinds else [*("".join(k) for k in known), *named]
        for noun in dict.fromkeys(nouns):
            match = re.search(rf"\b(?:an? )?({re.escape(noun)}s?)\b", one.text, re.I)
            if match is None or len(re.findall(re.escape(noun), one.text, re.I)) > 1:
                continue
            for name in data()["names"]:
                plural = match[1].lower().endswith("s") and not match[1].lower().endswith("ss")
                said = name + "s" * (plural and not name.endswith("s"))
                if match[0].lower().startswith(("a ", "an ")):
                    said = f"a {said}"
                text = one.text[: match.start()] + said + one.text[match.end() :]
                kind = "name for kind" if kinds else "name for name"
                yield Changed(kind, name, one, text[:1].upper() + text[1:], name, noun)


def outcome(changed: Changed) -> Outcome:
    """Compile a changed sentence and compare."""
    made = compile_sentence(changed.text, lexicon(changed.tested.vocabulary))
    if made.refusal is not None:
        return Outcome(changed, "refused", ", ".join(made.refusal.words) or made.refusal.because)
    said = " | ".join(map(canonical, made.readings))
    meant, found = _meanings(changed, made)
    kind = "same" if found == meant else "open" if found & meant else "other"
    return Outcome(changed, kind, said)


def _meanings(changed: Changed, made: English) -> tuple[set[Any], set[Any]]:
    formulas, words = changed.tested.formulas, lexicon(changed.tested.vocabulary)
    if not changed.name:
        meant = {meaning(compile_formula(text, words).formula) for text in formulas}
        return meant, {meaning(reading) for reading in made.readings}
    old = rf'\w+ named "{changed.noun}"|"{changed.noun}"|\b{changed.noun}\b'
    new = rf'(?i)"{changed.name}s?"|\b{changed.name}s?\b'
    masked = {_plain(re.sub(old, "NAME", text)) for text in formulas}
    return masked, {_plain(re.sub(new, "NAME", canonical(r))) for r in made.readings}


def _plain(text: str) -> str:
    """Write the pieces of a schedule that have a name as the name."""
    return text.replace("block(NAME)", "NAME")
