"""Closed classes of English words, swept through sentences of known meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import Any

from tests.language.wordings.generate import Saying
from tests.language.wordings.writer import data

_KEYS = ("means", "of", "refused", "shared")


def swept(
    classes: dict[str, Any] | None = None, frames: dict[str, Any] | None = None
) -> Iterator[Saying]:
    """Yield each member of every class in each of its places in every sentence that has one.

    The phrases of a saying are the member and the sentence; one that is to be refused has no formula.
    """
    for name, frame in (frames or data("classes")["frames"]).items():
        slots = _slots(frame)
        for kind, members in (classes or data("classes")["classes"]).items():
            for member, text in _texts(members, frame, slots):
                text = re.sub(r"[, -]+\.$", ".", text[0].upper() + text[1:])
                first, *also = _meant(members, frame, slots)
                yield Saying(frame["vocabulary"], text, first, kind, (member, name), tuple(also))


def _meant(members: dict[str, Any], frame: dict[str, Any], slots: dict[str, str]) -> list[str]:
    if "refused" in members:
        return [""]
    meant = frame["formulas"][members["of"]] if "of" in members else frame["formula"]
    signs = [one.format_map(slots) for one in members.get("means", "").split(" | ")]
    found = [one.format(means=sign) for one in meant.split(" | ") for sign in signs]
    if "shared" not in members:
        return found
    whom = [
        'each value("person")',
        *("price" in found[0]) * [f"for {n} persons" for n in ("all", 2, 4)],
    ]
    return ["", *(f"{one}: {found[0]}" for one in whom), *("shares" not in frame) * found]


def _slots(frame: dict[str, Any]) -> dict[str, str]:
    """Return what fills the places of a sentence; a capital names what begins with one."""
    slots = {key: str(text) for key, text in frame["slots"].items()}
    if "k" in slots:
        slots["n"] = f"{slots['k']} {slots['u']}"
    return slots | {key.upper(): text[:1].upper() + text[1:] for key, text in slots.items()}


def _texts(
    members: dict[str, Any], frame: dict[str, Any], slots: dict[str, str]
) -> Iterator[tuple[str, str]]:
    if members.get("of", "") not in ("", *frame.get("formulas", ())):
        return
    for place, ways in members.items():
        place, _, of = place.partition(" of ")
        if place in _KEYS or (of and of.removesuffix("s") != frame.get("is")):
            continue
        for around in ["{say}"] if place == "say" else frame.get(place, []):
            for way in ways:
                if {name for _, name, _, _ in Formatter().parse(way) if name} <= set(slots):
                    said = way.format_map(slots)
                    gap = "" if said.startswith((",", "/")) else " "
                    yield (
                        way,
                        around.replace(" {" + place + "}", gap + said).replace(
                            "{" + place + "}", said
                        ),
                    )
