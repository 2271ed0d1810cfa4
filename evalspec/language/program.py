"""What a spec compiles to: plain data, cached as JSON (`evalspec.source.cache`)."""

from __future__ import annotations

from typing import Any

import msgspec

from evalspec.core.case import Case
from evalspec.core.given import GivenType
from evalspec.core.policy import Policy
from evalspec.core.record import Record
from evalspec.language.criterion import Criterion
from evalspec.language.ir import Constraint
from evalspec.vocabulary.lexicon import Lexicon

SHIPPED_JUDGES = frozenset(("zero-shot", "few-shot", "extract", "vote", "jury", "debate", "panel"))
"""Names of judges that no spec may give to its own: `--judge zero-shot` is always ours."""


class Answer(Record, frozen=True):
    """Which part of a response is the answer."""

    after: str = ""
    """Text after the last occurrence of this marker; empty for all."""
    before: str = ""
    """Text up to the first occurrence of this marker after the start; empty for all."""
    under: str = ""
    """The section under this heading; empty for all."""
    json_path: str = ""
    """Dotted path into a JSON answer; empty for all."""
    none: tuple[str, ...] = ()
    """Wordings that say there is no answer, beside those of the vocabulary."""


class Program(Record, frozen=True):
    """A compiled spec, ready to check responses."""

    title: str
    constraints: tuple[Constraint, ...]
    lexicon: Lexicon
    policy: Policy
    beside: Lexicon | None = None
    """By which a response that has its headings is read as well."""
    request: str = ""
    data: dict[str, Any] = {}
    given: dict[str, GivenType] = {}
    """Types of the fields of the data; empty when none are declared."""
    answer: Answer = Answer()
    criteria: tuple[Criterion, ...] = ()
    """By what one of two responses is better; those that another one names stand before it."""
    scenarios: dict[str, tuple[str, ...]] = {}
    """Kind of request → ids of the criteria that are asked of it."""
    judges: dict[str, Any] = {}
    """As written; `evalspec.judge.config` reads them when a judge is asked for."""
    source: str = ""
    """Path of the spec as given."""
    sources: tuple[tuple[str, str], ...] = ()
    """Every file it was compiled from, with the SHA-256 of its content (for the cache)."""

    def completed(self, case: Case) -> Case:
        """Return a case with the request and the data of the spec where it gives none."""
        if not (self.data or self.request):
            return case
        data = {**self.data, **case.data}
        request = case.request or self.request
        return msgspec.structs.replace(case, request=request, data=data)
