"""Check what a language model wrote against constraints written in YAML."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "load": "evalspec.api",
    "compile": "evalspec.api",
    "Spec": "evalspec.api",
    "exit_status": "evalspec.api",
    "run_dataset": "evalspec.api.datasets",
    "DatasetRun": "evalspec.api.datasets",
    "compare_runs": "evalspec.api.comparing",
    "Report": "evalspec.report.report",
    "Verdict": "evalspec.core.verdict",
    "Outcome": "evalspec.core.verdict",
    "Case": "evalspec.core.case",
    "SpecError": "evalspec.core.errors",
    "InputError": "evalspec.core.errors",
    "EvalspecError": "evalspec.core.errors",
}
"""Public names and where they live; imported when first used, so `import evalspec` is free."""

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> Any:
    """Import a public name on first use."""
    if name not in _HOMES:
        raise AttributeError(f"module 'evalspec' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
