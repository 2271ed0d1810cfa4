"""Mutants of text: words taken out and put in, lengths across their bound, pieces moved."""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalspec.author.mutate.concern import Concern
from evalspec.author.mutate.mutant import Mutant
from evalspec.author.mutate.page import Page
from evalspec.vocabulary.lexicon import Lexicon

FILLER = "something"
MOST_PIECES = 6
"""Paragraphs and lines that are changed one by one."""
LONGEST = 20_000
"""Most copies that are appended."""

SNIPPETS = {
    "word": " more", "character": "x", "letter": "x", "sentence": " More of it.",
    "paragraph": "\n\nMore of it.", "line": "\nMore of it.", "section": "\n\n# More\n\nMore of it.",
    "bullet": "\n- more", "numbered": "\n1. more", "table": "\n\n| a |\n|---|\n| b |\n\nMore.",
    "link": " [more](https://example.org)", "quotation": ' "more"', "heading": "\n\n# More\n\nmore",
    "capital": " MORE", "placeholder": " [more]", "highlight": " *more*", "title": " <<more>>",
    "digit": " 7", "comma": ", more", "question": " More?", "exclamation": " More!",
    "syllable": " more", "code": "\n\n```\nmore\n```\n", "bracket-depth": "[", "quote-depth": "\n>",
    "repetition": " more more",
}  # fmt: skip
"""What one more of a piece or of a thing that a text measure counts looks like."""


def tested(concern: Concern, page: Page, lexicon: Lexicon) -> Iterator[Mutant]:
    """Yield mutants without a text that is looked for, and with one that is not there."""
    for test in concern.tests:
        if test.relation != "contains":
            continue
        found = [text for text in test.operands if _pattern(text).search(page.text)]
        for text in found:
            sure = concern.whole and (
                test.mode == "all" or (test.mode == "any" and found == [text])
            )
            yield _replaced(page, [text], sure)
        if len(found) > 1:
            yield _replaced(page, found, sure=False, last=True)
        for text in [text for text in test.operands if text not in found][:MOST_PIECES]:
            sure = concern.whole and not found and test.mode != "all"
            yield _appended(page, f" {text}", f'"{text}" inserted', "word", sure)


def lengths(concern: Concern, page: Page, lexicon: Lexicon) -> Iterator[Mutant]:
    """Yield mutants with more of what is counted than any bound allows."""
    times = min(concern.most + 1, LONGEST)
    for name, snippet in _snippets(concern):
        added = snippet * times
        yield _appended(page, added, f"{times} more: {name}", "length", concern.whole)


def _snippets(concern: Concern) -> Iterator[tuple[str, str]]:
    for measure in concern.measured:
        if measure.name in ("occurrences", "distinct-occurrences"):
            for text in measure.arguments[:MOST_PIECES]:
                yield f'"{text}"', f" {text}"
        elif measure.name == "letters" and measure.arguments:
            yield f'"{measure.arguments[0]}"', str(measure.arguments[0])
        elif measure.name.removesuffix("s") in SNIPPETS:
            yield measure.name, SNIPPETS[measure.name.removesuffix("s")]
    for piece in concern.pieces:
        if piece in SNIPPETS:
            yield piece, SNIPPETS[piece]


def pieces(concern: Concern, page: Page, lexicon: Lexicon) -> Iterator[Mutant]:
    """Yield mutants of a text as such: cut, repeated, in another case, without its marks."""
    if not (concern.tests or concern.measured or concern.pieces):
        return
    yield from _edges(concern, page)
    yield from _paragraphs(page)
    yield from _lines(page)
    yield from _rewritten(page)


def _edges(concern: Concern, page: Page) -> Iterator[Mutant]:
    """Yield the text with a word before and after it, and all but its beginning cut off."""
    relations = {test.relation for test in concern.tests}
    text = page.text
    start = len(text) - len(text.lstrip())
    sure = concern.whole and not concern.pieces and relations == {"starts-with"}
    first = f"{text[:start]}{FILLER} {text[start:]}"
    yield Mutant("word", f'"{FILLER}" at the start', 1, first, sure)
    sure = concern.whole and not concern.pieces and relations == {"ends-with"}
    yield _appended(page, f" {FILLER}", f'"{FILLER}" at the end', "word", sure)
    for name, pattern in (("word", r"\S+"), ("sentence", r"[^.!?]+[.!?]?"), ("line", r"[^\n]+")):
        found = re.compile(pattern).search(text, start)
        if found is not None and found.end() < len(text.rstrip()):
            what = f"only its first {name}"
            yield Mutant("length", what, 1, text[: found.end()], sure=False)
    yield Mutant("length", "nothing", 1, "", sure=False)


def _paragraphs(page: Page) -> Iterator[Mutant]:
    parts = re.split(r"(\n\s*\n)", page.text)
    texts = [n for n in range(0, len(parts), 2) if parts[n].strip()]
    for number in texts[:MOST_PIECES]:
        line = "".join(parts[:number]).count("\n") + 1
        name = f"paragraph at line {line}"
        rest = "".join(parts[:number] + parts[number + 2 :])
        yield Mutant("removed", f"without the {name}", line, rest, sure=False)
        for what, new in (
            ("twice", f"{parts[number]}\n\n{parts[number]}"),
            (f'"{FILLER}" before', f"{FILLER.capitalize()} {parts[number]}"),
            (f'"{FILLER}" after', f"{parts[number]} {FILLER}"),
        ):
            response = "".join((*parts[:number], new, *parts[number + 1 :]))
            yield Mutant("word", f"{what} the {name}", line, response, sure=False)
    for first, second in zip(texts[: MOST_PIECES - 1], texts[1:], strict=False):
        swapped = list(parts)
        swapped[first], swapped[second] = parts[second], parts[first]
        line = "".join(parts[:first]).count("\n") + 1
        what = f"paragraph at line {line} ↔ the next"
        yield Mutant("order", what, line, "".join(swapped), sure=False)


def _lines(page: Page) -> Iterator[Mutant]:
    written = [n for n, line in enumerate(page.lines) if line.kind not in ("blank", "rule")]
    for number in written[:MOST_PIECES]:
        what = f"without line {number + 1}"
        response = page.without(number, number + 1)
        yield Mutant("removed", what, number + 1, response, sure=False)


def _rewritten(page: Page) -> Iterator[Mutant]:
    """Yield the whole text in another dress."""
    text = page.text
    dresses = {
        "in capitals": text.upper(),
        "in small letters": text.lower(),
        "without digits": re.sub(r"\d", "", text),
        "each word turned around": re.sub(r"[^\W\d_]+", lambda found: found.group()[::-1], text),
        "with more marks": text.rstrip() + ', more! More? "More" *more* [more] 7 MORE; more: more.',
    }
    for mark in sorted(set(re.findall(r"[^\w\s]", text))):
        dresses[f"without {mark}"] = text.replace(mark, "")
    for what, response in dresses.items():
        if response != text:
            yield Mutant("word", what, 1, response, sure=False, last=True)


def _pattern(text: str) -> re.Pattern[str]:
    edge = r"(?<!\w)" if text[:1].isalnum() else ""
    end = r"(?!\w)" if text[-1:].isalnum() else ""
    return re.compile(f"{edge}{re.escape(text)}{end}", re.IGNORECASE)


def _replaced(page: Page, texts: list[str], sure: bool, last: bool = False) -> Mutant:
    response = page.text
    for text in texts:
        response = _pattern(text).sub(FILLER, response)
    found = _pattern(texts[0]).search(page.text)
    line = page.text.count("\n", 0, found.start()) + 1 if found else 1
    said = ", ".join(f'"{text}"' for text in texts)
    return Mutant("word", f'{said} → "{FILLER}"', line, response, sure, last)


def _appended(page: Page, added: str, what: str, kind: str, sure: bool) -> Mutant:
    """Put text after the last character that is no space."""
    body = page.text.rstrip()
    line = body.count("\n") + 1
    return Mutant(kind, what, line, body + added + page.text[len(body) :], sure)
