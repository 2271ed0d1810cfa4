"""How many: members of a scope, different names, repeated items, members in doubt."""

from __future__ import annotations

from collections import Counter
from decimal import ROUND_CEILING, Decimal

from evalspec.check import attributes, used
from evalspec.check.debated import without_debated
from evalspec.check.entries import entry_of
from evalspec.check.evaluation import Run
from evalspec.check.filters.absence import is_nowhere, names_of
from evalspec.check.filters.times import by_start
from evalspec.check.labelled import leads_to
from evalspec.check.numbered import told_number
from evalspec.check.value import Piece, Term, Value, cite_all, unknown
from evalspec.core.lookup import firsts
from evalspec.core.quantity import ONE, UNITLESS, ZERO, Interval, exactly
from evalspec.core.regex import regex
from evalspec.core.times import DAY
from evalspec.core.verdict import Cited, Reason
from evalspec.document.container_names import leading_ordinal
from evalspec.document.facts import Doubt, EntryKind
from evalspec.language import ir
from evalspec.vocabulary.fold import fold

_COUNTED = regex(r"[^\W\d_]+\s#?\d")


def count(node: ir.Count, run: Run, piece: Piece | None) -> Value:
    """Count the members of a scope; one count in the whole response is made once in a run."""
    if piece is not None or run.variables:
        return _count(node, run, piece)
    key = (run.segmentation, run.persons, run.of_each, run.told_apart, node)
    if key not in run.counts:
        run.counts[key] = _count(node, run, piece)
    return run.counts[key]


def _count(node: ir.Count, run: Run, piece: Piece | None) -> Value:
    """Count the members of a scope; unsure members make the count an interval."""
    found = run.members(node.scope, piece, counting=True)
    if names_of(node.scope):
        found = used.things(run, found)
    sure = found.pieces
    if node.scope.kind == "rank":
        sure = without_debated(run, node.scope, found.pieces, piece)
    if not sure and not found.maybe and not found.known:
        if node.scope.kind == "text" and node.scope.name != "field":
            away = _holder_away(run, node.scope, piece)
            return away or Value(exactly(0), "one", UNITLESS)
        return _by_days(run, node.scope, piece) or unknown(
            found.reason or Reason.EMPTY_SCOPE, found.detail
        )
    if node.scope.kind == "text":
        more = len(found.maybe)
        if node.scope.name == "field" and all(isinstance(f, ir.Named) for f in node.scope.filters):
            sure, unsure = attributes.listed(run, sure)
            sure, more = _different(run, sure) if node.distinct else sure, more + unsure
        spans = [span for one in sure for span in one.spans[:1]]
        offending, unlisted = cite_all(run.text.response, spans)
        number = Interval(Decimal(len(sure)), Decimal(len(sure) + more))
        return Value(number, "one", UNITLESS, offending=offending, unlisted=unlisted)
    sure = _distinct(run, sure) if node.distinct else _repeated(run, node, piece, sure)
    chosen, more = _chosen(run, found.maybe)
    if node.scope.kind == "label" and fold(node.scope.name) in run.words.lexicon.roles.get(
        "another", ()
    ):
        chosen, more = chosen + more, 0  # who counts the options counts each
    terms = tuple(_thing(run, p, node) for p in (*sure, *found.maybe))
    told = [(p, t.value) for p, t in zip((*sure, *found.maybe), terms, strict=True)]
    low = sum((v.low or ZERO for p, v in told[: len(sure)] if not is_optional(p)), Decimal(chosen))
    steps = names_of(node.scope) and run.words.step and used.are_steps(run, sure)
    if steps and not _are_numbered(sure):
        low = max((v.low or ZERO for _, v in told), default=low)  # each may use the same ones
    open_ended = any(v.high is None for _, v in told)
    high = None if open_ended else sum((v.high or ZERO for _, v in told), Decimal(-more))
    value, doubts = _count_in_doubt(run, node, piece, Interval(low, high))
    return Value(
        value, "one", UNITLESS, terms=terms, detail=found.detail, reason=found.reason,
        doubts=doubts, sure=Interval(low, high) if doubts else None,
    )  # fmt: skip


def _are_numbered(pieces: tuple[Piece, ...]) -> bool:
    """Tell whether labels say which of several each is: `First fold`, `Second fold`."""
    numbers = {leading_ordinal(fold(piece.label)) for piece in pieces}
    return len(numbers) == len(pieces) > 1 and 0 not in numbers


def _by_days(run: Run, scope: ir.Scope, piece: Piece | None) -> Value | None:
    """Count weeks that no heading names by the days there are: seven are one, `Day 1` to `Day 3` none.

    Of some weekdays, or of days that others may lie between, the rest of the week may be meant too.
    """
    ranks, unit = run.words.lexicon.ranks, run.words.lexicon.units.get(scope.name)
    day = next((rank for rank in ranks.values() if "weekday" in rank.calendar), None)
    several = unit is not None and unit.dimension == "time" and unit.factor > DAY
    if piece is not None or scope.filters or not several or unit is None or day is None:
        return None
    found = run.members(ir.Scope("rank", day.name), None, counting=True).pieces
    entries = [one.entry for one in found if one.entry is not None]
    numbers = [number for e in entries if (number := run.index.day_of(e.id)) is not None]
    if not numbers or len(numbers) < len(found):
        return None
    days = Decimal(max(numbers) - min(numbers) + 1)
    weeks = days * DAY / unit.factor
    written = all(e.ranks == (day.name,) and not e.weekday for e in entries)
    exact = written and len(set(numbers)) == days
    terms = tuple(run.term(one, day.name, exactly(1)) for one in found)
    whole = weeks if exact else weeks.to_integral_value(ROUND_CEILING)
    return Value(Interval(weeks, whole), "one", UNITLESS, terms=terms)


def _chosen(run: Run, pieces: tuple[Piece, ...]) -> tuple[int, int]:
    """Return how many choices have all their options here, and how many options are too many."""
    counted = Counter(p.entry.choice for p in pieces if p.entry is not None and p.entry.choice)
    whole = [n for choice, n in counted.items() if n == len(run.index.choices[choice])]
    return len(whole), sum(n - 1 for n in whole)


def _listed(run: Run, piece: Piece, name: str) -> Interval | None:
    """Return how many there are of what heads a list of them: `Ingredients`, with twelve lines below it.

    Of lines that hold others it is open which level is meant.
    """
    entry = piece.entry
    if entry is not None and leads_to(run.index, entry, fold(name)):
        return Interval(ONE, None)  # told in sentences
    if entry is None or fold(name) == name.lower() or name.lower() != entry.label.lower():
        return None
    parts = run.index.held(entry)
    if not parts:
        return None
    needed = sum(not part.optional for part in parts)
    nested = any(run.index.parts[part.id] for part in parts)
    return Interval(Decimal(1 if nested else needed), Decimal(len(parts)))


def _thing(run: Run, piece: Piece, node: ir.Count) -> Term:
    scope = node.scope
    number = exactly(1)
    if scope.kind == "label" and not node.distinct and piece.kind != "list-item":
        number = _listed(run, piece, scope.name) or told_number(run, piece, scope.name)
    elif scope.kind in ("rank", "item") and (priced := _priced_apart(run, piece)) > 1:
        number = Interval(ONE, Decimal(priced))
    note = next((start.note for start in by_start(run, scope, piece)), "")
    role = scope.name or scope.kind
    return Term(piece.label, role, number, UNITLESS, run.cite(piece), note=note)


def _priced_apart(run: Run, piece: Piece) -> int:
    """Return how many things of a line have a price each: `Tower (€8) and crypt (€4)` may be two."""
    entry = piece.entry
    if entry is None or entry.rank not in run.words.item_ranks or entry.amounts:
        return 0
    on_line = (p for p in run.index.held(entry) if entry.spans[0].covers(p.spans[0]))
    return sum(any(a.unit.dimension.startswith("currency") for a in p.amounts) for p in on_line)


def is_optional(piece: Piece) -> bool:
    """Tell whether a thing is written as one that need not be taken."""
    return piece.entry is not None and piece.entry.optional


def _distinct(run: Run, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    seen = firsts((_identity(run, piece), piece) for piece in pieces)
    known = [set(name.split()) for name, *_ in seen]
    left = frozenset(run.words.lexicon.roles.get("left", ()))
    return tuple(
        piece for (name, *_), piece in seen.items() if not _is_left_of_another(name, known, left)
    )


def _is_left_of_another(name: str, known: list[set[str]], left: frozenset[str]) -> bool:
    """Tell whether a thing is what is left of another one: `Leftover chili` of `Chili with beans`."""
    words = set(name.split())
    plain = words - left
    if plain == words or not plain:
        return False
    return any(plain <= other for other in known if other != words)


def _identity(run: Run, piece: Piece) -> tuple[str, ...]:
    """Return what makes a thing the same as another: its name, or what stands under `Dinner`."""
    name = fold(_without_amounts(run, piece))
    rank = run.words.lexicon.ranks.get(piece.entry.rank) if piece.entry is not None else None
    if piece.entry is None or rank is None or name not in map(fold, rank.members):
        return (name,)
    below = run.index.below(piece.entry)
    return (name, *(fold(e.label) for e in below if e.kind == EntryKind.ITEM))


def _without_amounts(run: Run, piece: Piece) -> str:
    """Return what a thing is called, but for how much of it there is: `10 min rowing`."""
    if piece.entry is None:
        return piece.label
    at, end = piece.entry.span.start, piece.entry.span.end
    kept = []
    for amount in sorted(piece.entry.amounts, key=lambda a: a.span.start):
        if at <= amount.span.start and amount.span.end < end:
            kept.append(run.text.seen[at : amount.span.start])
            at = amount.span.end
    left = "".join((*kept, run.text.seen[at:end])).strip() if kept else ""
    return left.removeprefix("of ") or piece.label


def _holder_away(run: Run, scope: ir.Scope, piece: Piece | None) -> Value | None:
    """Return that what pieces are counted in is not there: `bullet under "Tips"` without such a heading."""
    for wanted in scope.filters:
        if isinstance(wanted, ir.Heading) and not run.text.has_heading(fold(wanted.text)):
            return unknown(Reason.NAME_NOT_FOUND, wanted.text)
    if scope.within is None:
        return None
    holders = run.members(scope.within, piece)
    away = not holders.pieces and not holders.maybe and holders.reason is Reason.NAME_NOT_FOUND
    return unknown(holders.reason, holders.detail) if away else None


def _different(run: Run, fields: tuple[Piece, ...]) -> tuple[Piece, ...]:
    told = ((fold(f.text or f.spans[0].of(run.text.seen)), f) for f in fields)
    return tuple(firsts(told).values())


def _repeated(
    run: Run, node: ir.Count, piece: Piece | None, pieces: tuple[Piece, ...]
) -> tuple[Piece, ...]:
    """Count an item that several containers repeat once or again, in a count over the plan."""
    entry = entry_of(run, piece)
    kind, name = node.scope.kind, node.scope.name
    of_items = kind == "item" or (kind == "rank" and name in run.words.item_ranks)
    called = kind == "label"
    if entry is None or entry.id != 0 or not (called or of_items):
        return pieces
    holders = {p.entry.parent for p in pieces if p.entry is not None}
    different = _written(pieces) if called else _distinct(run, pieces)
    if len(holders) < 2 or len(different) == len(pieces) or run.told_apart == node.scope:
        return pieces
    return different if run.switch("repeated_items") == "once" else pieces


def _written(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return the things with those of a number once a place: below `Week 1-2` stands one `Chapter 3`."""
    places = (
        (p.entry.span if p.entry and _COUNTED.match(p.label) else number, p)
        for number, p in enumerate(pieces)
    )
    return tuple(firsts(places).values())


def _count_in_doubt(
    run: Run, node: ir.Count, piece: Piece | None, value: Interval
) -> tuple[Interval, tuple[Cited, ...]]:
    entry = entry_of(run, piece)
    if entry is None or value.low is None or value.high is None or not run.index.doubts:
        return value, ()
    cited = []
    low, high = value.low, value.high
    for doubt in run.index.doubts_below(entry.id):
        if doubt.measure or doubt.amount is not None or not _counts(run, node.scope, doubt):
            continue
        if not may_be(run, node.scope, doubt):
            continue
        item = node.scope.name in run.words.item_ranks
        if item and doubt.count >= 0 and run.index.holds(entry.id, doubt.span):
            continue
        cited.append(run.index.cite(doubt.span))
        low += min(0, doubt.count) if doubt.count else -len(doubt.entries)
        high += max(0, doubt.count) if doubt.count else len(doubt.entries)
    return Interval(max(ZERO, low), high), tuple(cited)


def more_in_doubt(run: Run, scope: ir.Scope, piece: Piece | None) -> tuple[Cited, ...]:
    """Return the places that may hold one member more of a scope than was read."""
    if scope.kind not in ("rank", "item") or scope.filters:
        return ()
    more, cited = _count_in_doubt(run, ir.Count(scope), piece, exactly(0))
    return cited if more.high else ()


def may_be(run: Run, scope: ir.Scope, doubt: Doubt) -> bool:
    """Tell whether words that may name more than was read may name one of a scope.

    `call the plumber` is nothing that contains "cake", and has no price; a line that may be a circuit
    as those beside it is no further item.
    """
    if doubt.code == "unranked":
        beside = (run.index.entries[number] for number in doubt.entries)
        return scope.kind == "rank" and any(scope.name in entry.ranks for entry in beside)
    if is_nowhere(run, names_of(scope), (doubt.span,)):
        return False
    if doubt.code != "passage":
        return True
    if scope.kind == "measured":
        told = (account.span.start for account in run.index.facts.accounts)
        return any(doubt.span.start <= start < doubt.span.end for start in told)
    words = Piece("", (doubt.span,))
    asked = (wanted.formula for wanted in scope.filters if isinstance(wanted, ir.Where))
    return all(_may_meet(run, formula, words) for formula in asked)


def _may_meet(run: Run, formula: ir.Formula, words: Piece) -> bool:
    """Tell whether a thing that some of these words name may meet a formula."""
    if isinstance(formula, ir.And):
        return all(_may_meet(run, part, words) for part in formula.parts)
    if isinstance(formula, ir.Or):
        return any(_may_meet(run, part, words) for part in formula.parts)
    if isinstance(formula, ir.TextTest) and formula.relation == "contains":
        return formula.mode == "none" or run.holds(formula, words) is not False
    return True


def _counts(run: Run, scope: ir.Scope, doubt: Doubt) -> bool:
    """Tell whether a doubt about entries may change how many members a scope has.

    What is the same as another but for some of its parts is one of its kind all the same.
    """
    if scope.kind != "rank":
        return True
    level = run.words.lexicon.ranks[scope.name]
    for number in doubt.entries:
        if not 0 <= number < len(run.index.entries):
            continue
        entry = run.index.entries[number]
        if entry.kind == EntryKind.ITEM and scope.name not in run.words.item_ranks:
            continue
        own = run.words.lexicon.ranks.get(entry.rank)
        kept = doubt.code == "said-again" and entry.kind == EntryKind.CONTAINER
        if kept and scope.name in entry.ranks:
            continue
        holds = doubt.code == "passage" and entry.kind == EntryKind.CONTAINER
        if holds and own is not None and level.level <= own.level:
            continue  # what a line below `Lunch` may name is no further lunch
        if scope.name in entry.ranks or own is None or own.level < level.level:
            return True
    return False
