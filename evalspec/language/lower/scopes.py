"""Scopes and their filters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from evalspec.language import ir
from evalspec.language.lower.dimensions import Dimensions, dimension_text
from evalspec.language.lower.tokens import FLIPPED, ORDERS, before_last, trees, unquoted, word_of
from evalspec.language.names import EDGES, GENERIC, MONTHS, SAID, TEXT_SCOPES, WEEKDAYS, near
from evalspec.vocabulary.fold import fold

_WINDOWS = {
    "BEFORE_TIME": "before",
    "AFTER_TIME": "after",
    "STARTING": "starting",
    "STARTING_BY": "starting-by",
    "ENDING": "ending",
    "ENDING_BY": "ending-by",
    "AT": "at",
}


THIS, PREVIOUS = "this", "previous"
"""The variables that `each next` and `while` bind to a member and to the one before it."""


class Scopes(Dimensions):
    """Lowering of scopes and filters."""

    def scope(self, tree: Any) -> ir.Scope:
        if tree.data == "scope" and hasattr(tree.children[0], "data"):
            return self.scope(tree.children[0])
        of = tree.children[-1] if before_last(tree) == "OF" else None
        within = None if of is None else self.scope(of)
        kind, name, named = self.head(tree)
        filters: list[ir.Filter] = [*named]
        for part in tree.children:
            if not hasattr(part, "data") or part is of or part.data == "arguments":
                continue
            if part.data == "position":
                filters.append(self.position(part))
            else:
                filters += _beside(self.filter(part))
        if within is not None:
            self.check_holder(within, str(tree.children[0]), of)
        known: Any = kind
        return ir.Scope(known, name, tuple(filters), within, self.at(tree))

    def check_holder(self, holder: ir.Scope, name: str, tree: Any) -> None:
        """Refuse `item of "Ingredients" where (…)`: the filter would be asked of `Ingredients`."""
        chosen = (ir.Ordinal, ir.Heading)
        if holder.kind == "label" and any(not isinstance(f, chosen) for f in holder.filters):
            message = f'what follows `of "{holder.name}"` would choose among what is called so'
            hint = f'write it before `of`: `{name} … of "{holder.name}"`'
            self.problem("misplaced-filter", message, tree, hint)

    def head(self, tree: Any) -> tuple[str, str, tuple[ir.Named, ...]]:
        """Return kind and name of a scope, and the names in its brackets.

        These come before a position: `last meal(snack)` is the last of the snacks.
        """
        token = next(t for t in tree.children if getattr(t, "type", "") in ("NAME", "STRING"))
        given = next((t for t in trees(tree) if t.data == "arguments"), None)
        if given is None:
            return (*self.kind(token), ())
        word = str(token).lower()
        if word not in SAID or word in self.names.ranks:
            return (*self.kind(token), (self.arguments(given),))
        names = tuple(word_of(token) for token in given.children)
        if word == "field":
            return "text", word, (ir.Named(names),)
        if len(names) > 1:
            self.problem("wrong-arguments", f"`{word}` takes one name", given)
        edge = word == "measured" and names[0] in EDGES
        written = word in ("stated", "measured") and not edge
        return word, self.stated_measure(given) if written else names[0], ()

    def arguments(self, tree: Any) -> ir.Named:
        """Return the names in brackets: of categories, or in quotes as they are written."""
        names: list[str] = []
        quoted: list[str] = []
        for token in tree.children:
            word = word_of(token)
            if token.type == "STRING":
                quoted.append(word)
            names.append(word if token.type == "STRING" else self.activity(word))
        return ir.Named(tuple(names), self.otherwise_known(quoted))

    def otherwise_known(self, names: Iterable[str]) -> bool:
        """Tell whether the vocabulary has one of some names as a word of another one."""
        return any(self.activity(name) != name for name in names)

    def activity(self, name: str) -> str:
        """Return the category that a name belongs to, else the name."""
        return self.names.categories.get(fold(name), name)

    def kind(self, token: Any) -> tuple[str, str]:
        """Resolve the head of a scope to its kind and canonical name."""
        if token.type == "STRING":
            name = unquoted(token)
            category = self.names.categories.get(fold(name))
            if category is not None and category == name:
                return "category", category
            return "label", name
        word = str(token)
        folded = fold(word)
        if word in self.variables:
            return "variable", word
        if folded in self.names.told:
            return "told", self.names.told[folded]
        if folded == "response":
            return "text", "response"
        if folded in GENERIC:
            return folded, folded
        if folded in self.names.ranks:
            return "rank", self.names.ranks[folded]
        if folded in TEXT_SCOPES:
            return "text", folded
        if folded in self.names.categories:
            return "category", self.names.categories[folded]
        if folded in self.names.members:
            return "label", word.lower()
        hint = near(word, self.names.known_scopes()) or f'quote a name of the response: "{word}"'
        self.problem("unknown-scope", f"no scope `{word}` in this vocabulary", token, hint)
        return "label", word

    def position(self, tree: Any) -> ir.Filter:
        tokens = [t for t in tree.children if t is not None]
        number = self.nth(tokens[1]) if len(tokens) > 1 else 1
        kind: Any = tokens[0].type.lower()
        return (
            ir.Ordinal(kind, 1, number) if kind != "every" else ir.Ordinal("every", number, number)
        )

    def filter(self, tree: Any) -> ir.Filter:
        result: ir.Filter = getattr(self, "filter_" + tree.data)(tree)
        return result

    def filter_ordinal(self, tree: Any) -> ir.Filter:
        numbers = [self.nth(t) for t in tree.children if t is not None and t.type == "NUMBER"]
        if len(numbers) == 1:
            return ir.Ordinal("number", numbers[0], numbers[0])
        return ir.Ordinal("range", numbers[0], numbers[1])

    def filter_from_end(self, tree: Any) -> ir.Filter:
        number = self.nth(tree.children[0])
        return ir.Ordinal("from-end", number, number)

    def filter_separated(self, tree: Any) -> ir.Filter:
        separator = unquoted(tree.children[-1])
        if not separator:
            self.problem("missing-text", "`separated by` needs a text", tree)
        return ir.Separated(separator)

    def filter_named(self, tree: Any) -> ir.Filter:
        _, texts = self.operands(tree.children[-1])
        return ir.Named(texts, self.otherwise_known(texts))

    def filter_under(self, tree: Any) -> ir.Filter:
        return ir.Heading(unquoted(tree.children[-1]))

    def filter_part(self, tree: Any) -> ir.Filter:
        token = tree.children[-1]
        part = str(token).lower()
        known = list(self.lexicon.parts_of_day)
        if part not in known:
            hint = near(part, known, f"known ones: {', '.join(known)}")
            self.problem("unknown-part", f"no part of the day `{token}`", token, hint)
        return ir.DuringPart(part)

    def filter_window(self, tree: Any) -> ir.Filter:
        tokens = [t for t in tree.children if t is not None]
        if any(token.type == "DATE" for token in tokens):
            return self.dated_window(tokens, tree)
        if tokens[0].type == "FROM":
            return ir.TimeWindow("from-to", self.minutes(tokens[1]), self.minutes(tokens[3]))
        kind: Any = _WINDOWS[tokens[0].type]
        return ir.TimeWindow(kind, self.minutes(tokens[1]))

    def dated_window(self, tokens: list[Any], tree: Any) -> ir.Filter:
        """Read `before March 4`, `after 2025-03-04`, `from March 4 to March 9`."""
        kind = tokens[0].type
        if kind == "FROM":
            return self.dates([tokens[1], tokens[3]])
        if kind not in ("BEFORE_TIME", "AFTER_TIME"):
            self.problem("wrong-date", f"`{tokens[0]}` is followed by a time of day", tree)
        day = self.date(tokens[1])
        return (
            ir.OnDate(high=day, open=True)
            if kind == "BEFORE_TIME"
            else ir.OnDate(low=day, open=True)
        )

    def filter_lasting(self, tree: Any) -> ir.Filter:
        comparator: Any = "="
        for token in tree.children:
            if getattr(token, "type", "") == "COMPARATOR":
                comparator = FLIPPED.get(str(token), str(token))
        amount = self.quantity(tree.children[-1])
        if amount.unit.dimension not in ("time", "one"):
            message = f"`lasting` needs a length of time, not {dimension_text(amount.unit)}"
            self.problem("wrong-dimension", message, tree)
        return ir.Lasting(comparator, amount.value.scaled(amount.unit.factor))

    def filter_relative(self, tree: Any) -> ir.Filter:
        word, scope = tree.children
        relation: Any = ORDERS[word.type]
        return ir.BeforeEntry(relation, self.scope(scope))

    def filter_extreme(self, tree: Any) -> ir.Filter:
        kind: Any = str(tree.children[1]).lower()
        return ir.Extreme(kind, self.expression(tree.children[2]))

    def filter_where(self, tree: Any) -> ir.Filter:
        return ir.Where(self.formula(trees(tree)[0]))

    def filter_while(self, tree: Any) -> ir.Filter:
        outer = len(self.variables)
        self.variables += [THIS, PREVIOUS]
        lowered = self.formula(trees(tree)[0])
        del self.variables[outer:]
        return ir.While(lowered)

    def filter_except(self, tree: Any) -> ir.Filter:
        return ir.Except(self.filter(tree.children[-1]))

    def filter_dated(self, tree: Any) -> ir.Filter:
        last = tree.children[-1]
        if getattr(last, "data", "") == "operands":
            return self.weekdays(last)
        tokens = [t for t in tree.children if t is not None and t.type in ("NAME", "DATE")]
        if any(token.type == "DATE" for token in tokens):
            return self.dates(tokens)
        words = [str(t).lower() for t in tokens]
        if words == ["weekend"]:
            return ir.OnDate((6, 7))
        if fold(words[0]) == "weekday":
            return ir.OnDate((1, 2, 3, 4, 5))
        return self.named_days(words, tree, ranged=len(words) == 2)

    def dates(self, tokens: list[Any]) -> ir.OnDate:
        """Return the days from one date to another."""
        if any(token.type != "DATE" for token in tokens):
            self.problem("wrong-date", "a range of days is from a date to a date", tokens[0])
            return ir.OnDate((1,))
        low, high = self.date(tokens[0]), self.date(tokens[-1])
        if len(low) != len(high) or (len(low) > len("03-04") and low > high):
            message = f"the days from {tokens[0]} to {tokens[-1]} are no range of days"
            self.problem("wrong-range", message, tokens[0])
        return ir.OnDate(low=low, high=high)

    def weekdays(self, tree: Any) -> ir.OnDate:
        """Return the days of a list: `any of ["monday", "friday"]`."""
        mode, words = self.operands(tree)
        if mode != "any":
            self.problem("wrong-list", "weekdays are listed with `any of`", tree)
        return self.named_days([word.lower() for word in words], tree)

    def named_days(self, words: list[str], tree: Any, ranged: bool = False) -> ir.OnDate:
        """Return the weekdays, or the months, of some names."""
        months = all(word in MONTHS for word in words)
        known = {name: number for number, name in enumerate(MONTHS, 1)} if months else WEEKDAYS
        mixed = [word for word in words if word in MONTHS] if not months else []
        if mixed:
            self.problem("wrong-list", f"`{mixed[0]}` is a month among weekdays", tree)
        for word in words:
            if word not in known and word not in mixed:
                hint = near(word, [*WEEKDAYS, *MONTHS])
                self.problem("unknown-weekday", f"no weekday `{word}`", tree, hint)
        numbers = [known.get(word, 1) for word in words]
        if ranged:
            first, last = numbers
            cycle = len(MONTHS) if months else 7
            numbers = [(first + n - 1) % cycle + 1 for n in range((last - first) % cycle + 1)]
        listed = tuple(sorted(set(numbers)))
        return ir.OnDate(months=listed) if months else ir.OnDate(listed)


def _beside(found: ir.Filter) -> list[ir.Filter]:
    """Return a filter, and what is said behind its thing of the first: `X following A preceding B`."""
    inner = found.other.filters if isinstance(found, ir.BeforeEntry) else ()
    if not isinstance(found, ir.BeforeEntry) or not any(
        isinstance(f, ir.BeforeEntry) for f in inner
    ):
        return [found]
    at = next(n for n, f in enumerate(inner) if isinstance(f, ir.BeforeEntry))
    return [replace(found, other=replace(found.other, filters=inner[:at])), *inner[at:]]
