"""Formulas of one clause or several → one formula: links, scopes that all share, quantifiers."""

from __future__ import annotations

from evalspec.spec import ir
from evalspec.spec.english.clauses import Clause
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.parts import Over
from evalspec.spec.english.statement import Said


def joined_clauses(choice: tuple[ir.Formula, ...], clauses: list[Clause]) -> ir.Formula:
    """Join clauses; what is said twice of the same things is said under one quantifier.

    `No meeting starts before 9:00 or ends after 17:00`: none does either.
    """
    formulas, links = [choice[0]], [clauses[0].link]
    for formula, clause in zip(choice[1:], clauses[1:], strict=True):
        whole = _same_things(formulas[-1], formula, clause) if clause.inherited else None
        if whole is None:
            formulas.append(formula)
            links.append(clause.link)
        else:
            formulas[-1] = whole
    return linked(tuple(formulas), links)


def _same_things(first: ir.Formula, second: ir.Formula, clause: Clause) -> ir.Formula | None:
    if not isinstance(first, ir.Quantified) or not isinstance(second, ir.Quantified):
        return None
    heads = [(f.quantifier, f.scope, f.number) for f in (first, second)]
    if heads[0] != heads[1] or (first.quantifier == "each" and clause.link != "OR"):
        return None
    body = linked((first.body, second.body), ["", clause.link])
    return ir.Quantified(first.quantifier, first.scope, body, first.number)


def together(choice: tuple[Said, ...], links: list[str]) -> ir.Formula:
    """Join the statements of one clause; scopes that all share are written once."""
    first = choice[0].scopes
    if len(choice) > 1 and all(s.scopes == first for s in choice):
        joined = linked(tuple(s.formula for s in choice), links)
        return quantified(joined, first)
    return linked(tuple(quantified(s.formula, s.scopes) for s in choice), links)


def linked(formulas: tuple[ir.Formula, ...], links: list[str]) -> ir.Formula:
    """Join formulas by the words between them; `a, b or c` is one of them."""
    if len(formulas) == 1:
        return formulas[0]
    kinds = set(links[1:])
    if kinds == {"OR"}:
        return ir.Or(formulas)
    if "OR" in kinds:
        if links[-1] == "OR" and all(link in ("AND", "") for link in links[1:-1]):
            return ir.Or(formulas)
        raise RefusedError("or")
    formulas = _without_members(formulas)
    parts: list[ir.Formula] = []
    for formula in formulas:
        parts += formula.parts if isinstance(formula, ir.And) else [formula]
    return ir.And(tuple(dict.fromkeys(parts)))


def _without_members(formulas: tuple[ir.Formula, ...]) -> tuple[ir.Formula, ...]:
    """Of `3 meals and 2 snacks` count the meals without the snacks, which are meals too."""
    counts = [
        f.left for f in formulas if isinstance(f, ir.Compare) and isinstance(f.left, ir.Count)
    ]
    made: list[ir.Formula] = []
    for formula in formulas:
        if isinstance(formula, ir.Compare) and formula.left in counts:
            rest = _rest(formula.left, counts)
            formula = ir.Compare(rest, formula.comparator, formula.right)
        made.append(formula)
    return tuple(made)


def _rest(whole: ir.Expr, counts: list[ir.Count]) -> ir.Expr:
    """Return a count without the one other count that is a part of it."""
    if not isinstance(whole, ir.Count) or whole.scope.filters:
        return whole
    alike = [c for c in counts if c.scope.filters and c.scope.name == whole.scope.name]
    return ir.Arithmetic("-", whole, alike[0]) if len(alike) == 1 else whole


def quantified(formula: ir.Formula, scopes: tuple[Over, ...]) -> ir.Formula:
    """Put a formula under its scopes, the first one outermost."""
    for over in reversed(scopes):
        formula = ir.Quantified(over.quantifier, over.scope, formula)
    return formula
