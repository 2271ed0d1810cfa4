"""Things that a plan may say besides plain items: how they change the plan and its truth.

Each is a function from a plan to a plan whose first group or item is another, or to None where
it does not fit. What is only written, and changes no value, stands in `before`, `behind`, `below`,
`after` of groups and items.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.layouts.plans import Group, Item, Measure, Plan

Content = Callable[[Plan], Plan | None]


def renamed(template: str) -> Content:
    """The first item of each group has a name of another kind."""
    return lambda plan: _each_first(plan, lambda i: i._replace(name=template.format(i.name)))


def behind(words: str) -> Content:
    """Something is said behind the first item of each group."""
    return lambda plan: _each_first(plan, lambda item: item._replace(behind=words))


def below(words: str) -> Content:
    """Something is said on a line below the first item of each group."""
    return lambda plan: _each_first(plan, lambda item: item._replace(below=(words,)))


def lines_after(words: str, only: str = "") -> Content:
    """Every group ends with a line."""
    return lambda plan: (
        _each_group(plan, lambda group: group._replace(after=(words,)))
        if only in ("", plan.domain.name)
        else None
    )


def lines_before(words: str) -> Content:
    """Every group begins with a line."""
    return lambda plan: _each_group(plan, lambda group: group._replace(before=(words,)))


def limit(plan: Plan) -> Plan | None:
    """A limit is said behind the first item of each group."""
    if not _adds_first(plan):
        return None
    words = f" (at most {_plain(plan.items[0].amounts[0][0], 90)} a day)"
    return _each_first(plan, lambda item: item._replace(behind=words))


def of_which(plan: Plan) -> Plan | None:
    """A detail below an item tells a piece of its amount."""
    return _each_first(plan, _with_detail) if _adds_first(plan) else None


def _with_detail(item: Item) -> Item:
    measure, value = item.amounts[0]
    return item._replace(below=(f"of which extras: {_plain(measure, value // 2)}",))


def ranges(joint: str) -> Content:
    """The first amount of an item may have two values, or any between."""
    return lambda plan: (
        _each_first(plan, lambda item: item._replace(spread=10, joint=joint))
        if _adds_first(plan)
        else None
    )


def missing(plan: Plan) -> Plan | None:
    """The first amount of the first item of each group is not told."""
    if not _adds_first(plan) or len(plan.items[0].amounts) < 2:
        return None
    return _each_first(plan, lambda item: item._replace(missing=True))


def restated(plan: Plan) -> Plan | None:
    """Behind an item stands its length again, in hours."""

    def told(item: Item) -> Item:
        minutes = next((v for m, v in item.amounts if m.unit == "min"), 0)
        return item._replace(behind=f" ({minutes / 60:g} h)" if minutes % 15 == 0 < minutes else "")

    changed = _each_first(plan, told)
    return changed if any(item.behind for item in changed.items) else None


def per_person(plan: Plan) -> Plan | None:
    """Behind an item stands what its price is for each of two."""

    def told(item: Item) -> Item:
        measure, value = item.amounts[0]
        half = _plain(measure, value // 2)
        return item if value % 2 else item._replace(behind=f" ({half} per person for 2)")

    return _each_first(plan, told) if _priced(plan) else None


def options(plan: Plan) -> Plan | None:
    """The first item of each group is one of two."""

    def chosen(item: Item) -> Item:
        more = tuple((m, value + 2) for m, value in item.amounts)
        return item._replace(options=(item, Item(f"Other {item.name.lower()}", more)))

    return _each_first(plan, chosen) if _adds_first(plan) else None


def free(words: str) -> Content:
    """The first item of each group costs nothing."""

    def without_price(item: Item) -> Item:
        (measure, _), *others = item.amounts
        return item._replace(amounts=((measure, 0), *others), behind=words)

    return lambda plan: _each_first(plan, without_price) if _priced(plan) else None


def repeated(words: str) -> Content:
    """Every group of exercises is done twice."""
    return lambda plan: (
        _each_group(plan, lambda group: group._replace(times=2, before=(words,)))
        if plan.domain.name == "cardio"
        else None
    )


def same_as_first(plan: Plan) -> Plan | None:
    """The second group has what the first has, and the text only says so."""
    if len(plan.groups) < 2 or plan.domain.clock:
        return None
    first, second, *others = plan.groups
    same = second._replace(parts=first.parts, same_as=first.number)
    return plan._replace(groups=(first, same, *others))


def _plain(measure: Measure, value: int) -> str:
    if len(measure.spelled[0]) == 1 and not measure.spelled[0].isalpha():
        return f"{measure.spelled[0]}{value}"
    named = "" if measure.bare or measure.counted else f" {measure.label.lower()}"
    return f"{value} {measure.spelled[0]}{named}"


def _adds_first(plan: Plan) -> bool:
    amounts = plan.items[0].amounts
    return bool(amounts) and amounts[0][0].adds


def _priced(plan: Plan) -> bool:
    amounts = plan.items[0].amounts
    return bool(amounts) and amounts[0][0].name == "price"


def _each_group(plan: Plan, change: Callable[[Group], Group]) -> Plan:
    return plan._replace(groups=tuple(map(change, plan.groups)))


def _each_first(plan: Plan, change: Callable[[Item], Item]) -> Plan:
    def changed(group: Group) -> Group:
        part, *others = group.parts
        part = part._replace(items=(change(part.items[0]), *part.items[1:]))
        return group._replace(parts=(part, *others))

    return _each_group(plan, changed)
