"""A judge's reply → a verdict of the menu it was given, or the reason why there is none.

A verdict is read from three shapes and nothing else: the line after the marker, a declared JSON
object (`{"rationale": …, "verdict": "yes"}`), or, where a model left both out, a last line that
holds nothing but a verdict and does not stand in the text that was examined. Nothing is guessed
from prose, and a reply that says two things says nothing. Every step is linear in the reply.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from evalspec.core.record import Record
from evalspec.core.verdict import Reason
from evalspec.judge.jsonvalues import Found, json_values

_ANNOUNCED = (
    r"(?:(?:therefore|so|thus|hence) )?(?:(?:my|the) )?(?:(?:final|overall) )?"
    r"(?:(?:answer|verdict|decision|judgement|judgment|rating|score|result|output)"
    r"(?: (?:answer|verdict|decision|judgement|judgment|rating|score|result))?"
    r"(?: (?:is|would be))? ?)?"
)
_COMPARED = (
    r"(?:[a-z ]{0,60}\b(?:choose|choice(?: is)?|assessment is|(?:chosen )?option(?: is)?)"
    r"|[a-z ]{0,60}\b(?:submission [12]|neither(?: submission)?) is (?:[a-z]+ )?better"
    r"|[a-z ]{0,60}\bbetter submission(?: is)?) |(?:[a-z ]{0,60}\b)?submission "
)


class Menu(Record, frozen=True):
    """What may be chosen."""

    options: Mapping[str, tuple[str, ...]]
    """Option → how it may be spelled."""
    lead: re.Pattern[str]
    """Words that may stand before an option on its line, without marks."""
    numbers: bool = False
    """Options are numbers, which stand in many a line that decides nothing."""


YES_NO = Menu({"yes": ("yes",), "no": ("no",)}, re.compile(_ANNOUNCED))
PAIR = Menu(
    {"1": ("1",), "2": ("2",), "0": ("0",)}, re.compile(f"{_COMPARED}|{_ANNOUNCED}"), numbers=True
)
"""The first is better, the second is, neither; of recorded replies, which knew of no marker."""
BETTER = Menu(PAIR.options, PAIR.lead)
"""The same where a marker was asked for: a number that may be quoted counts only after it."""

_THOUGHT = re.compile(r"\s*<(think|thinking|reasoning)>", re.IGNORECASE)
_DRESS = re.compile(r"[\s*_`'\"“”‘’#>\[\](){}<>|~=.!,;:-]+")
_REFUSAL = re.compile(
    r"\b(?:i(?:'m| am)? (?:cannot|can't|can not|am unable|unable|won't|will not|do not feel"
    r"|don't feel|am not able|not able|not comfortable|should not|should refrain|must decline|decline)"
    r"|i (?:apologi[sz]e)|i'm sorry|i am sorry|as an ai\b|unfortunately,? i)",
    re.IGNORECASE,
)
_RETRACTED = re.compile(
    r"\b(?:wait|hold on|actually|scratch that|on (?:second thought|reflection)|correction"
    r"|let me (?:re\w+|check|look|think)|i (?:was|am) (?:wrong|mistaken|not sure|unsure)|not sure|unsure"
    r"|unclear|undetermined|inconclusive"
    r"|(?:cannot|can't|could not|couldn't) (?:be |tell|say|decide|determine)"
    r"|changed? my mind|reconsider\w*|i (?:take|took) (?:it|that) back|instead(?: it is|,))",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|`[^`\n]*`")
_TAG = re.compile(r"\s*</?\w+>\s*")
_OPENING = re.compile(r"[\s*_`#]*(\w+)[*_`]*\s*[,.:;!–—-]")
_WORDS = 6
"""Most words of a line that tries to be a verdict."""
_LINE = 120
"""Most characters of a line that is a verdict."""


class Read(Record, frozen=True):
    """What a reply says."""

    value: Any = None
    """The option chosen, the JSON value, or None."""
    reason: Reason = Reason.NONE
    """Why there is none."""
    rationale: str = ""
    """The text before the verdict."""


class _Marked(Record, frozen=True):
    """A verdict that follows a marker."""

    value: str
    at: int
    """Where the marker stands."""
    end: int
    """Where the verdict ends."""


def read_choice(text: str, marker: str, menu: Menu, finish: str = "", examined: str = "") -> Read:
    """Read a choice.

    `finish` is the endpoint's finish_reason. A verdict that stands in `examined`, what the judge
    was shown of others, may be a quotation; it counts only after the marker.
    """
    thought, said, closed = _apart(text)
    marked = _marked(said, marker, menu)
    if not closed and (finish == "length" or not marked):
        return Read(None, Reason.JUDGE_CUT_OFF, text)
    if not said.strip():
        return Read(reason=_silent(finish, bool(thought)))
    if marked:
        read = _of_marked(said, marked, menu, finish, examined)
        if read.value is not None and _begun(said, marker, menu) - {None, read.value}:
            return Read(None, Reason.JUDGE_CONTRADICTORY, text)
        return read
    found = _declared(said, marker, menu, examined) or _last_line(said, menu, examined)
    if found is None or finish == "length":
        return Read(None, _why_not(said, menu, finish), said)
    if any(draft.value != found.value for draft in _marked(thought, marker, menu)):
        return Read(None, Reason.JUDGE_CONTRADICTORY, said)
    return found


def _apart(text: str) -> tuple[str, str, bool]:
    """Return the thoughts before a reply, the reply, and whether they were closed.

    Elsewhere such tags are text: a judge may quote them from what it examines.
    """
    start, thought = 0, ""
    while opened := _THOUGHT.match(text, start):
        closing = re.compile(f"</{opened[1]}>", re.IGNORECASE).search(text, opened.end())
        if closing is None:
            return thought, text[start:], False
        thought += f"{text[opened.end() : closing.start()]}\n"
        start = closing.end()
    return thought, text[start:], True


def _silent(finish: str, thinking: bool) -> Reason:
    if finish == "length" or (thinking and finish != "content_filter"):
        return Reason.JUDGE_CUT_OFF
    return Reason.JUDGE_REFUSED if finish == "content_filter" else Reason.JUDGE_EMPTY


# -- after a marker ------------------------------------------------------------------------------
def _places(text: str, marker: str) -> list[int]:
    if not marker:
        return []
    return [found.start() for found in re.finditer(re.escape(marker), text, re.IGNORECASE)]


def _marked(text: str, marker: str, menu: Menu) -> list[_Marked]:
    """Return every verdict that follows a marker, on its line or on the next one with words."""
    found = []
    for at, following in pairwise([*_places(text, marker), len(text)]):
        line = next(_content_lines(text, at + len(marker), following), None)
        value = None if line is None else _verdict(text[slice(*line)], menu)
        if line is not None and value is None and text[line[0] : line[1]].lstrip(" `").startswith(
            ("{", "json")
        ):  # fmt: skip
            value, line = _object_at(text, line[0], following, menu)
        if value is not None and line is not None:
            found.append(_Marked(value, at, line[1]))
    return found


def _begun(text: str, marker: str, menu: Menu) -> set[str | None]:
    """Return what the words after each marker begin with: `VERDICT …: Yes, but …`."""
    starts = ((at + len(marker), end) for at, end in pairwise([*_places(text, marker), len(text)]))
    lines = (next(_content_lines(text, *span), None) for span in starts)
    return {_opening(text[slice(*line)].lstrip(" :"), menu) for line in lines if line is not None}


def _object_at(text: str, start: int, end: int, menu: Menu) -> tuple[str | None, tuple[int, int]]:
    """Read the declared object that begins on a line."""
    found = json_values(text[start:end])
    value = _chosen(found[0].value, menu) if found else None
    return value, (start, start + found[0].end if found else start)


def _of_marked(text: str, marked: list[_Marked], menu: Menu, finish: str, examined: str) -> Read:
    """Return what the markers say, unless something else is said beside."""
    value, last = marked[-1].value, marked[-1]
    rest = text[last.end :]
    if finish == "length" and not rest:
        return Read(None, Reason.JUDGE_CUT_OFF, text)
    if any(one.value != value for one in marked) or _taken_back(value, rest, menu, examined):
        return Read(None, Reason.JUDGE_CONTRADICTORY, text)
    return Read(value, Reason.NONE, _rationale(text[: last.at]))


def _taken_back(value: str, rest: str, menu: Menu, examined: str) -> bool:
    """Tell whether what follows a verdict gives another one, or doubts it."""
    lines = [rest[slice(*line)] for line in _content_lines(rest, 0, len(rest))]
    if not lines:
        return False
    if _verdict(lines[0], menu) not in (None, value):
        return True
    last = _verdict(lines[-1], menu)
    if last not in (None, value) and not _stands_in(lines[-1], examined):
        return True
    own = [one for one in json_values(rest) if rest[one.start : one.end] not in examined]
    if own and _chosen(own[-1].value, menu) not in (None, value):
        return True
    return _RETRACTED.search(_QUOTED.sub(" ", rest)) is not None


# -- without a marker ----------------------------------------------------------------------------
def _declared(text: str, marker: str, menu: Menu, examined: str) -> Read | None:
    """Read the declared object that a reply is, or ends with."""
    values = json_values(text)
    own = [one for one in values if text[one.start : one.end] not in examined]
    chosen = {_chosen(one.value, menu) for one in own} - {None}
    last = own[-1] if own else None
    if last is None or _chosen(last.value, menu) is None:
        return None
    if text[last.end :].strip(" \t\r\n`"):
        return None
    rationale = str(last.value.get("rationale", "")) or _rationale(text[: last.start])
    drafts = {one.value for one in _marked(rationale, marker, menu)}
    if len(chosen | drafts) > 1:
        return Read(None, Reason.JUDGE_CONTRADICTORY, text)
    return Read(_chosen(last.value, menu), Reason.NONE, rationale)


def _chosen(value: Any, menu: Menu) -> str | None:
    """Return the option that a declared object holds under `verdict`."""
    said = value.get("verdict") if isinstance(value, dict) else None
    return _verdict(said, menu) if isinstance(said, str) else None


def _last_line(text: str, menu: Menu, examined: str) -> Read | None:
    """Read a last line that is a verdict as a whole, announced by nothing but such a line."""
    lines = [
        (start, text[start:end])
        for start, end in _content_lines(text, 0, len(text))
        if not _TAG.fullmatch(text, start, end)
    ]
    if not lines:
        return None
    at, last = lines[-1]
    value = _verdict(last, menu)
    if value is None or menu.numbers:
        return None if value is None else Read(value, Reason.NONE, _rationale(text[:at]))
    if _stands_in(last, examined) or (len(lines) > 1 and _asks(lines[-2][1], menu)):
        return None
    given = {_verdict(line, menu) for _, line in lines} | {_opening(lines[0][1], menu)}
    if given - {None, value}:
        return Read(None, Reason.JUDGE_CONTRADICTORY, text)
    return Read(value, Reason.NONE, _rationale(text[:at]))


def _asks(line: str, menu: Menu) -> bool:
    """Tell whether a line announces a quotation or a question rather than the verdict."""
    announces = line.rstrip(" *_`\"'").endswith((":", "?"))
    return announces and menu.lead.fullmatch(f"{_bare(line[-_LINE:])} ".lstrip()) is None


def _opening(line: str, menu: Menu) -> str | None:
    """Return the verdict with which a reply opens: `No, …`."""
    found = _OPENING.match(line)
    return _verdict(found[1], menu) if found else None


def _stands_in(line: str, examined: str) -> bool:
    """Tell whether a line may be quoted from a text: it stands there, one word as a line of its own."""
    wanted = _bare(line)
    if not examined or not wanted:
        return False
    if " " in wanted:
        return f" {wanted} " in f" {_bare(examined)} "
    return any(_bare(other) == wanted for other in examined.splitlines() if len(other) <= _LINE)


def _why_not(text: str, menu: Menu, finish: str) -> Reason:
    """Say why no verdict was read."""
    if finish == "length":
        return Reason.JUDGE_CUT_OFF
    if finish == "content_filter" or _REFUSAL.search(text):
        return Reason.JUDGE_REFUSED
    lines = [text[slice(*line)] for line in _content_lines(text, 0, len(text))]
    words = set(re.findall(r"\w+", lines[-1][:_LINE].lower())) if lines else set()
    several = (
        sum(any(word in words for word in spellings) for spellings in menu.options.values()) > 1
    )
    contradictory = several and len(words) <= _WORDS
    return Reason.JUDGE_CONTRADICTORY if contradictory else Reason.JUDGE_OFF_MENU


# -- lines ---------------------------------------------------------------------------------------
def _content_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the lines of a part begin and end that hold more than dress."""
    while start < end:
        stop = text.find("\n", start, end)
        stop = end if stop < 0 else stop
        if _DRESS.fullmatch(text, start, stop) is None and start < stop:
            yield start, stop
        start = stop + 1


def _bare(line: str) -> str:
    return _DRESS.sub(" ", line).strip().lower()


def _verdict(line: str, menu: Menu) -> str | None:
    """Return the option that a line consists of, with or without `Final answer:` before it."""
    if len(line) > _LINE or "{" in line or '":' in line:  # a piece of JSON is no line
        return None
    bare = _bare(line)
    lead = menu.lead.match(bare)
    words = {bare, bare[lead.end() :] if lead else bare}
    return next((option for option, spelled in menu.options.items() if words & set(spelled)), None)


def _rationale(text: str) -> str:
    return text.rstrip(" \t\n#*_`")


# -- texts and JSON ----------------------------------------------------------------------------------------
def read_text(text: str, finish: str = "") -> Read:
    """Read a reply that is a text for others; thoughts before it are no part of it."""
    thought, said, closed = _apart(text)
    if not closed or finish == "length":
        return Read(None, Reason.JUDGE_CUT_OFF, text)
    if not said.strip():
        return Read(reason=_silent(finish, bool(thought)))
    if finish == "content_filter":
        return Read(None, Reason.JUDGE_REFUSED, text)
    return Read(said.strip(), Reason.NONE, said.strip())


_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n]*\n(.*?)^[ \t]*\1[ \t]*$", re.DOTALL | re.MULTILINE)


def read_file(text: str, marker: str, finish: str = "") -> Read:
    """Read the file that stands after the last marker, without a fence of code around it.

    Without the marker, a reply that holds one block of code gives that.
    """
    thought, said, closed = _apart(text)
    if not said.strip():
        return Read(reason=_silent(finish, bool(thought)))
    if finish == "length" or not closed:
        return Read(None, Reason.JUDGE_CUT_OFF, said)
    places = _places(said, marker)
    after = said[places[-1] + len(marker) :].partition("\n")[2] if places else said
    blocks = _FENCE.findall(after)
    if blocks and (places or len(blocks) == 1):
        return Read(blocks[0][1], Reason.NONE, said)
    if places and after.strip():
        return Read(after.strip("\n") + "\n", Reason.NONE, said)
    refused = finish == "content_filter" or _REFUSAL.search(said)
    return Read(None, Reason.JUDGE_REFUSED if refused else Reason.JUDGE_OFF_MENU, said)


def read_json(text: str, marker: str, finish: str = "") -> Read:
    """Read the JSON value after the marker, or the last one of a reply without marker."""
    thought, said, closed = _apart(text)
    if not said.strip():
        return Read(reason=_silent(finish, bool(thought)))
    found, start = _json_after(said, _places(said, marker))
    if not found and not closed:
        return Read(None, Reason.JUDGE_CUT_OFF, said)
    if found and all(one.value == found[0].value for one in found):
        return Read(found[0].value, Reason.NONE, _rationale(said[:start]))
    if found:
        return Read(None, Reason.JUDGE_CONTRADICTORY, said)
    if finish == "length":
        return Read(None, Reason.JUDGE_CUT_OFF, said)
    refused = finish == "content_filter" or _REFUSAL.search(said)
    return Read(None, Reason.JUDGE_REFUSED if refused else Reason.JUDGE_OFF_MENU, said)


def _json_after(text: str, places: list[int]) -> tuple[list[Found], int]:
    """Return the last value after each marker, or the last one of all; and where the reply has it."""
    values = json_values(text)
    if not places:
        return (values[-1:], values[-1].start) if values else ([], 0)
    last: dict[int, Found] = {}
    number = 0
    for one in values:
        while number < len(places) and places[number] < one.start:
            number += 1
        if number:
            last[number] = one
    return list(last.values()), places[max(last) - 1] if last else 0
