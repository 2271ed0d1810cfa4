"""The folder in which the spec of a benchmark is planned.

    task.txt               what was asked for
    draft/N.yaml           every draft of the model, never edited
    draft/N.problems.json  what was wrong with it, as it was sent back
    draft.yaml             the last draft, as the model left it
    spec.yaml              the developer's: at first the last draft
    transcript.jsonl       every request with its reply
    plan.json              who was asked, how many rounds, what it took, what remains

A reply that stands here is not asked for again, whatever ended the run that got it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At
from evalspec.judge.config import Judge
from evalspec.judge.exchange import Reply, Request, cost_of
from evalspec.judge.transcript import Recorder, Replay
from evalspec.report.json import indented
from evalspec.source.whole import drop_cut_line, write_whole

VERSION = 1
SPEC, DRAFT, TASK, STATE, TRANSCRIPT = (
    "spec.yaml", "draft.yaml", "task.txt", "plan.json", "transcript.jsonl",
)  # fmt: skip
SPENT = "spent.json"
"""What was spent, also by runs that were broken off."""


class PlanFolder:
    """A folder that is being filled, or was."""

    def __init__(self, path: str | Path) -> None:
        """Take the place; nothing is read or made yet."""
        self.path = Path(path)
        self.replies: list[Reply] = []
        """Those that led here, in order."""
        self._known: Replay | None = None

    # -- making ------------------------------------------------------------------------------
    def begin(self, task: str, about: dict[str, Any]) -> None:
        """Make the folder, or go on with one. Raises `InputError` for one of something else."""
        if self.path.exists() and not self.path.is_dir():
            raise self._wrong("is a file, not a folder")
        every = self.path.iterdir() if self.path.is_dir() else ()
        held = sorted(one.name for one in every if not one.name.startswith("."))
        if STATE in held:
            known = self._state()
            for name, value in {"evalspec_plan": VERSION, **about}.items():
                if known.get(name) != value:
                    raise self._wrong(f"holds another plan: its {name} differs")
            if self._read(TASK) not in (task, None):
                raise self._wrong("holds another plan: its task differs")
        elif held:
            raise self._wrong(f"is not empty: it holds {', '.join(held[:3])}")
        else:
            self._write(STATE, indented({"evalspec_plan": VERSION, **about, "complete": False}))
        self._write(TASK, task)
        self._known = self._replay()

    def reply(self, request: Request) -> Reply | None:
        """Return a reply that stands here."""
        found = None if self._known is None else self._known.find(request.key)
        if found is not None:
            self.replies.append(found)
        return found

    def keep(self, request: Request, reply: Reply) -> None:
        """Write a reply down at once."""
        one = replace(reply, cached=False)
        with (self.path / TRANSCRIPT).open("a", encoding="utf-8", newline="\n") as stream:
            Recorder(stream).add(request.key, request, one)
        self.replies.append(one)

    def keep_draft(self, number: int, text: str) -> Path:
        """Write a draft down; returns where."""
        return self._write(f"draft/{number}.yaml", text)

    def problems(self, number: int) -> list[Problem] | None:
        """Return what was found wrong with a draft; None where nobody has looked yet."""
        text = self._read(f"draft/{number}.problems.json")
        try:
            return None if text is None else [_problem(one) for one in json.loads(text)]
        except (ValueError, TypeError, KeyError):
            return None

    def keep_problems(self, number: int, found: Sequence[Problem]) -> None:
        self._write(f"draft/{number}.problems.json", indented([_data(one) for one in found]))

    def end(self, judge: Judge | None, rounds: Sequence[int], problems: Sequence[Problem],
            *, complete: bool) -> None:  # fmt: skip
        """Write down how far it came: problems of each round, what it took, what remains."""
        costs = [
            cost_of(judge.price if judge else None, one.tokens_in, one.tokens_out)
            for one in self.replies
        ]
        known = self._state()
        for name in ("rounds", "spent", "problems"):
            known.pop(name, None)
        spent = {
            "calls": len(self.replies),
            "tokens_in": sum(one.tokens_in for one in self.replies),
            "tokens_out": sum(one.tokens_out for one in self.replies),
            "cost": None if None in costs else str(sum(filter(None, costs), Decimal(0))),
        }
        left = [_data(one) for one in problems]
        state = {"complete": complete, "rounds": list(rounds), "spent": spent, "problems": left}
        self._write(STATE, indented({**known, **state}))

    def hand_over(self, text: str) -> bool:
        """Write the last draft, and a copy to edit unless that was edited; tell whether it was."""
        before, mine = self._read(DRAFT), self._read(SPEC)
        edited = mine is not None and mine != before
        self._write(DRAFT, text)
        if not edited:
            self._write(SPEC, text)
        return edited

    # -- files -------------------------------------------------------------------------------
    def _write(self, name: str, text: str) -> Path:
        path = self.path / name
        if self._read(name) != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text.encode("utf-8", "replace"))
        return path

    def _read(self, name: str) -> str | None:
        try:
            return (self.path / name).read_bytes().decode("utf-8", "replace")
        except OSError:
            return None

    def _state(self) -> dict[str, Any]:
        try:
            found = json.loads(self._read(STATE) or "")
        except ValueError:
            found = None
        if not isinstance(found, dict):
            raise self._wrong(f"has no {STATE} that can be read")
        return found

    def _replay(self) -> Replay | None:
        """Return the replies so far, without a last line that was cut."""
        path = self.path / TRANSCRIPT
        if not path.is_file():
            return None
        drop_cut_line(path)
        return Replay(path)

    def _wrong(self, message: str) -> InputError:
        return InputError.of("plan-folder", f"{self.path} {message}")


def _data(problem: Problem) -> dict[str, Any]:
    at = problem.at
    return {
        "code": problem.code, "message": problem.message, "hint": problem.hint,
        "at": [at.line, at.column, at.end_line, at.end_column], "excerpt": problem.excerpt,
    }  # fmt: skip


def _problem(data: dict[str, Any]) -> Problem:
    at = At(SPEC, *data["at"])
    return Problem(data["code"], data["message"], at, data["excerpt"], data["hint"])
