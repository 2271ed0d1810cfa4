"""Single constraints, given as data: what a dataset's rows hold, compiled one by one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalspec.core.errors import Problem, SpecError
from evalspec.language import ir
from evalspec.language.constraints import Compiler
from evalspec.language.rules import RuleBook
from evalspec.source import yaml
from evalspec.vocabulary.lexicon import Lexicon


class SingleCompiler:
    """Compiles constraints with one lexicon; rule files are read once."""

    def __init__(self, lexicon: Lexicon, base: Path | None = None) -> None:
        """Take the lexicon and the folder that rule files are looked up in."""
        self.lexicon = lexicon
        self.book = RuleBook(yaml.read("{}", "<constraint>"), base)

    def compile(self, fields: Mapping[str, Any]) -> ir.Constraint:
        """Compile `text`, `check`, or `use` with `with`. Raises `SpecError` with every problem."""
        located = yaml.read(json.dumps({"constraints": [dict(fields)]}), "<constraint>")
        problems: list[Problem] = []
        compiler = Compiler(located, self.book, self.lexicon, problems, set())
        made = compiler.compile(dict(fields), ("constraints", 0), False)
        problems += self.book.problems
        if problems:
            raise SpecError(problems)
        if made is None:
            raise SpecError([Problem("empty-constraint", "the constraint says nothing")])
        return made
