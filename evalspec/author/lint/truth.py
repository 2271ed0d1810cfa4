"""Whether a formula holds of every response, of none, or of some."""

from __future__ import annotations

from evalspec.author.lint import ranges
from evalspec.author.lint.claims import Claim, Level, claims_of
from evalspec.author.lint.normal import negated, normal
from evalspec.core.policy import Policy
from evalspec.language import ir
from evalspec.language.printer import canonical
from evalspec.vocabulary.fold import fold

_EXCLUSIVE = ("starts-with", "ends-with", "equals", "written-in")


def truth(formula: ir.Formula, policy: Policy) -> bool | None:
    """Return True when a formula can never fail, False when it can never hold, else None."""
    return _truth(normal(formula), policy)


def _truth(node: ir.Formula, policy: Policy) -> bool | None:
    match node:
        case ir.And(parts):
            return False if _clash(node, policy) else _all([_truth(p, policy) for p in parts])
        case ir.Or(parts):
            return _any(node, [_truth(part, policy) for part in parts], policy)
        case ir.Not(part):
            inner = _truth(part, policy)
            return None if inner is None else not inner
        case ir.If(test, then, otherwise):
            return _if(_truth(test, policy), then, otherwise, policy)
        case ir.Using(_, body) | ir.Shared(_, body):
            return _truth(body, policy)
        case ir.Quantified():
            return _quantified(node, _truth(node.body, policy))
        case _:
            return _atom(node, policy)


def _all(parts: list[bool | None]) -> bool | None:
    if False in parts:
        return False
    return None if None in parts else True


def _any(node: ir.Or, parts: list[bool | None], policy: Policy) -> bool | None:
    if True in parts or _atom(node, policy):
        return True
    texts = {canonical(part) for part in node.parts}
    if any(canonical(normal(negated(part))) in texts for part in node.parts):
        return True
    return None if None in parts else False


def _if(
    test: bool | None, then: ir.Formula, otherwise: ir.Formula | None, policy: Policy
) -> bool | None:
    first = _truth(then, policy)
    second = True if otherwise is None else _truth(otherwise, policy)
    if test is not None:
        return first if test else second
    return first if first == second else None


def _quantified(node: ir.Quantified, body: bool | None) -> bool | None:
    if body is None:
        return None
    match node.quantifier:
        case "each" | "any":
            return body
        case "no":
            return not body
        case "at-most":
            return None if body else True
        case "at-least":
            return True if node.number == 0 else None if body else False
        case "exactly":
            return None if body else node.number == 0


def _atom(node: ir.Formula, policy: Policy) -> bool | None:
    if isinstance(node, ir.TextTest) and node.relation == "matches" and node.mode == "any":
        return True if any(map(_matches_nothing, node.operands)) else None
    found = claims_of(node, policy)
    if not found.exact or len(found.all) != 1:
        return None
    (claim,) = found.all
    if not claim.kept:
        return False
    holds = ranges.inside(claim.possible.values, claim.values, integer=claim.possible.integer)
    return True if holds else None


def _matches_nothing(pattern: str) -> bool:
    """Tell whether a pattern matches the empty text, and so anywhere."""
    from evalspec.check.patterns import UnsupportedPatternError, compiled

    try:
        return compiled(pattern, True).search("") is not None and _floats(pattern)
    except UnsupportedPatternError:
        return False


def _floats(pattern: str) -> bool:
    """Tell whether it matches the empty text inside others too, whatever they are."""
    from evalspec.check.patterns import compiled

    return all(compiled(pattern, True).search(text) is not None for text in ("a", "\n\n", "é 1"))


def _clash(node: ir.And, policy: Policy) -> bool:
    found = claims_of(node, policy).all
    return any(clash(a, b) for n, a in enumerate(found) for b in found[n + 1 :])


def clash(one: Claim, other: Claim) -> bool:
    """Tell whether no response can meet both claims, each of which can be met."""
    if not one.kept or not other.kept:
        return False
    if _exceeds(one, other) or _exceeds(other, one):
        return True
    if not _meet(one, other):
        return False
    if (one.subject, one.dimension) != (other.subject, other.dimension):
        return _exclusive(one, other) or _denied(one, other) or _denied(other, one)
    left = ranges.meet(one.kept, other.kept)
    return not (ranges.whole(left) if one.possible.integer else left)


def _meet(one: Claim, other: Claim) -> bool:
    """Tell whether one piece of a response is in the scopes of both claims."""
    if len(one.levels) != len(other.levels):
        return False
    return all(map(_same_piece, one.levels, other.levels))


def _same_piece(a: Level, b: Level) -> bool:
    return (
        (a.text == b.text and (a.every or b.every))
        or (a.broader == b.text and b.every)
        or (b.broader == a.text and a.every)
    )


def _exceeds(part: Claim, whole: Claim) -> bool:
    """Tell whether a piece is to have more than all that it stands in."""
    if not part.grows or (part.subject, part.dimension) != (whole.subject, whole.dimension):
        return False
    depth = len(whole.levels)
    if depth and whole.levels[-1].parts and len(part.levels) >= depth:
        depth -= part.levels[depth - 1].text == whole.levels[-1].parts
    further = part.levels[depth:]
    if not further or any(
        level.text.startswith(("using ", "for ", "per person")) for level in further
    ):
        return False
    if not all(map(_same_piece, part.levels[:depth], whole.levels[:depth])):
        return False
    lows, highs = [r.low for r in part.kept], [r.high for r in whole.kept]
    least = None if None in lows else min(low for low in lows if low is not None)
    most = None if None in highs else max(high for high in highs if high is not None)
    return least is not None and most is not None and least > most


def _exclusive(one: Claim, other: Claim) -> bool:
    """Tell whether two predicates that both must hold exclude each other."""
    a, b = one.node, other.node
    if isinstance(a, ir.Ordered) and isinstance(b, ir.Ordered):
        ends = (canonical(a.first), canonical(a.second))
        return ends == (canonical(b.second), canonical(b.first))
    if not (isinstance(a, ir.TextTest) and isinstance(b, ir.TextTest)):
        return False
    if a.relation != b.relation or a.relation not in _EXCLUSIVE or not a.mode == b.mode == "any":
        return False
    if a.relation == "written-in":
        return not set(a.operands) & set(b.operands)
    return all(_differ(x, y, a.relation) for x in a.operands for y in b.operands)


def _differ(one: str, other: str, relation: str) -> bool:
    one, other = fold(one), fold(other)
    if relation == "equals":
        return one != other
    if relation == "starts-with":
        return not (one.startswith(other) or other.startswith(one))
    return not (one.endswith(other) or other.endswith(one))


def _denied(wanted: Claim, denied: Claim) -> bool:
    """Tell whether every text that one claim asks for holds a text that the other forbids."""
    a, b = wanted.node, denied.node
    if not (isinstance(a, ir.TextTest) and isinstance(b, ir.TextTest)):
        return False
    if (a.relation, a.mode) not in (("contains", "any"), ("contains", "all")):
        return False
    alike = a.whole_words == b.whole_words and a.case_sensitive == b.case_sensitive
    if (b.relation, b.mode) != ("contains", "none") or not alike:
        return False
    held = [any(_holds(text, word, a.whole_words) for word in b.operands) for text in a.operands]
    return any(held) if a.mode == "all" else all(held)


def _holds(text: str, word: str, whole_words: bool) -> bool:
    return f" {word} " in f" {text} " if whole_words else word in text
