"""Predicates on the text of a scope: contains, starts with, ends with, equals, matches, is."""

from __future__ import annotations

import re
from collections.abc import Callable

from evalspec.check.evaluation import Run
from evalspec.check.result import Result, scope_result
from evalspec.check.value import Piece, cite, cite_all
from evalspec.check.wordsearch import pattern_of
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.verdict import Reason
from evalspec.language.ir import TextTest

MARKS = "*_ \t\r\n\u00a0#>"
"""Marks around a text that are not part of what it says."""
QUOTES = "\"'\u201c\u201d\u2018\u2019"
NAMED = 5
"""Most texts that are named as absent."""
SEEN = 30
"""Characters shown of a text that starts, ends or reads otherwise."""

_BOX = regex(r"(?:\[[ xX]?\]|[☐☑☒])[ \t\u00a0]*[*_]*$")
_BOX_SIZE = 8

REPEATED = "request-repeated"
_ASKS = regex(r"(?:^|(?<=[.!?:\n]))[^.!?\n]*\brepeat(?:ing)?\b", re.IGNORECASE)
_MODES: dict[str, Callable[[list[bool]], bool]] = {
    "any": any, "all": all, "none": lambda found: not any(found),
}  # fmt: skip
Look = Callable[[TextTest, Run, "Piece | None", str], list[Span]]


def test(node: TextTest, run: Run, piece: Piece | None) -> Result:
    """Decide a predicate; the places that satisfy or break it are cited."""
    if node.relation == "is":
        return _is(node, run, piece)
    if node.relation == "written-in":
        return _written_in(node, run, piece)
    if node.relation == "conforms-to":
        return _conforms(node, run, piece)
    look = LOOK.get(node.relation)
    if look is None:
        return scope_result(piece, node, None, Reason.UNSUPPORTED, node.relation)
    places = [look(node, run, piece, text) for text in node.operands]
    if (boxed := _boxed(run, piece)) is not None:
        texts = zip(node.operands, places, strict=True)
        places = [found or look(node, run, boxed, text) for text, found in texts]
    found = [bool(spans) for spans in places]
    truth = _MODES[node.mode](found)
    spans = sorted({span for list_ in places for span in list_})
    absent = [text for text, here in zip(node.operands, found, strict=True) if not here]
    offending, unlisted = cite_all(run.text.response, spans)
    return scope_result(
        piece, node, truth,
        computed=_found(node, found, absent) or _seen(node, run.text.content(piece)),
        bound=node.mode if len(found) > 1 else "", offending=offending, unlisted=unlisted,
    )  # fmt: skip


def _boxed(run: Run, piece: Piece | None) -> Piece | None:
    """Return a piece of a list with the check box before it, which is a mark and yet may be asked for."""
    if piece is None or not piece.spans:
        return None
    first, *more = run.text.bounds(piece)
    box = _BOX.search(run.text.seen, max(0, first.start - _BOX_SIZE), first.start)
    return box and Piece(piece.label, (Span(box.start(), first.end), *more))


def _found(node: TextTest, found: list[bool], absent: list[str]) -> str:
    """Say how many of the texts were found, and which of those that must be there were not."""
    if len(found) == 1:
        return "found" if found[0] else "" if node.relation in _SEEN else "not found"
    count = f"{sum(found)} of {len(found)}"
    if node.mode != "all" or not absent:
        return count
    named = ", ".join(f'"{text}"' for text in absent[:NAMED])
    more = f" and {len(absent) - NAMED} more" if len(absent) > NAMED else ""
    return f"{count}, without {named}{more}"


_SEEN: dict[str, Callable[[str], str]] = {
    "starts-with": lambda text: f'starts "{text[:SEEN]}{"…" * (len(text) > SEEN)}"',
    "ends-with": lambda text: f'ends "{"…" * (len(text) > SEEN)}{text[-SEEN:]}"',
    "equals": lambda text: f'"{text[:SEEN]}{"…" * (len(text) > SEEN)}"',
}
"""What stands where something else should."""


def _seen(node: TextTest, content: str) -> str:
    text = content.strip()
    return _SEEN[node.relation](" ".join(text.split())) if text else "nothing is written"


def _starts_with(node: TextTest, run: Run, piece: Piece | None, text: str) -> list[Span]:
    bounds = run.text.bounds(piece)
    seen = run.text.seen
    for marks in ("", MARKS, MARKS + QUOTES) if node.whole_words else ("",):
        start = _skip(seen, bounds[0], marks)
        match = pattern_of(text, node.whole_words, node.case_sensitive).match(
            seen, start, bounds[-1].end
        )
        if match:
            return [Span(*match.span())]
    return []


def _skip(seen: str, span: Span, marks: str) -> int:
    start = span.start
    while start < span.end and seen[start] in marks:
        start += 1
    return start


def _ends_with(node: TextTest, run: Run, piece: Piece | None, text: str) -> list[Span]:
    bounds = run.text.bounds(piece)
    seen = run.text.seen
    first, end = bounds[-1].start, bounds[-1].end
    pattern = pattern_of(text, node.whole_words, node.case_sensitive)
    room = 4 * len(text) + 64
    for marks in (" \t\r\n", MARKS, MARKS + QUOTES):
        stop = end
        while stop > first and seen[stop - 1] in marks:
            stop -= 1
        for match in pattern.finditer(seen, max(first, stop - room), stop):
            if match.end() == stop:
                return [Span(*match.span())]
    return []


def _equals(node: TextTest, run: Run, piece: Piece | None, text: str) -> list[Span]:
    bounds = run.text.bounds(piece)
    seen = run.text.seen
    inner = seen[bounds[0].start : bounds[-1].end]
    for marks in (" \t\r\n", MARKS) if node.whole_words else (" \t\r\n",):
        stripped = inner.strip(marks)
        start = bounds[0].start + inner.find(stripped)
        match = pattern_of(text.strip(), False, node.case_sensitive).fullmatch(stripped)
        if match:
            return [Span(start, start + len(stripped))]
    return []


def _matches(node: TextTest, run: Run, piece: Piece | None, text: str) -> list[Span]:
    from evalspec.check.patterns import find

    found: list[Span] = []
    for bound in run.text.bounds(piece):
        for start, end in find(text, run.text.seen, bound.start, bound.end, node.case_sensitive):
            found.append(Span(start, end))
    return found


LOOK: dict[str, Look] = {
    "contains": lambda node, run, piece, text: list(
        run.text.occurrences(piece, text, node.whole_words, node.case_sensitive)
    ),
    "starts-with": _starts_with,
    "ends-with": _ends_with,
    "equals": _equals,
    "matches": _matches,
}
"""Where each relation holds; nothing where it does not."""


def _written_in(node: TextTest, run: Run, piece: Piece | None) -> Result:
    from evalspec.check.language import identify

    library = run.text.segments.segmentation.language_library
    if library:
        run.cut()
    found = identify(run.text.content(piece), library)
    bound = " or ".join(node.operands)
    if not found.code:
        return scope_result(
            piece, node, None, Reason.UNSUPPORTED, f"the language is not clear: {found.detail}",
            bound=bound,
        )  # fmt: skip
    truth = (found.code in node.operands) is (node.mode != "none")
    return scope_result(piece, node, truth, computed=f"{found.code} ({found.detail})", bound=bound)


def _conforms(node: TextTest, run: Run, piece: Piece | None) -> Result:
    """Decide whether a JSON text is of a schema."""
    from evalspec.check.jsontest import broken
    from evalspec.check.markup import NO_JSON, TooLargeError, conforms, json_value

    content = run.text.content(piece)
    try:
        value = json_value(content)
        found = [conforms(value, schema) for schema in node.operands if value is not NO_JSON]
    except TooLargeError as error:
        return scope_result(piece, node, None, Reason.TOO_LARGE, str(error))
    if value is NO_JSON:
        said, places = broken(run, piece)
        return scope_result(
            piece, node, node.mode == "none", computed=said, offending=places
        )  # fmt: skip
    held = [holds for holds, _ in found]
    truth = _MODES[node.mode](held)
    faults = "; ".join(fault for _, fault in found if fault)
    return scope_result(
        piece, node, truth,
        computed=faults or "as the schema says", bound=node.mode if len(held) > 1 else "",
    )  # fmt: skip


def _repeats(node: TextTest, run: Run, piece: Piece | None) -> Result:
    """Tell whether the text begins with the request, up to where that asks to be repeated."""
    asked = _task(run.subject.case.request).split()
    if not asked:
        return scope_result(piece, node, None, Reason.MISSING_DATA, "request")
    bounds = run.text.bounds(piece)
    seen = run.text.seen
    wanted = re.compile(r"\s+".join(map(re.escape, asked)), re.IGNORECASE)
    start = _skip(seen, bounds[0], " \t\r\n")
    match = wanted.match(seen, start, bounds[-1].end)
    cited = () if match is None else (cite(run.text.response, Span(*match.span())),)
    return scope_result(
        piece, node, match is not None, bound="the request", offending=cited
    )  # fmt: skip


def _task(request: str) -> str:
    """Return a request without what asks to repeat it: what stands before, else what follows."""
    before = _ASKS.split(request, maxsplit=1)[0]
    if before.strip():
        return before
    return "\n\n".join(part for part in request.split("\n\n") if "repeat" not in part.lower())


def _is(node: TextTest, run: Run, piece: Piece | None) -> Result:
    from evalspec.check.forms import FORMS
    from evalspec.check.markup import TooLargeError

    if REPEATED in node.operands:
        return _repeats(node, run, piece)
    known = [FORMS[name] for name in node.operands if name in FORMS]
    if not known:
        return scope_result(piece, node, None, Reason.UNSUPPORTED, ", ".join(node.operands))
    content = run.text.content(piece)
    try:
        found = [form(content) for form in known]
    except TooLargeError as error:
        return scope_result(piece, node, None, Reason.TOO_LARGE, str(error))
    truth = _MODES[node.mode](found)
    if truth is False and any(name.startswith("json") for name in node.operands):
        from evalspec.check.jsontest import broken

        said, cited = broken(run, piece)
        return scope_result(piece, node, truth, computed=said, offending=cited)
    places = [] if all(found) else _faults(run, piece, node.operands)
    offending, unlisted = cite_all(run.text.response, places)
    said = f"{len(places)} words are not so" if places and truth is False else ""
    return scope_result(piece, node, truth, computed=said, offending=offending, unlisted=unlisted)


def _faults(run: Run, piece: Piece | None, forms: tuple[str, ...]) -> list[Span]:
    """Return where a text departs from a form, for the forms of which this can be said."""
    from evalspec.check.forms import FAULTS

    found: list[Span] = []
    for fault in (FAULTS[name] for name in forms if name in FAULTS):
        for bound in run.text.bounds(piece):
            places = fault(bound.of(run.text.seen))
            found += [Span(bound.start + s, bound.start + e) for s, e in places]
    return sorted(set(found))
