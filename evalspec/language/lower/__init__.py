"""Parse tree → IR: names resolved, units converted, dimensions checked.

One method a grammar rule, in the order of the grammar; each module adds a layer to the one
before: base, dimensions, scopes, expressions, formulas. Problems are gathered, so one formula
reports all of them.
"""

from evalspec.language.lower.base import NO_DATA, Environment
from evalspec.language.lower.formulas import Compiled, compile_expression, compile_formula

__all__ = ["NO_DATA", "Compiled", "Environment", "compile_expression", "compile_formula"]
