"""What is not there: named in another part of the response, or forbidden by its name and nowhere named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from evalspec.check.evaluation import Run, once_a_response
from evalspec.check.filters.names import called
from evalspec.check.index import HIDDEN, THINGS
from evalspec.check.value import Piece
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import Entry, EntryKind
from evalspec.language import ir
from evalspec.vocabulary.fold import denies, fold, mentions, plain_words, says, stem, stems, tied
from evalspec.vocabulary.nouns import singular

_BETWEEN = regex(r"[^\w']+")
_CALLED = regex(r"[*_]*:[*_ \xa0]*([^\W\d_][^\n\d,.;:()*_]{1,40}?)[*_ \xa0]*(?:[,.;(\n–-]|$)")
_DONE = regex(r"[^\W\d_]*[aeiouy][^\W\d_]*(?:ing|(?<=..)ed)$")
"""What is done, or how: `jumping`, `fried`, no `string`."""


def is_elsewhere(run: Run, scope: ir.Scope, holder: Entry) -> bool:
    """Tell whether things of a scope are named elsewhere, and no line of a part of the response says so.

    Where `Harbour cruise` stands on day 2, day 1 has none: the response would call it by that name.
    """
    names = names_of(scope)
    below = run.index.below(holder)
    kinds = [run.words.kind_named(fold(name)) for name in names]
    told = holder.kind is EntryKind.REST or any(
        e.kind in THINGS for e in (below or (holder,) if any(kinds) else below)
    )
    if holder.id == 0 or not told:
        return False
    gone = (e for e in below if any(is_away(run, e, fold(name)) for name in names))
    away = sorted(span for entry in gone for span in entry.spans)
    return are_others(run, names, without_spans(run.subject.extent(holder), away))


def are_others(run: Run, names: Iterable[str], spans: Iterable[Span]) -> bool:
    """Tell whether something goes by a name, and no line of some places says any of the names."""
    lines = _lines(run, spans)
    if any(_is_told(run, name, line) for name in names for line in lines):
        return False
    return any(_is_borne(run, name) for name in names)


def is_away(run: Run, entry: Entry, name: str = "") -> bool:
    """Tell whether a line says of what it names that it is not there: `Chloe: off`, `Off: Chloe`."""
    if (
        entry.kind is not EntryKind.REST
        or entry.parts
        or run.words.item_ranks.isdisjoint(entry.ranks)
    ):
        return False
    label = fold(entry.label)
    if label in run.words.lexicon.roles.get("away", ()):
        return name not in ("", label)
    return not any(says(entry.label, word) for word in run.words.resting)


def without_spans(spans: Iterable[Span], gone: list[Span]) -> Iterator[Span]:
    """Yield what is left of some places without others, which are in order."""
    for span in spans:
        start = span.start
        for place in gone:
            if start <= place.start and place.end <= span.end:
                yield Span(start, place.start)
                start = place.end
        yield Span(start, span.end)


@once_a_response
def _is_borne(run: Run, name: str) -> bool:
    """Tell whether anything in the response goes by a name."""
    resting = fold(name) in run.words.resting
    every = run.index.entries[1:]
    things = (e for e in every if e.kind not in HIDDEN or (resting and e.kind is EntryKind.REST))
    found, _ = called(run, name, tuple(map(Piece.of, things)))
    return bool(found) or any(says(words, name) for words in _behind_labels(run, None))


@once_a_response
def _behind_labels(run: Run, _: None) -> tuple[str, ...]:
    """Return what containers of a rank are called behind their label: `Thursday: Strength, 30 minutes`."""
    held = [e for e in run.index.entries[1:] if e.kind is EntryKind.CONTAINER and e.rank]
    text = run.index.text
    found = (_CALLED.match(text, e.span.end) for e in held)
    return tuple(one[1] for one in found if one is not None)


def is_another(run: Run, name: str) -> bool:
    """Tell whether something else goes by a name, and none of a kind: `Ice rink` is no `Tennis club`."""
    return singular(fold(name).rpartition(" ")[2]) not in run.words.kinds and _is_borne(run, name)


def is_unsaid(run: Run, scope: ir.Scope, holder: Entry) -> bool:
    """Tell whether, by policy, nothing goes by the names of a scope, in the response or in a part of it."""
    names = names_of(scope)
    if not names or is_nowhere(run, names):
        return bool(names)
    return not _is_counted(run, names, holder) and is_nowhere(run, names, _told_in(run, holder))


def _is_counted(run: Run, names: tuple[str, ...], holder: Entry) -> bool:
    """Tell whether a column counts what goes by a name in a part of the response: `| Month | Visits |`."""
    within = (holder, *run.index.below(holder))
    counted = {amount.measure for entry in within for amount in entry.amounts}
    return any(says(measure, fold(name)) for measure in counted for name in names)


def _told_in(run: Run, holder: Entry) -> tuple[Span, ...] | None:
    """Return the text of a part of the response that tells its things, None for all of it."""
    if holder.id == 0:
        return None
    below = run.index.below(holder)
    told = any(e.kind in THINGS for e in (holder, *below))
    return run.subject.extent(holder) if told else None


def is_nowhere(run: Run, names: Iterable[str], within: tuple[Span, ...] | None = None) -> bool:
    """Tell whether, by policy, nothing goes by any of some names, given that no label holds one.

    Known only where the response was read as having items, and for names of things: what a word for
    a kind (`dairy`), a quality (`fried`) or an activity (`jumping`) means, a response tells by others.
    `within` is the text that could say it; all of it by default.
    """
    names = tuple(names)
    if not names or not run.index.has_items or any(_is_kind(run, name) for name in names):
        return False
    said = _is_said(run, (names, within))
    return not said and run.switch("absent_names") == "absent"


@once_a_response
def _is_said(run: Run, asked: tuple[tuple[str, ...], tuple[Span, ...] | None]) -> bool:
    names, within = asked
    lines = _lines(run, within if within is not None else (Span(0, len(run.index.text)),))
    return any(_may_be_said(run, name, lines) for name in names)


def _may_be_said(run: Run, name: str, lines: list[str]) -> bool:
    """Tell whether a text may speak of a thing: by what tells it from others, or by less.

    `Almond butter` says nothing of peanut butter; `butter` or `peanuts` may.
    """
    kind = run.words.kind_named(fold(name))
    if kind is not None:
        return bool(kind.lacked) or any(kind.told(line) for line in lines)
    denying = run.words.denying
    if any(says(line, name) and not denies(line, name, denying) for line in lines):
        return True
    said = frozenset().union(*(_stems(line) for line in lines if not denies(line, name, denying)))
    *before, head = plain_words(name).split()
    words = [stem(word) for word in before if word not in run.words.states] + [stem(head)]
    if any(_shortens(short, word) for short in said for word in words):
        return True
    if len(words) == 1 or not said.isdisjoint(words[:-1]):
        return not said.isdisjoint(words)
    made_of = [k for word in fold(name).split()[:-1] if (k := run.words.kind_named(word))]
    if any(kind.told(line) and words[-1] in _stems(line) for kind in made_of for line in lines):
        return True  # `pepperoni pizza` may be the meat pizza
    return _is_shortened(run, frozenset(words))


@once_a_response
def _is_shortened(run: Run, meant: frozenset[str]) -> bool:
    """Tell whether something is called by some of the words of a name alone."""
    labels = (part for entry in run.index.entries for part in tied(entry.label))
    names = chain(labels, (known for entry in run.index.entries for known in entry.names))
    return any(less and less <= meant for less in map(stems, names))


def _shortens(short: str, word: str) -> bool:
    """Tell whether a word may be another one cut short: `misc` of `miscellaneous`."""
    return 4 <= len(short) < len(word) / 2 and word.startswith(short)


def said_at(run: Run, scope: ir.Scope, holder: Entry | None) -> Span | None:
    """Return where a line of what holds things says that a thing is among them, by one of its names.

    `Bodyweight circuit with burpees and planks` has planks. What a sentence denies, or says beside
    words such as `or` and `if`, may not be there.
    """
    plain = all(isinstance(wanted, ir.Named) for wanted in scope.filters)
    names = [name for name in names_of(scope) if run.words.kind_named(fold(name)) is None]
    holds = (
        scope.kind == "rank" and scope.name not in run.words.item_ranks
    )  # `Rest: 1 min` is no day
    if holder is None or not plain or holds or scope.within is not None or not names:
        return None
    entries = run.index.entries
    parts = [entries[n] for n in run.index.parts[0]] if holder.id == 0 else [holder]
    told = (e for e in parts if e.kind is not EntryKind.DEFINITION)
    text = run.index.text
    for span in (span for entry in told for span in run.subject.extent(entry)):
        for sentence in _SENTENCE.finditer(text, span.start, span.end):
            if any(_is_stated(run, name, sentence[0]) for name in names):
                return Span(*sentence.span())
    return None


_SENTENCE = regex(r"[^\s.!?;](?:[^.!?;\n]|[.!?;](?=\S))*")


def _is_stated(run: Run, name: str, sentence: str) -> bool:
    """Tell whether a sentence says a name and neither denies it nor leaves it open."""
    words = run.words
    if not says(sentence, name) or mentions(sentence, name, words.mentioning):
        return False
    if denies(sentence, name, words.denying):
        return False  # `anything but celery`
    label, colon, _ = sentence.partition(":")
    if colon and fold(label) in words.lexicon.roles.get("away", ()):
        return False
    if colon and fold(label) == fold(name):  # `Purpose: shows how if and else work`
        return True
    roles = words.lexicon.roles
    open_ = {*words.denying, *roles.get("replacing", ()), *roles.get("hedging", ())}
    return open_.isdisjoint(plain_words(sentence).split())


def names_of(scope: ir.Scope) -> tuple[str, ...]:
    """Return the names by which the members of a scope are found; any of them will do."""
    if scope.kind == "label":
        return () if scope.names else (scope.name,)
    return scope.names


def _lines(run: Run, spans: Iterable[Span]) -> list[str]:
    return [line for span in spans for line in span.of(run.index.text).splitlines()]


def _stems(line: str) -> frozenset[str]:
    """Return the stems of all words of a line: also of `lunch/dinner` and of the last one."""
    return stems(line) | stems(_BETWEEN.sub(" ", line))


def _is_told(run: Run, name: str, line: str) -> bool:
    """Tell whether a line has every content word of a name, or tells a thing of the kind."""
    kind = run.words.kind_named(fold(name))
    if kind is not None:
        return bool(kind.told(line))
    return (stems(name, run.words.generic) or stems(name)) <= _stems(line)


def _is_kind(run: Run, name: str) -> bool:
    words = [singular(word) for word in fold(name).split()]
    if run.words.kind_named(fold(name)) is not None or run.words.is_of_a_kind(fold(name)):
        return False
    named = [word for word in words[:-1] if run.words.kind_named(word) is None]
    kinds = any(
        word in run.words.kinds or word in run.words.linking for word in (*named, words[-1])
    )
    return kinds or _DONE.search(words[-1]) is not None
