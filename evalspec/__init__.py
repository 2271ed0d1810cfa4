"""Check what a language model wrote against constraints written in YAML.

import evalspec
spec = evalspec.load("meal.yaml")
spec.check(response).score(undetermined="fail")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

__all__ = [
    "Benchmark",
    "Case",
    "DatasetRun",
    "EvalspecError",
    "InputError",
    "Outcome",
    "Pair",
    "Preference",
    "Reason",
    "Report",
    "Reward",
    "Spec",
    "SpecError",
    "Verdict",
    "Winner",
    "__version__",
    "as_dict",
    "as_text",
    "compare_runs",
    "compile",
    "exit_status",
    "load",
    "prefer",
    "reward",
    "run_dataset",
]

_HOMES = {
    "load": "evalspec.api",
    "compile": "evalspec.api",
    "Spec": "evalspec.api",
    "as_dict": "evalspec.api",
    "as_text": "evalspec.api",
    "exit_status": "evalspec.api",
    "run_dataset": "evalspec.api.datasets",
    "Benchmark": "evalspec.api.benchmarks",
    "DatasetRun": "evalspec.api.datasets",
    "compare_runs": "evalspec.api.comparing",
    "reward": "evalspec.api.reward",
    "Reward": "evalspec.api.reward",
    "Report": "evalspec.report.report",
    "Verdict": "evalspec.core.verdict",
    "Outcome": "evalspec.core.verdict",
    "Reason": "evalspec.core.verdict",
    "Case": "evalspec.core.case",
    "Pair": "evalspec.core.pair",
    "Preference": "evalspec.core.pair",
    "Winner": "evalspec.core.pair",
    "prefer": "evalspec.api.pairs",
    "SpecError": "evalspec.core.errors",
    "InputError": "evalspec.core.errors",
    "EvalspecError": "evalspec.core.errors",
}
"""Public names and where they live; imported when first used, so `import evalspec` is free."""

if TYPE_CHECKING:
    from evalspec.api import Spec, as_dict, as_text, compile, exit_status, load
    from evalspec.api.benchmarks import Benchmark
    from evalspec.api.comparing import compare_runs
    from evalspec.api.datasets import DatasetRun, run_dataset
    from evalspec.api.pairs import prefer
    from evalspec.api.reward import Reward, reward
    from evalspec.core.case import Case
    from evalspec.core.errors import EvalspecError, InputError, SpecError
    from evalspec.core.pair import Pair, Preference, Winner
    from evalspec.core.verdict import Outcome, Reason, Verdict
    from evalspec.report.report import Report
else:  # hidden from type checkers, for which it would make every name exist

    def __getattr__(name: str) -> object:
        """Import a public name on first use."""
        if name not in _HOMES:
            raise AttributeError(f"module 'evalspec' has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
