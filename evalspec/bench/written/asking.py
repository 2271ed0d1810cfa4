"""A model that writes: topics, then one constraint at a time, with what was wrong sent back.

A reply that cannot be used, and a constraint that does not fit, go back with the reasons, so often
as the plan allows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from evalspec.bench.planned.parts import Group, Write
from evalspec.bench.written.screen import LONGEST
from evalspec.judge.config import Judge
from evalspec.judge.conversation import UNUSABLE, Unfit, Value, converse
from evalspec.judge.prompts import Asked, Prompt, Question, ask, fenced, load_prompt
from evalspec.judge.session import Session
from evalspec.source import files
from evalspec.vocabulary.lexicon import Lexicon

T = TypeVar("T")
AGAIN = "bench-again"
"""The prompt that sends back what was wrong."""
LONGEST_TOPIC = 200
_LONGEST_CONSTRAINT = ("x" * LONGEST, f"judged('{'x' * LONGEST}')")
"""Stands for a constraint in a dry run."""


def prompts_of(write: Write, base: Path) -> tuple[Prompt, ...]:
    """Return the prompts that a model is asked with. Raises `SpecError` for a wrong one."""
    names = [name for name in (write.topic_prompt, write.constraint_prompt) if name]
    return tuple(_prompt(name, base) for name in (*names, *((AGAIN,) if names else ())))


def _prompt(name: str, base: Path) -> Prompt:
    return load_prompt(str(base / name) if name.endswith(files.SUFFIXES) else name)


class Writer:
    """A model that is asked for topics and constraints."""

    def __init__(
        self, session: Session, judge: Judge, write: Write, lexicon: Lexicon, base: Path
    ) -> None:
        """Take who is asked, and what for; `base` is where prompts of one's own are."""
        self.session = session
        self.judge = judge
        self.write = write
        self.base = base
        self.vocabulary = (
            f"  scopes: {', '.join(lexicon.ranks)}\n  measures: {', '.join(lexicon.measures)}"
        )
        self._topics: dict[str, tuple[list[str] | None, list[Unfit]]] = {}
        self._locks: defaultdict[str, Lock] = defaultdict(Lock)

    @property
    def name(self) -> str:
        """Return what instances call it."""
        return self.judge.model

    def topics(self, brief: str) -> tuple[list[str] | None, list[Unfit]]:
        """Return topics for what is asked; the same for the same, which is asked once."""
        with self._locks[brief]:
            if brief not in self._topics:
                sent = ask(_prompt(self.write.topic_prompt, self.base), Question(request=brief))
                self._topics[brief] = self._conversation(sent, _topics, ["x" * LONGEST_TOPIC])
            return self._topics[brief]

    def constraint(
        self,
        group: Group,
        brief: str,
        earlier: Sequence[str],
        unfit: Callable[[str, str], list[Unfit]],
    ) -> tuple[tuple[str, str] | None, list[Unfit]]:
        """Return a constraint in words and its formula, of which `unfit` tells what is wrong."""
        known = "\n".join(f"- {text}" for text in earlier) or "(none)"
        question = Question(
            request=brief,
            constraint=f"{group.name}: {group.about}",
            statements=fenced(known),
            vocabulary=self.vocabulary,
        )
        sent = ask(_prompt(self.write.constraint_prompt, self.base), question)

        def read(value: Any) -> Value[tuple[str, str]]:
            return _constraint(value, unfit)

        return self._conversation(sent, read, _LONGEST_CONSTRAINT)

    def _conversation(
        self, sent: Asked, read: Callable[[Any], Value[T]], longest: T
    ) -> tuple[T | None, list[Unfit]]:
        made, refused = converse(
            self.session, self.judge, sent, read,
            again=AGAIN, rounds=self.write.rounds, vocabulary=self.vocabulary,
        )  # fmt: skip
        return (longest, []) if self.session.dry_run else (made, refused)


def _topics(value: Any) -> Value[list[str]]:
    given = value if isinstance(value, list) else []
    lines = (" ".join(one.split()) for one in given if isinstance(one, str))
    found = list(dict.fromkeys(one for one in lines if 0 < len(one) <= LONGEST_TOPIC))
    if not found:
        return None, [Unfit(UNUSABLE, "expected a JSON list of topics, each a short text")]
    return found, []


def _constraint(value: Any, unfit: Callable[[str, str], list[Unfit]]) -> Value[tuple[str, str]]:
    fields = [value.get(name) for name in ("text", "check")] if isinstance(value, dict) else []
    if len(fields) != 2 or not all(isinstance(one, str) for one in fields):
        return None, [Unfit(UNUSABLE, "expected a JSON object with the texts `text` and `check`")]
    text, check = (" ".join(str(one).split()) for one in fields)
    wrong = unfit(text, check)
    return (None if wrong else (text, check)), wrong
