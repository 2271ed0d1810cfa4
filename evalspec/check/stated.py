"""Totals that a response writes itself: `stated(price) = sum(price)`, `exists stated(price)`."""

from __future__ import annotations

from evalspec.check.evaluation import Run, once_a_response
from evalspec.check.leaves import Key, key_of, named_key
from evalspec.check.spread import spread
from evalspec.check.value import Found, Piece, Term, Value, unknown
from evalspec.core.quantity import Interval, hull
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.verdict import Reason
from evalspec.document.facts import Amount, Entry, Origin
from evalspec.language import ir
from evalspec.vocabulary.fold import fold, plain_words
from evalspec.vocabulary.nouns import singular

_MARKS = regex(r"[^\w-]+")
_ITEM = regex(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+")
"""The mark of a line of a list."""
_SHARE = regex(r"\(?\d[\d.,]*[ \xa0]?%\)?,?(?:\s*(?:i\.e\.|that is)(?!\w))?,?")
_SHORT = 3
"""Letters of a word that is cut short."""


def value_of(node: ir.Stated, run: Run, piece: Piece | None) -> Value:
    """Return the total that is written for the scope in force; several that differ leave it open."""
    if piece is not None and piece.entry is None and piece.kind not in ("", "response"):
        return unknown(Reason.UNSUPPORTED, "stated")
    entry = piece.entry if piece is not None and piece.entry else run.index.entries[0]
    totals, others = totals_of(run, entry, key_of(run, node.measure))
    if not totals:
        goals = ", ".join(amount.span.of(run.index.text) for amount in others)
        reason = Reason.INTERVAL if others else Reason.MISSING_AMOUNT
        return unknown(reason, goals or f"stated {node.measure.name}")
    return _told(run, entry, node.measure.name, totals)


def _told(run: Run, entry: Entry, measure: str, totals: list[Amount]) -> Value:
    """Return what one of several amounts is, of which nobody knows which is meant where they differ."""
    intervals = [interval_of(run, amount) for amount in totals]
    first = totals[0]
    if any(amount.unit.dimension != first.unit.dimension for amount in totals):
        return unknown(Reason.DIMENSION, measure)
    terms = tuple(
        Term(entry.label, measure, interval, amount.unit,
             run.index.cite(amount.span), "stated", amount)
        for amount, interval in zip(totals, intervals, strict=True)
    )  # fmt: skip
    return Value(hull(intervals), first.unit.dimension, first.unit, terms=terms)


def interval_of(run: Run, amount: Amount) -> Interval:
    """Return an amount in base units; what is written as approximate may be more or less."""
    value = amount.value.scaled(amount.unit.factor, amount.unit.offset)
    return value.widened(run.policy.about_tolerance) if amount.about else value


_NEAR = 60
"""Characters in which a line goes on with the next thing."""


def called(run: Run, names: tuple[str, ...], key: Key, entry: Entry) -> Value | None:
    """Return what a line that states a total says, where nothing else goes by its name: `Subtotal: €90`.

    Of several lines the one that is called so is meant, else those that begin so; they may differ.
    """
    index = run.index
    below = (entry.id, *index.walk(entry.id))
    found = [a for n in below for a in index.amounts(index.entries[n], key.names)]
    found = [a for a in found if a.origin is Origin.STATED]
    found += [
        c.amount for n in below for c in index.claims.get(n, ()) if c.amount.called(key.names)
    ]
    labels = [(a, _label(run, a)) for a in dict.fromkeys(found)]
    told = [
        (a, said)
        for a, said in labels
        if run.words.totals & set(said) or not _goes_on(run, a, found)
    ]
    words = [plain_words(name).split() for name in names]
    begun = [(a, label) for a, label in told if any(_begins(label, name) for name in words)]
    exact = [a for a, label in begun if any(len(label) == len(name) for name in words)]
    meant = exact or [a for a, _ in begun]
    return _told(run, entry, key.name, meant) if meant else None


def _goes_on(run: Run, amount: Amount, found: list[Amount]) -> bool:
    """Tell whether a line lists more amounts behind one: `Bakery: 750 g bread, 320 g rolls` is no total."""
    text, end = run.index.text, amount.span.end
    behind = (text[end : a.span.start] for a in found if end <= a.span.start <= end + _NEAR)
    return any("," in said or ";" in said for said in behind if not set("(\n") & set(said))


def _label(run: Run, amount: Amount) -> list[str]:
    """Return the words that stand before an amount on its line."""
    text = run.index.text
    start = max(text.rfind("\n", 0, amount.span.start), text.rfind("|", 0, amount.span.start)) + 1
    line = _ITEM.sub("", text[start : amount.span.start])
    label, _, rest = line.partition(":")
    rest = _SHARE.sub(" ", rest)  # `Deposit: 30 %, i.e. €90`
    approximate = run.words.lexicon.roles["approximate"]
    named = any(word.isalpha() and word not in approximate for word in plain_words(rest).split())
    another = named or any(
        c.isdigit() for c in rest
    )  # `Total: €90, which leaves €10`, `Oven: bread (1 h)`
    return [] if another else plain_words(label.partition("(")[0]).split()


def _begins(label: list[str], name: list[str]) -> bool:
    """Tell whether a label begins with the words of a name, of which it may cut some short: `incl.`."""
    pairs = list(zip(label, name, strict=False))
    return bool(name) and len(pairs) == len(name) and all(
        singular(said) == singular(word) or (len(said) >= _SHORT and word.startswith(said))
        for said, word in pairs
    )  # fmt: skip


def members(run: Run, measure: str, entry: Entry, holder: Piece) -> Found:
    """Return the places where a total of a measure is written for an entry."""
    label = measure.startswith('"')
    key = named_key(run, fold(measure.strip('"')) if label else measure)
    totals, others = totals_of(run, entry, key)
    pieces, maybe = (
        tuple(
            Piece(f"stated {measure}", (a.span,), None, "", "stated", path=(*holder.path,))
            for a in amounts
        )
        for amounts in (totals, others)
    )
    if pieces:
        return Found(pieces)
    if maybe:
        return Found((), maybe, Reason.INTERVAL, maybe[0].spans[0].of(run.index.text))
    unread = any(_totals(run, one.span) for one in run.index.facts.unread)
    return Found(reason=Reason.MISSING_AMOUNT, detail=f"stated {measure}", known=not unread)


def totals_of(run: Run, entry: Entry, key: Key) -> tuple[list[Amount], list[Amount]]:
    """Return the amounts written as totals of an entry, and those that may be goals of it."""
    index = run.index
    totals = [a for a in index.amounts(entry, key.names) if a.origin is Origin.STATED]
    claims = [c for c in index.claims.get(entry.id, ()) if not c.per]
    for above in (entry.id, *index.ancestors(entry.id)):
        claims += [c for c in index.claims.get(above, ()) if c.per and c.per in entry.ranks]
    claims = [c for c in claims if c.amount.called(key.names)]
    called = _lines_of_totals(run, None) if claims else frozenset()
    totals += [c.amount for c in claims if c.words in called]
    others = [c.amount for c in claims if c.words not in called]
    parts = index.held(entry)
    if not totals and not others and len(parts) == 1 and parts[0].parts:
        return totals_of(run, parts[0], key)  # a plan of one day
    if not totals and (section := _sole_section(run, entry, key)) is not None:
        totals, goals = totals_of(run, section, key)
        others += goals
    return totals, others


def _sole_section(run: Run, entry: Entry, key: Key) -> Entry | None:
    """Return the part of no rank that all amounts of a measure stand in: the prices of an offer."""
    measured = spread(run, entry, key).deepest
    above = frozenset(holder for part in measured for holder in (part, *run.index.ancestors(part)))
    found = [part for part in run.index.held(entry) if part.id in above]
    return found[0] if len(found) == 1 and found[0].parts and not found[0].rank else None


@once_a_response
def _lines_of_totals(run: Run, _: None) -> frozenset[Span]:
    """Return the lines of claims that speak of a total."""
    lines = {claim.words for claims in run.index.claims.values() for claim in claims}
    return frozenset(words for words in lines if _totals(run, words))


def _totals(run: Run, words: Span) -> bool:
    """Tell whether a line speaks of a total, which `Total budget` need not be."""
    line = f" {_MARKS.sub(' ', fold(words.of(run.index.text)))} "
    said = [word for word in run.words.totals if f" {word} " in line]
    goals = run.words.lexicon.roles.get("claim", ())
    return bool(said) and not any(f" {word} {goal} " in line for word in said for goal in goals)
