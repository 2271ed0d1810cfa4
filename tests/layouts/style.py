"""A style: of each table of choices one, and which of them a text has used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Choice = str | Callable[..., Any]
"""A template, or a function of the same keywords that may return None."""
Choices = dict[str, dict[str, Choice]]
"""Tables of choices; the first of each is the plain one."""


class Style:
    """One choice of each table, and which of them a text has really used."""

    def __init__(
        self,
        choices: Choices,
        chosen: Mapping[str, str],
        others: Mapping[str, str] | None = None,
        alone: str = "",
    ) -> None:
        """Take the tables, the choices, and those of every second group when styles are mixed.

        With the title of a group or the name of an item, it alone takes the other choices.
        """
        self.choices = choices
        self.chosen = dict(chosen)
        self.others = dict(others or {})
        self.alone = alone
        self.used: dict[str, str] = {}
        """The choices that show in the text."""
        self.turned = False
        """The group being written takes the other choices."""

    def __call__(self, table: str, **words: Any) -> Any:
        """Write something the chosen way."""
        choices = self.choices[table]
        plain = next(iter(choices))
        name = (self.others if self.turned else {}).get(table) or self.chosen.get(table, plain)
        made = _made(choices[name], words)
        if made is None:
            name, made = plain, _made(choices[plain], words)
        if self.used.get(table, plain) == plain:
            self.used[table] = name
        return made

    def turn(self, number: int, name: str) -> None:
        """Begin to write a group or an item, which may take the other choices."""
        self.turned = name == self.alone if self.alone else bool(self.others) and number % 2 == 0

    def without(self, *tables: str) -> Style:
        """Return the same style with the plain choice of some tables."""
        style = Style(
            self.choices,
            {t: c for t, c in self.chosen.items() if t not in tables},
            {t: c for t, c in self.others.items() if t not in tables},
            self.alone,
        )
        style.turned = self.turned and bool(self.alone)
        return style


def _made(choice: Choice, words: Mapping[str, Any]) -> Any:
    return choice.format(**words) if isinstance(choice, str) else choice(**words)
