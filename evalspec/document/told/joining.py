"""What follows from records: fields that others give, implied records, repetitions, joined parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalspec.core.span import Span
from evalspec.core.times import DAY, Clock
from evalspec.core.timeset import Times, TimesError, either, within
from evalspec.document.told.records import Field, Found
from evalspec.document.told.slots import placed, span_between
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.told import ToldKind


def completed(found: list[Found], kinds: Mapping[str, ToldKind]) -> list[Found]:
    """Fill the fields that are not written, each from its own record or from earlier ones."""
    done: list[Found] = []
    last: dict[str, tuple[int, Field]] = {}
    for number, one in enumerate(found):
        fields = dict(one.fields)
        for name, field in kinds[one.kind].fields.items():
            for form in field.otherwise if name not in fields else ():
                made = _made(form, fields, last)
                if made is not None:
                    fields[name] = made
                    break
        done.append(one._replace(fields=fields))
        last |= {name: (number, field) for name, field in fields.items()}
    return done


def _made(
    form: str, fields: Mapping[str, Field], last: Mapping[str, tuple[int, Field]]
) -> Field | None:
    """Return what `start to end on day`, `start for length` or `to or city of last` comes to."""
    words = form.split()
    if words[-2:] == ["of", "last"]:
        before = [last[name] for name in words[:-2:2] if name in last]
        return max(before, key=lambda one: one[0])[1] if before else None
    if words[0] in ("begin", "end") and words[1:2] == ["of"]:
        whole = fields.get(words[2])
        return _edge(whole, words[0]) if whole is not None else None
    names = words[::2]
    if any(name not in fields for name in names):
        return None
    value: Any = fields[names[0]].value
    for joint, name in zip(words[1::2], names[1:], strict=True):
        value = _joined(value, joint, fields[name].value)
        if value is None:
            return None
    return Field(value, tuple(span for name in names for span in fields[name].spans))


def _edge(whole: Field, which: str) -> Field | None:
    value = whole.value
    if not isinstance(value, Times) or not value.stretches:
        return None
    return Field(Clock(value.start if which == "begin" else value.end), whole.spans)


def _joined(left: Any, joint: str, right: Any) -> Any:
    match joint, left, right:
        case "to", Clock(), Clock():
            return span_between(left, right)
        case "to", int(), int() if left <= right:
            return Times("number", ((left * DAY, (right + 1) * DAY),))
        case "to", Times(), int() if (right + 1) * DAY > left.start:
            return Times(left.calendar, ((left.start, (right + 1) * DAY),))
        case "to", Times(), Times() if left.calendar == right.calendar and left.start < right.end:
            return Times(left.calendar, ((left.start, right.end),))
        case "for", Clock(), int():
            return Clock(left.minutes + right)
        case "for", int(), int() if right > 0:
            return Times("number", ((left * DAY, (left + right) * DAY),))
        case "for", Times(), int() if right > 0:
            return Times(left.calendar, ((left.start, left.start + right * DAY),))
        case "before", Clock(), int():
            return Clock(left.minutes - right)
        case "on", Times(), Times() if left.calendar == "clock":
            return placed(left, right)
    return None


def implied(found: list[Found], kinds: Mapping[str, ToldKind]) -> list[Found]:
    """Add the records that follow from others, each behind the one it follows from."""
    every: list[Found] = []
    for one in found:
        every.append(one)
        for kind, filled in kinds[one.kind].says:
            fields = {name: one.fields[own] for name, own in filled.items() if own in one.fields}
            if len(fields) == len(filled):
                every.append(Found(kind, fields, one.span, one.clause, True))
    return every


def joined(found: list[Found], kinds: Mapping[str, ToldKind]) -> list[Found]:
    """Drop repetitions and join parts that touch, kind by kind; then put them in order."""
    kept: list[Found] = []
    for name, kind in kinds.items():
        own = [one for one in found if one.kind == name]
        if kind.same:
            own = [one for one in own if all(name in one.fields for name in kind.same)]
            own = _once(own, kind)
            if kind.joins:
                own = _joined_parts(own, kind)
        kept += own
    return kept


def _key(one: Found, kind: ToldKind) -> tuple[Any, ...]:
    return tuple(_plain(one.fields[name].value) for name in kind.same if name in one.fields)


def _plain(value: Any) -> Any:
    return fold(value) if isinstance(value, str) else value


def _once(found: list[Found], kind: ToldKind) -> list[Found]:
    """Keep one of those that say the same, or a part of it: the one that says most."""
    kept: list[Found] = []
    for one in found:
        if any(_key(other, kind) == _key(one, kind) and _holds(other, one, kind) for other in kept):
            continue
        others = (o for o in kept if _key(o, kind) != _key(one, kind) or not _holds(one, o, kind))
        kept = [*others, one]
    return kept


def _holds(larger: Found, smaller: Found, kind: ToldKind) -> bool:
    """Tell whether all that one record says is in the other."""
    if kind.joins:
        first, second = larger.fields.get(kind.joins), smaller.fields.get(kind.joins)
        try:
            return bool(first and second and within(second.value, first.value))
        except TimesError:
            return False
    return all(
        name in larger.fields and _plain(larger.fields[name].value) == _plain(field.value)
        for name, field in smaller.fields.items()
    )


def _joined_parts(found: list[Found], kind: ToldKind) -> list[Found]:
    """Join neighbours in time that are of the same and touch."""
    ordered = sorted(
        (one for one in found if kind.joins in one.fields),
        key=lambda one: one.fields[kind.joins].value.start,
    )
    made: list[Found] = []
    for one in ordered:
        before = made[-1] if made else None
        same = before is not None and _key(before, kind) == _key(one, kind)
        if before is not None and same and _touch(before, one, kind):
            first, second = before.fields[kind.joins], one.fields[kind.joins]
            value = either(first.value, second.value)
            if before.implied and one.implied:
                value = Times(value.calendar, ((value.start, value.end),))
            both = Field(value, (*first.spans, *second.spans))
            made[-1] = before._replace(
                fields={**one.fields, **before.fields, kind.joins: both},
                span=Span(
                    min(before.span.start, one.span.start), max(before.span.end, one.span.end)
                ),
                implied=before.implied and one.implied,
            )
        else:
            made.append(one)
    return made


def _touch(before: Found, one: Found, kind: ToldKind) -> bool:
    first, second = before.fields[kind.joins].value, one.fields[kind.joins].value
    if first.calendar != second.calendar:
        return False
    # Between two days on which something is implied to begin and to end nothing else is told.
    return second.start <= first.end or (before.implied and one.implied)
