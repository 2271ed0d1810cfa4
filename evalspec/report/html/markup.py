"""Markup that is escaped where it is made: a string is text, `Markup` is markup."""

from __future__ import annotations

from html import escape


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def element(name: str, *children: str, **attributes: str) -> Markup:
    """Write an element; `class_` is the attribute class, `aria_label` is aria-label."""
    head = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{clean(value)}"'
        for key, value in attributes.items()
    )
    return Markup(f"<{name}{head}>{join(*children)}</{name}>")


def join(*children: str) -> Markup:
    """Write one after the other."""
    return Markup("".join(c if isinstance(c, Markup) else clean(c) for c in children))


def clean(text: str) -> str:
    """Escape text; characters that HTML forbids are shown as U+FFFD."""
    shown = "".join(c if c >= " " or c in "\n\t" else "\ufffd" for c in text)
    return escape(shown, quote=True)
