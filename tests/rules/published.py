"""The published checker of IFEval, where it is installed: its code comes with the wheel of lm-eval.

Only the two modules of the checker are imported, for the rest of that package brings a model
runtime along. nltk's trained model of sentences is a download, so what needs it is not asked here.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

PACKAGES = ("lm_eval", "lm_eval.tasks", "lm_eval.tasks.ifeval")
TRAINED = ("length_constraints:number_sentences", "change_case:capital_word_frequency")
"""Kinds that need the trained model."""


@cache
def registry() -> dict[str, Any]:
    """Return the published kinds by name. Raises `ImportError` where they are not installed."""
    spec = find_spec("lm_eval")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("lm_eval")
    home = Path(spec.submodule_search_locations[0]).parent
    for name in PACKAGES:
        stub = ModuleType(name)
        stub.__path__ = [str(home.joinpath(*name.split(".")))]
        sys.modules[name] = stub
    nltk = import_module("nltk")
    nltk.data.find = lambda *_, **__: ""
    found: dict[str, Any] = import_module(
        "lm_eval.tasks.ifeval.instructions_registry"
    ).INSTRUCTION_DICT
    return found


def follows(kind: str, arguments: dict[str, Any], response: str) -> bool:
    """Return the published verdict; a blank response follows nothing, as its own scorer says."""
    instruction = registry()[kind](kind)
    instruction.build_description(**arguments)
    return bool(response.strip() and instruction.check_following(response))
