"""What stands around a plan, and what is changed in all of its lines."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.layouts.style import Choice, Choices


def _before(words: str) -> Choice:
    return lambda text, plan: words + "\n\n" + text


def _after(words: str) -> Choice:
    return lambda text, plan: text.rstrip("\n") + "\n\n" + words + "\n"


def _is_json(text: str) -> bool:
    return text.startswith(("{", "```json"))


def _lines(change: Callable[[str], str]) -> Choice:
    return lambda text, plan: None if _is_json(text) else "\n".join(map(change, text.split("\n")))


def _changed(change: Callable[[str], str]) -> Choice:
    return lambda text, plan: None if _is_json(text) else change(text)


AROUND: Choices = {
    "around": {
        "nothing": "{text}",
        "a title": _before("# My plan"),
        "an introduction": _before("Here is your plan:"),
        "a goal": _before("Here is a plan with at most 9,000 kcal, 90 km and €9,000 in all."),
        "a title with a goal": _before("Here is your plan:\n\n**Plan with at Least 9,000 kcal**"),
        "a closing claim": _after("This plan costs at most €9,000 and takes less than 90 hours."),
        "a closing offer": _after("If you prefer an upgrade, you can add €150 and 30 minutes."),
        "a tip": _after("**Tip:** Drink 2 glasses of water and rest 10 minutes."),
        "a section of notes": _after("## Notes\n\n- Keep 20 minutes and €15 in reserve.\n- Have fun!"),
        "a closing question": _after("Would you like me to add 2 more items for €20?"),
        "rules between groups": _changed(lambda text: text.replace("\n\n#", "\n\n---\n\n#")),
        "quoted": _lines(lambda line: f"> {line}" if line else ">"),
        "a code fence": _changed(lambda text: f"```\n{text}```\n"),
        "CRLF": _changed(lambda text: text.replace("\n", "\r\n")),
        "no-break spaces": _changed(lambda t: re.sub(r"(?<=\d) (?=[a-zA-Z])", "\u00a0", t)),
        "double spaces": _lines(lambda line: re.sub(r"(?<=\S) (?=[A-Za-z0-9])", "  ", line)),
        "blank lines between": _lines(lambda line: line if line.startswith("|") else f"{line}\n"),
        "line breaks <br>": _lines(lambda line: f"{line}<br>" if line[:1].isalnum() else line),
        "trailing spaces": _lines(lambda line: f"{line}  "),
    },
}  # fmt: skip
"""What stands around the plan."""
