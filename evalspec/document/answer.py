"""Which part of a response is the answer.

Reasoning in `<think>` blocks and HTML comments are set aside; a spec may select
the text after or before a marker, under a heading, or at a path of a JSON answer.
"""

from __future__ import annotations

import re

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.plain import mask, trim

_ASIDE = regex(
    r"<(?P<open>think|thinking|thought|reasoning)(?:\s[^<>]{0,200})?>"
    r"|</(?P<close>think|thinking|thought|reasoning)\s*>"
    r"|(?P<comment><!--)",
    re.IGNORECASE,
)


def select_answer(
    response: str, after: str = "", before: str = "", under: str = "", json_path: str = ""
) -> tuple[Span, ...]:
    """Return the spans of `response` that are the answer, in order.

    `after` is the text after the last occurrence of a marker, `before` the text up to
    the first occurrence of one in what is left; case, spaces and emphasis marks do not
    matter. `under` is the section below a heading, `json_path` a dotted path into a JSON
    answer. A marker, heading or path that is not there leaves nothing: an empty tuple.
    """
    spans = without_asides(response)
    if after:
        spans = _after(response, spans, after)
    if before:
        spans = _before(response, spans, before)
    if under:
        spans = _under(response, spans, under)
    if json_path:
        spans = _at_path(response, spans, json_path)
    return spans


def without_asides(response: str) -> tuple[Span, ...]:
    """Return what is left without reasoning blocks and HTML comments.

    A closing tag without an opening one sets aside all before it; an opening tag that
    begins a line and is never closed sets aside all after it.
    """
    if "<" not in response:
        return (Span(0, len(response)),) if response else ()
    spans: list[Span] = []
    at = 0
    for start, end in _asides(response):
        if start > at:
            spans.append(Span(at, start))
        at = max(at, end)
    if at < len(response):
        spans.append(Span(at, len(response)))
    return tuple(span for span in spans if response[span.start : span.end].strip())


def _asides(response: str) -> list[tuple[int, int]]:
    asides: list[tuple[int, int]] = []
    at = opened = 0
    depth = 0
    closed = False
    while tag := _ASIDE.search(response, at):
        at = tag.end()
        if response[tag.start() - 1 : tag.start()] == "`":
            continue
        if tag["comment"]:
            end = response.find("-->", at)
            if end < 0:
                break
            at = end + 3
            if not depth:
                asides.append((tag.start(), at))
        elif tag["open"]:
            if not depth:
                opened = tag.start()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                asides.append((opened, at))
                closed = True
        elif not closed:
            asides = [(0, at)]
            closed = True
    if depth and not response[response.rfind("\n", 0, opened) + 1 : opened].strip():
        asides.append((opened, len(response)))
    return asides


def _marker(text: str) -> re.Pattern[str] | None:
    words = re.sub(r"[*_]+", " ", text).split()
    if not words:
        return None
    loose = (r"[*_]*".join(re.escape(c) for c in word) for word in words)
    return re.compile(r"[\s*_]+".join(loose) + r"[*_]*", re.IGNORECASE)


def _after(response: str, spans: tuple[Span, ...], marker: str) -> tuple[Span, ...]:
    pattern = _marker(marker)
    if pattern is None:
        return spans
    ends = [found.end() for found in pattern.finditer(mask(response, spans))]
    return _cut(spans, ends[-1], len(response)) if ends else ()


def _before(response: str, spans: tuple[Span, ...], marker: str) -> tuple[Span, ...]:
    pattern = _marker(marker)
    if pattern is None or not spans:
        return spans
    first = pattern.search(mask(response, spans))
    return () if first is None else _cut(spans, 0, first.start())


def _under(response: str, spans: tuple[Span, ...], heading: str) -> tuple[Span, ...]:
    from evalspec.document.segment import Segments
    from evalspec.vocabulary.fold import fold

    wanted = fold(heading)
    for section in Segments(response, spans).sections:
        if section.heading is not None and fold(section.heading.of(response)) == wanted:
            return _cut(spans, section.body.start, section.body.end)
    return ()


def _at_path(response: str, spans: tuple[Span, ...], path: str) -> tuple[Span, ...]:
    from evalspec.document.json_blocks import find_json

    tree = find_json(mask(response, spans))
    if tree is None:
        return ()
    node = 0
    for step in path.split("."):
        found = tree.child(node, step)
        if found is None:
            return ()
        node = found
    span = trim(response, tree.starts[node], tree.ends[node])
    return _cut(spans, span.start, span.end)


def _cut(spans: tuple[Span, ...], start: int, end: int) -> tuple[Span, ...]:
    return tuple(
        Span(max(span.start, start), min(span.end, end))
        for span in spans
        if max(span.start, start) < min(span.end, end)
    )
