"""Evaluate a data set: rows in, one result a constraint out, in order and streamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.policy import Policy
from evalspec.run.adapter import Adapter, label_of, skipped
from evalspec.run.record import Result
from evalspec.spec.english import constraint_of
from evalspec.spec.ir import Constraint
from evalspec.spec.policy import load_policy
from evalspec.spec.program import Answer, Program
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon

_KEPT_SENTENCES = 50_000
"""Compiled sentences kept in memory; more are compiled again."""


class Evaluator:
    """Compiles sentences once a vocabulary and checks rows of one data set."""

    def __init__(self, adapter: Adapter, base: Path | None = None) -> None:
        """Take the adapter and the folder its vocabulary and policy paths are relative to."""
        self.adapter = adapter
        self.base = base
        self._policy, _ = load_policy({"profile": adapter.policy}, base)
        self._lexicons: dict[str, Lexicon] = {}
        self._compiled: dict[tuple[str, str], Constraint] = {}

    def results(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[Result]:
        """Yield one result for every constraint of every row that is not skipped.

        Consecutive rows on the same response are read once.
        """
        waiting: list[tuple[int, int, Mapping[str, Any], Mapping[str, Any]]] = []
        for number, row in enumerate(rows):
            if skipped(self.adapter, row):
                continue
            if waiting and not self._same_case(waiting[-1][2], row):
                yield from self._decide(waiting)
                waiting = []
            waiting += [
                (number, index, row, given)
                for index, given in enumerate(self._constraints(row))
                if not skipped(self.adapter, given)
            ]
        if waiting:
            yield from self._decide(waiting)

    def _same_case(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
        columns = (self.adapter.response, self.adapter.data, self.adapter.vocabulary.column)
        return all(one.get(column) == other.get(column) for column in columns if column)

    def _constraints(self, row: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        if not self.adapter.constraints:
            return [row]
        listed = row.get(self.adapter.constraints) or []
        return [given for given in listed if isinstance(given, Mapping)]

    def _decide(
        self, waiting: list[tuple[int, int, Mapping[str, Any], Mapping[str, Any]]]
    ) -> Iterator[Result]:
        adapter = self.adapter
        row = waiting[0][2]
        name = adapter.vocabulary.of(row)
        lexicon = self._lexicon(name)
        sentences = [str(given.get(adapter.constraint, "")) for *_, given in waiting]
        constraints = tuple(
            self._compile(sentence, name, lexicon, f"r{number}c{index}")
            for sentence, (number, index, *_) in zip(sentences, waiting, strict=True)
        )
        program = Program(
            title=adapter.name,
            constraints=constraints,
            lexicon=lexicon,
            policy=_with_parts_of_day(self._policy, lexicon),
            answer=Answer(**adapter.answer),
        )
        data = row.get(adapter.data) if adapter.data else None
        case = Case(
            response=str(row.get(adapter.response, "")),
            request=str(row.get(adapter.request, "")),
            data=data if isinstance(data, dict) else {},
            name=str(waiting[0][0]),
        )
        verdicts = check(program, case)
        for (number, index, own, given), sentence, verdict in zip(
            waiting, sentences, verdicts, strict=True
        ):
            labels = {
                label.name: value
                for label in adapter.labels
                if (value := label_of(label, {**own, **given})) is not None
            }
            group = str({**own, **given}.get(adapter.group, ""))
            yield Result(number, index, sentence, group, labels, verdict)

    def _lexicon(self, name: str) -> Lexicon:
        if name not in self._lexicons:
            names = [name] if name else []
            self._lexicons[name] = load_lexicon(names, None, self.base).lexicon
        return self._lexicons[name]

    def _compile(self, sentence: str, vocabulary: str, lexicon: Lexicon, id_: str) -> Constraint:
        key = (sentence, vocabulary)
        if key not in self._compiled:
            if len(self._compiled) >= _KEPT_SENTENCES:
                self._compiled.clear()
            self._compiled[key] = constraint_of(sentence, lexicon)
        return _named(self._compiled[key], id_)


def _with_parts_of_day(policy: Policy, lexicon: Lexicon) -> Policy:
    return Policy(
        policy.profile,
        policy.switches,
        policy.equality_tolerance,
        policy.about_tolerance,
        lexicon.parts_of_day,
    )


def _named(constraint: Constraint, id_: str) -> Constraint:
    fields = {name: getattr(constraint, name) for name in Constraint.__struct_fields__}
    return Constraint(**{**fields, "id": id_})
