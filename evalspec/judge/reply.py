"""A judge's reply → a verdict of the menu it was given, or the reason why there is none.

The last well-formed verdict counts: what follows the last marker, or, where a model left the
marker out, the last line when it holds nothing but a verdict. Nothing is guessed from prose.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from evalspec.core.record import Record
from evalspec.core.verdict import Reason

Options = Mapping[str, tuple[str, ...]]
"""Option → how it may be spelled."""
YES_NO: Options = {"yes": ("yes",), "no": ("no",)}
PAIR: Options = {"1": ("1",), "2": ("2",), "0": ("0",)}
"""The first is better, the second is, neither."""

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPEN_THOUGHT = re.compile(r"<(?:think|thinking|reasoning)>", re.IGNORECASE)
_DRESS = re.compile(r"[\s*_`'\"“”‘’#>\[\](){}<>|~=.!,;:-]+")
_LEAD = re.compile(
    r"(?:(?:my|the|final|overall|therefore|so|thus|answer|verdict|decision|judgement|judgment"
    r"|rating|score|result|response|output|is|would be) )*(?:submission (?=[012]$))?"
)
_REFUSAL = re.compile(
    r"\b(?:i(?:'m| am)? (?:cannot|can't|can not|am unable|unable|won't|will not|do not feel"
    r"|don't feel|am not able|not able|not comfortable|should not|should refrain|must decline|decline)"
    r"|i (?:apologi[sz]e)|i'm sorry|i am sorry|as an ai\b|unfortunately,? i)",
    re.IGNORECASE,
)
_TAG = re.compile(r"^\s*</?\w+>\s*$", re.MULTILINE)
_TRIES = 200
"""Most brackets of a reply at which JSON may begin."""
_WORDS = 6
"""Most words of a line that still is a verdict and nothing else."""


class Read(Record, frozen=True):
    """What a reply says."""

    value: Any = None
    """The option chosen, the JSON value, or None."""
    reason: Reason = Reason.NONE
    """Why there is none."""
    rationale: str = ""
    """The text before the verdict."""


def read_choice(text: str, marker: str, options: Options, finish: str = "") -> Read:
    """Read a choice. `finish` is the endpoint's finish_reason."""
    said, thinking = _without_thoughts(text)
    if not said.strip():
        return Read(reason=_silent(finish, thinking))
    marked = [_after_marker(said, at, marker, options) for at in reversed(_places(said, marker))]
    for found in marked:
        if found is not None:
            return found
    return _last_line(said, marker, options, finish)


def _without_thoughts(text: str) -> tuple[str, bool]:
    """Remove what a reasoning model thinks aloud; tell whether a thought never ended."""
    said = _THOUGHT.sub("\n", text)
    open_thought = _OPEN_THOUGHT.search(said)
    return (said[: open_thought.start()], True) if open_thought else (said, False)


def _silent(finish: str, thinking: bool) -> Reason:
    if finish == "length" or thinking:
        return Reason.JUDGE_CUT_OFF
    return Reason.JUDGE_REFUSED if finish == "content_filter" else Reason.JUDGE_EMPTY


def _places(text: str, marker: str) -> list[int]:
    if not marker:
        return []
    return [found.start() for found in re.finditer(re.escape(marker), text, re.IGNORECASE)]


def _after_marker(text: str, at: int, marker: str, options: Options) -> Read | None:
    """Read the verdict after one marker; None when nothing well-formed follows."""
    lines = [line for line in text[at + len(marker) :].splitlines() if _bare(line)]
    if not lines:
        return None
    first = _verdict(lines[0], options)
    if first is None:
        return None
    if any(_verdict(line, options) not in (None, first) for line in lines[1:]):
        return Read(None, Reason.JUDGE_CONTRADICTORY, text)
    return Read(first, Reason.NONE, _rationale(text[:at]))


def _last_line(text: str, marker: str, options: Options, finish: str) -> Read:
    text = _TAG.sub("", text)
    lines = [line for line in text.splitlines() if _bare(line)]
    last = lines[-1] if lines else ""
    found = _verdict(last, options) or _verdict(last.rpartition(": ")[2], options)
    if found is not None and finish != "length":
        return Read(found, Reason.NONE, _rationale(text[: text.rfind(last)]))
    if finish == "length":
        return Read(None, Reason.JUDGE_CUT_OFF, text)
    if finish == "content_filter" or _REFUSAL.search(text):
        return Read(None, Reason.JUDGE_REFUSED, text)
    words = set(re.findall(r"\w+", last.lower()))
    several = sum(any(word in words for word in spellings) for spellings in options.values()) > 1
    if several and len(words) <= _WORDS:
        return Read(None, Reason.JUDGE_CONTRADICTORY, text)
    return Read(None, Reason.JUDGE_OFF_MENU, text)


def _bare(line: str) -> str:
    return _DRESS.sub(" ", line).strip().lower()


def _verdict(line: str, options: Options) -> str | None:
    """Return the option that a line consists of, with or without `Final answer:` before it."""
    bare = _bare(line)
    if len(bare.split()) > _WORDS:
        return None
    lead = _LEAD.match(bare)
    words = bare[lead.end() :] if lead else bare
    return next((option for option, spelled in options.items() if words in spelled), None)


def _rationale(text: str) -> str:
    return text.rstrip(" \t\n#*_`")


def read_json(text: str, marker: str, finish: str = "") -> Read:
    """Read the JSON value after the last marker, or the last one of the reply."""
    said, thinking = _without_thoughts(text)
    if not said.strip():
        return Read(reason=_silent(finish, thinking))
    places = _places(said, marker)
    start = places[-1] + len(marker) if places else 0
    found = _last_value(said, start)
    if found is not None:
        value, at = found
        return Read(value, Reason.NONE, _rationale(said[: places[-1] if places else at]))
    if finish == "length":
        return Read(None, Reason.JUDGE_CUT_OFF, said)
    refused = finish == "content_filter" or _REFUSAL.search(said)
    return Read(None, Reason.JUDGE_REFUSED if refused else Reason.JUDGE_OFF_MENU, said)


def _last_value(text: str, start: int) -> tuple[Any, int] | None:
    """Return the last JSON object or list that is not inside another, and where it begins."""
    decoder = json.JSONDecoder()
    found: tuple[Any, int] | None = None
    at = _opening(text, start)
    for _ in range(_TRIES):
        if at < 0:
            break
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = _opening(text, at + 1)
            continue
        found = (value, at)
        at = _opening(text, end)
    return found


def _opening(text: str, start: int) -> int:
    places = [at for at in (text.find("{", start), text.find("[", start)) if at >= 0]
    return min(places, default=-1)
