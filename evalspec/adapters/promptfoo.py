"""An assertion for promptfoo: `file://…/promptfoo.py`, with the spec under `config`.

Each assertion starts a Python of its own; the webhook of `evalspec listen` does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalspec.api import load
from evalspec.api.grading import given_of, graded, text_of


def get_assert(output: Any, context: Mapping[str, Any]) -> dict[str, Any]:
    """Grade an output against the spec that `config.spec` names.

    promptfoo knows pass and failure only, so an undetermined constraint is no pass, and its reason
    says so. Raises `OwnFailureError` when the fault is ours, which promptfoo shows as an error.
    """
    spec = load((context.get("config") or {})["spec"])
    data = given_of(spec.program, context.get("vars"))
    request = text_of(context.get("prompt"))
    return graded(spec.check(text_of(output), request=request, data=data))
