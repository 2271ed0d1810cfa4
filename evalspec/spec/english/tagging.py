"""Verb or noun: `plan`, `work`, `lists`, `exercise` may be either; the words around decide."""

from __future__ import annotations

from evalspec.spec.english.tokens import Token

BREAKS = ("AND", "OR", "BUT", "COMMA", "STOP", "SEMICOLON", "IF", "UNLESS", "THEN", "ELSE", "THAT")
"""Tokens at which a clause may end."""
HELPERS = ("MODAL", "PERMIT", "NOT", "DO")
FINITE = (
    "BE", "INCLUDE", "SPEND", "LAST", "SUM_TO", "START", "END", "EXCEED", "FALL_BELOW", "REACH",
    "LIMIT", "AVOID", "OVERLAP", "DIFFER", "ACCOUNT_FOR", "FOLLOW", "PRECEDE", "MEASURED", *HELPERS,
)  # fmt: skip
TRAILING = {"GE": "OR_MORE", "LE": "OR_LESS", "MINIMUM": "OR_MORE", "MAXIMUM": "OR_LESS"}
"""Words that may also stand after their amount: `20 minutes at most`."""
AMOUNTS = ("COUNTER", "AMOUNT", "RANGE")
DETERMINERS = ("EXTREME", "ORDINAL", "EACH", "NO", "ALL", "ANY", "PER", "COUNTER", "NUMBER_OF")
KEPT = ("EXCEPT", "WITH", "WITHOUT", "SAY")
"""Words that join, though they look like verbs: `excluding`, `including`."""
QUANTIFIES = (
    "COUNTER", "AMOUNT", "RANGE", "GE", "LE", "GT", "LT", "EQ", "ONLY", "ABOUT", "MINIMUM", "MAXIMUM",
    "BETWEEN", "NO", "TOTAL", "EACH", "ALL", "AVERAGE", "TIME", "SPAN", "AT", "FROM", "WITHIN",
)  # fmt: skip


def tagged(tokens: list[Token]) -> list[Token]:
    """Return the tokens with every word that may be a verb or a noun decided."""
    made = list(tokens)
    for place, token in enumerate(made):
        if token.type in TRAILING and _trails(made, place):
            made[place] = _as(token, TRAILING[token.type])
        if token.type in KEPT:
            continue
        if token.verb and token.type != token.verb:
            if _is_verb(made, place):
                made[place] = _as(token, token.verb)
        elif token.verb and token.named and _is_noun(made, place):
            made[place] = _as(token, "UNKNOWN")
    return made


def _trails(tokens: list[Token], place: int) -> bool:
    before = tokens[place - 1].type if place else ""
    following = tokens[place + 1].type if place + 1 < len(tokens) else ""
    return before in AMOUNTS and following not in (*AMOUNTS, "ABOUT", "TIME", "SPAN", "OF", "NOUN")


def _as(token: Token, kind: str) -> Token:
    values = {name: getattr(token, name) for name in token.__struct_fields__}
    return Token(**{**values, "type": kind})


def _is_verb(tokens: list[Token], place: int) -> bool:
    token = tokens[place]
    before = tokens[place - 1].type if place else ""
    if token.definite or token.indefinite:
        return False
    if before in (*HELPERS, "THAT"):
        return True
    if token.type == "ORDINAL":
        return before in ("", "NOUN", "UNKNOWN", "COUNTER") and _opens_amount(tokens, place + 1)
    left, right = _segment(tokens, place)
    if any(t.type in FINITE for t in (*left, *right)):
        return False
    if not left:
        return not before or (before in BREAKS and _opens_amount(tokens, place + 1))
    spoken = any(t.type in ("NOUN", "UNKNOWN", "QUOTED", "THERE") for t in left)
    joined = before in ("NOUN", "UNKNOWN", "QUOTED", "COUNTER", "ORDINAL", "DAYNAME")
    return spoken and joined and _opens_amount(tokens, place + 1)


def _is_noun(tokens: list[Token], place: int) -> bool:
    """Tell whether a word known as a verb stands as a noun: `the train comes`."""
    token = tokens[place]
    following = tokens[place + 1].type if place + 1 < len(tokens) else ""
    before = tokens[place - 1].type if place else ""
    if following in ("NOUN", "UNKNOWN"):
        return False
    if token.definite or token.indefinite:
        return True
    left, right = _segment(tokens, place)
    return before in DETERMINERS and any(t.type in FINITE for t in (*left, *right))


def _opens_amount(tokens: list[Token], place: int) -> bool:
    if place >= len(tokens):
        return False
    following = tokens[place]
    determined = following.definite or following.indefinite
    return following.type in QUANTIFIES or determined or following.plural


def _segment(tokens: list[Token], place: int) -> tuple[list[Token], list[Token]]:
    """Return the tokens of a clause before and after a place; participles are left out."""
    start, end = place, place + 1
    while start > 0 and tokens[start - 1].type not in BREAKS:
        start -= 1
    while end < len(tokens) and tokens[end].type not in BREAKS:
        end += 1
    after = [t for t in tokens[place + 1 : end] if not t.text.lower().endswith("ing")]
    return tokens[start:place], after
