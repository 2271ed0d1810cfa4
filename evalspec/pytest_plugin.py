"""The pytest plugin: specs as tests, and a fixture that checks a response.

`*.spec.yaml` files are collected: every expectation of every case is a test. The fixture
`evalspec_check(response, spec)` fails a test with the ledger of what is not satisfied.
Nothing but pytest is imported until one of them is used.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from evalspec.api import Spec
    from evalspec.author.cases import Tested
    from evalspec.language.cases import Expectation, SpecCase
    from evalspec.language.program import Program
    from evalspec.report.gate import FailOn
    from evalspec.report.report import Report

_SUFFIXES = (".spec.yaml", ".spec.yml")
_VERSION = re.compile(rb"""^["']?evalspec["']?[ \t]*:""", re.MULTILINE)
_HEAD = 1 << 16
"""Bytes of a file in which its version is looked for."""

Check = Callable[..., "Report"]


@pytest.fixture
def evalspec_check(request: pytest.FixtureRequest) -> Check:
    """Check a response against a spec: `evalspec_check(response, "meal.yaml")`.

    The response is text, or a `Path` to read. The spec is a path, first looked up next to the
    test and then below the root folder, or a loaded `evalspec.Spec`. Fails the test with the
    ledger unless the constraints that count (`fail_on`) hold at `min_pass_rate`; else returns
    the report.
    """

    def check(
        response: str | Path,
        spec: str | os.PathLike[str] | Spec,
        *,
        data: Mapping[str, Any] | None = None,
        fail_on: FailOn = "error",
        min_pass_rate: float | str = 1,
    ) -> Report:
        __tracebackhide__ = True
        from evalspec import api
        from evalspec.report.text import render

        loaded = spec if isinstance(spec, api.Spec) else api.load(_found(spec, request))
        text = response.read_text(encoding="utf-8") if isinstance(response, Path) else response
        report = loaded.check(text, data=data)
        if api.exit_status([report], fail_on, min_pass_rate):
            raise AssertionError(f"{report.spec}\n{render([report], quiet=True)}")
        return report

    return check


def _found(spec: str | os.PathLike[str], request: pytest.FixtureRequest) -> Path:
    near = request.path.parent / spec
    return near if near.is_file() else request.config.rootpath / spec


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> SpecFile | None:
    """Collect `*.spec.yaml` files that are ours; other tools use such names too."""
    if not file_path.name.endswith(_SUFFIXES) or not _is_spec(file_path):
        return None
    return SpecFile.from_parent(parent, path=file_path)


def _is_spec(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return _VERSION.search(stream.read(_HEAD)) is not None
    except OSError:
        return False


class SpecFile(pytest.File):
    """A spec: its cases, or only that it loads."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield one test an expectation, named `CASE[CONSTRAINT]`."""
        from evalspec.language.load import load_cases, load_program

        program = load_program(_short(self.path))
        cases = load_cases(self.path)
        if not cases:
            yield Loads.from_parent(self, name="loads")
        for case in cases:
            decided = _Decided(program, case)
            for constraint, expected in case.expect.items():
                name = f"{case.name.replace('::', ':')}[{constraint}]"
                yield Expected.from_parent(self, name=name, decided=decided, expected=expected)

    def repr_failure(  # type: ignore[override]  # as in pytest's own Collector
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> Any:
        """Show what is wrong with a spec without a traceback."""
        from evalspec.core.errors import EvalspecError

        if isinstance(excinfo.value, EvalspecError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)


class Loads(pytest.Item):
    """A spec without cases: it has been loaded."""

    def runtest(self) -> None:
        """Do nothing: the spec was loaded when it was collected."""

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name


class _Decided:
    """A case, decided when its first expectation is tested."""

    def __init__(self, program: Program, case: SpecCase) -> None:
        self.program = program
        self.case = case

    @cached_property
    def tested(self) -> Tested:
        from evalspec.author.cases import run_case

        return run_case(self.program, self.case)


class Expected(pytest.Item):
    """What a case expects of one constraint."""

    def __init__(self, *, decided: _Decided, expected: Expectation, **given: Any) -> None:
        """Take a case, and what it expects."""
        super().__init__(**given)
        self.decided = decided
        self.expected = expected

    def runtest(self) -> None:
        """Decide the case; fail when this expectation is not met."""
        for miss in self.decided.tested.misses:
            if miss.expected is self.expected:
                raise AssertionError

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Show what was expected, what was computed, and the ledger."""
        if not isinstance(excinfo.value, AssertionError):
            return super().repr_failure(excinfo, style)
        from evalspec.author.cases_text import miss_text

        tested = self.decided.tested
        (miss,) = (miss for miss in tested.misses if miss.expected is self.expected)
        return dedent("\n".join(miss_text(_short(self.path), tested.report, miss)))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, max(0, self.expected.at.line - 1), self.name


def _short(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
