"""Tokens that say together what one of them does not: `every evening`, `between any two`.

Each rewriting takes a row of tokens and returns one, before verbs and nouns are told apart.
"""

from __future__ import annotations

from collections.abc import Callable

from evalspec.spec.english.tokens import Amount, Token
from evalspec.vocabulary.lexicon import Lexicon

Row = list[Token]


def rewritten(tokens: Row, lexicon: Lexicon) -> Row:
    """Return the tokens with every such group of words resolved."""
    for rewrite in _REWRITINGS:
        tokens = rewrite(tokens, lexicon)
    return tokens


def _parted(tokens: Row, lexicon: Lexicon) -> Row:
    """Part a verb with its particle where it is an object: `include running for 20 minutes`."""
    made: Row = []
    for token in tokens:
        head, _, rest = token.text.partition(" ")
        verb = made and made[-1].type in ("INCLUDE", "AVOID") and token.type == token.verb
        if verb and head.lower().endswith("ing") and rest.lower() == "for":
            made += [Token("UNKNOWN", head), Token("FOR", rest)]
        else:
            made.append(token)
    return made


def _daily(tokens: Row, lexicon: Lexicon) -> Row:
    """Read `every evening` as each day in the evening, and of sleep `a night` as each day."""
    made: Row = []
    wraps = any(_wraps(token, lexicon) for token in tokens)
    for token in tokens:
        before = made[-1] if made else Token("", "")
        each = before.type in ("EACH", "PER")
        counted = token.indefinite and before.type in ("NOUN", "AMOUNT", "COUNTER", "TIMES")
        if token.type != "PART" or not (each or counted) or "day" not in lexicon.ranks:
            made.append(token)
            continue
        text = f"{before.text} {token.text}" if each else f"a {token.text}"
        del made[len(made) - each :]
        made.append(Token("PERIODIC", text, "day"))
        if not (wraps and token.value == "night"):
            made.append(Token("PART", token.text, token.value))
    return made


def _wraps(token: Token, lexicon: Lexicon) -> bool:
    """Tell whether a noun is what nights are spent on."""
    names = [s.name for s in token.senses if s.kind == "category"]
    return any(lexicon.categories[name].wraps for name in names)


def _between(tokens: Row, lexicon: Lexicon) -> Row:
    """Read `between any two meetings` as `between meetings`."""
    if any("DIFFER" in (token.type[:6], token.verb) for token in tokens):
        return tokens
    made: Row = []
    place = 0
    while place < len(tokens):
        made.append(tokens[place])
        place += 1
        if not made[-1].text.lower().endswith("between"):
            continue
        end = place
        while end < len(tokens) and _of_two(tokens[end]):
            end += 1
        following = tokens[end] if end < len(tokens) else Token("", "")
        if following.type in ("NOUN", "UNKNOWN") and (following.plural or _plural(following)):
            place = end
    return made


def _of_two(token: Token) -> bool:
    two = isinstance(token.value, Amount) and token.type == "COUNTER" and token.value.value.low == 2
    return two or token.type == "ANY" or token.text.lower() in ("consecutive", "successive")


def _plural(token: Token) -> bool:
    return token.type == "UNKNOWN" and token.text.endswith("s")


def _ranged(tokens: Row, lexicon: Lexicon) -> Row:
    """Drop the noun of `in the 8-10 range`, `between 3 and 5 range`."""
    made: Row = []
    for token in tokens:
        amounts = bool(made) and made[-1].type in ("RANGE", "AMOUNT", "COUNTER", "SPAN")
        if not (amounts and token.type == "UNKNOWN" and token.text.lower() == "range"):
            made.append(token)
        elif len(made) > 1 and made[-2].type == "IN":
            del made[-2]
    return made


def _either(tokens: Row, lexicon: Lexicon) -> Row:
    """Drop what only opens a list with `or`: `either 3 or 4`, `at least one of rice or beans`."""
    made: Row = []
    for place, token in enumerate(tokens):
        following = tokens[place + 1].type if place + 1 < len(tokens) else ""
        either = (
            bool(made)
            and token.text.lower() == "either"
            and following in (*_AMOUNTS, "UNKNOWN", "NOUN")
        )
        if not ((either or token.type == "AT_LEAST_ONE") and _with_or(tokens[place + 1 :])):
            made.append(token)
    return made


_AMOUNTS = ("COUNTER", "AMOUNT", "RANGE", "QUOTED", "TIME")
_LISTED = (*_AMOUNTS, "NOUN", "UNKNOWN", "COMMA")


def _with_or(rest: Row) -> bool:
    """Tell whether a list of names or amounts follows whose only connector is `or`."""
    kinds = [token.type for token in rest]
    end = next((n for n, k in enumerate(kinds) if k not in (*_LISTED, "OR")), len(kinds))
    return kinds[:end].count("OR") == 1 and (end == len(kinds) or kinds[end] != "AND")


_REWRITINGS: tuple[Callable[[Row, Lexicon], Row], ...] = (
    _parted,
    _daily,
    _between,
    _ranged,
    _either,
)
"""In the order in which they are tried."""
