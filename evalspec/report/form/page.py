"""Questions → one HTML page: keys, notes, progress, labels kept in the browser and downloaded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from hashlib import sha256
from typing import Any

import msgspec
from msgspec.structs import replace

from evalspec.compare.people.label import Label
from evalspec.compare.people.question import Question
from evalspec.report.html import page as report
from evalspec.report.html.markup import clean
from evalspec.report.html.template import beside, embedded, filled, one_function, policy

_asset = partial(beside, __file__)


def render(asked: Sequence[Question], shared: Label) -> str:
    """Write the page; `shared` says what all labels have in common."""
    style, script = _asset("form.css"), _script()
    parts = {
        "policy": policy(style, script),
        "person": clean(shared.person),
        "style": style,
        "data": embedded(form_data(asked, shared)),
        "script": script,
    }
    return filled(_asset("form.html"), parts)


def form_data(asked: Sequence[Question], shared: Label) -> dict[str, Any]:
    """Return what the script shows: texts once each, nothing of systems and verdicts."""
    texts: dict[str, int] = {}
    rationales = "rationales" in shared.seen
    made = [
        {
            "item": one.item,
            "asked": one.asked.strip(),
            "request": texts.setdefault(one.request, len(texts)) if one.request else None,
            "texts": [texts.setdefault(text, len(texts)) for text in one.shown],
            "rationales": one.written if rationales else (),
            "menu": [{"key": c.key, "label": c.label, "words": c.words} for c in one.menu],
            "kept": _kept(one, shared),
        }
        for one in asked
    ]
    told = "\n".join([shared.person, *(f"{one.item} {one.digest}" for one in asked)])
    return {
        "form": sha256(told.encode()).hexdigest()[:16],
        "person": shared.person,
        "questions": made,
        "texts": list(texts),
    }


def _kept(one: Question, shared: Label) -> dict[str, Any]:
    """Return the fields of the label that are known before it is given."""
    label = replace(
        shared,
        item=one.item,
        order=one.order,
        seen=(*one.seen, *shared.seen),
        digest=one.digest,
        asked=one.asked if one.worded else "",
    )
    known: dict[str, Any] = msgspec.to_builtins(label)
    return {name: value for name, value in known.items() if name not in ("label", "item")}


@cache
def _script() -> str:
    return one_function([beside(report.__file__, "element.js"), _asset("form.js")])
