"""Errors a user can cause, with the place and what was expected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Self

from evalspec.core.record import Record
from evalspec.core.secrets import redacted
from evalspec.core.span import NOWHERE, At

_SAID = 200
"""Most characters of an exception's own words that are shown."""


def near(word: str, known: Iterable[str], otherwise: str = "", *, cutoff: float = 0.6) -> str:
    """Return a hint at the nearest known word; something else where none is near."""
    from difflib import get_close_matches  # for mistakes alone

    close = get_close_matches(word, list(known), 1, cutoff)
    return f"did you mean `{close[0]}`?" if close else otherwise


class Problem(Record, frozen=True):
    """One thing wrong with an input file."""

    code: str
    """Stable kebab-case code: `unknown-key`, `duplicate-key`, `wrong-dimension`."""
    message: str
    """What is wrong and what was expected, one sentence without the place."""
    at: At = NOWHERE
    """Where."""
    excerpt: str = ""
    """The line with carets under the place; may be empty."""
    hint: str = ""
    """The nearest known name or a corrected form; may be empty."""
    related: tuple[At, ...] = ()
    """Other places that matter, such as the definition of a rule."""

    @property
    def said(self) -> str:
        """The message, with the hint in brackets."""
        return f"{self.message} ({self.hint})" if self.hint else self.message


class EvalspecError(Exception):
    """Base of every error that bad input can cause. Never carries a traceback to a user."""

    def __init__(self, problems: tuple[Problem, ...] | list[Problem]) -> None:
        """Take one or more problems."""
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(problem_text(p) for p in self.problems))

    @classmethod
    def of(cls, code: str, message: str, at: At = NOWHERE, hint: str = "") -> Self:
        """Return the error of one problem."""
        return cls([Problem(code, message, at, hint=hint)])

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the problems, not the text: an error comes back from a pool of workers."""
        return type(self), (self.problems,)


class SpecError(EvalspecError):
    """A spec, rule or vocabulary file is invalid."""


class InputError(EvalspecError):
    """A response, data set or option is unusable."""


@contextmanager
def needs(what: str, extra: str, at: At = NOWHERE) -> Iterator[None]:
    """Raise `InputError` when what is imported meanwhile is not installed; an extra has it."""
    try:
        yield
    except ImportError as error:
        hint = f"install the extra `{extra}` of evalspec"
        raise InputError.of("missing-package", f"{what}: {error}", at, hint=hint) from error


def fault_text(error: BaseException) -> str:
    """Write an exception that should not have happened in one line, with the place of it."""
    words = " ".join(str(error).split())
    said = f"{type(error).__name__}: {words[:_SAID]}" if words else type(error).__name__
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None:
        return said
    path = place.tb_frame.f_code.co_filename.replace("\\", "/")
    return f"{said} at {'/'.join(path.split('/')[-2:])}:{place.tb_lineno}"


def problem_text(problem: Problem) -> str:
    """Write a problem as `file:line:column: message`, excerpt and hint below; keys are hidden."""
    place = problem.at.file
    if problem.at.line:
        place += f":{problem.at.line}:{problem.at.column}"
    lines = [f"{place}: {problem.said}" if place else problem.said]
    if problem.excerpt:
        lines.append(problem.excerpt)
    lines += [f"  see {r.file}:{r.line}:{r.column}" for r in problem.related if r.line]
    return redacted("\n".join(lines))
