"""Verb or noun: `plan`, `work`, `lists`, `exercise` may be either; the words around decide."""

from __future__ import annotations

from evalspec.spec.english.tokens import Token

BREAKS = ("AND", "OR", "BUT", "COMMA", "STOP", "SEMICOLON", "IF", "UNLESS", "THEN", "ELSE", "THAT")
"""Tokens at which a clause may end."""
HELPERS = ("MODAL", "PERMIT", "NOT", "DO")
FINITE = (
    "BE", "INCLUDE", "SPEND", "LAST", "SUM_TO", "START", "END", "EXCEED", "FALL_BELOW", "REACH",
    "LIMIT", "AVOID", "OVERLAP", "DIFFER", "MENTION", "ACCOUNT_FOR", "FOLLOW", "PRECEDE", "MEASURED",
    *HELPERS,
)  # fmt: skip
TRAILING = {"GE": "OR_MORE", "LE": "OR_LESS", "MINIMUM": "OR_MORE", "MAXIMUM": "OR_LESS"}
"""Words that may also stand after their amount: `20 minutes at most`."""
ORDERS = {"GT": "AFTER", "LT": "BEFORE"}
"""What `later than` and `earlier than` are before anything but a time."""
AMOUNTS = ("COUNTER", "AMOUNT", "RANGE")
DETERMINERS = ("EXTREME", "ORDINAL", "EACH", "NO", "ALL", "ANY", "PER", "COUNTER", "NUMBER_OF")
KEPT = ("EXCEPT", "WITH", "WITHOUT", "SAY")
"""Words that join, though they look like verbs: `excluding`, `including`."""
QUANTIFIES = (
    "COUNTER", "AMOUNT", "RANGE", "GE", "LE", "GT", "LT", "EQ", "ONLY", "ABOUT", "MINIMUM", "MAXIMUM",
    "BETWEEN", "NO", "TOTAL", "EACH", "ALL", "AVERAGE", "TIME", "SPAN", "AT", "FROM", "WITHIN", "MULTIPLE",
)  # fmt: skip


def tagged(tokens: list[Token], light: frozenset[str]) -> list[Token]:
    """Return the tokens with every word that may be a verb or a noun decided.

    `light` holds verbs that add nothing to an activity: `having dinner`.
    """
    made = list(tokens)
    for place, token in enumerate(made):
        if token.type in TRAILING and _trails(made, place):
            made[place] = _as(token, TRAILING[token.type])
        if token.type in ORDERS and _orders(made, place):
            made[place] = _as(token, ORDERS[token.type])
        if token.type in ("BUT", "NE") and _excepts(made, place):
            made[place] = _as(token, "EXCEPT")
        if token.type == "LETTER" and token.senses and not _spelled(made, place):
            made[place] = _as(token, "NOUN")
        if token.type == "IF" and _is_participle(made, place):
            made[place] = _as(token, "GENERIC")
        if token.type == "SAY" and _is_use(made, place):
            made[place] = _as(token, "INCLUDE")
        if token.type == "DAYNAME" and _is_mentioned(made, place):
            made[place] = _as(token, "UNKNOWN")
        if _is_keyword(made, place):
            made[place] = _as(token, "KEYWORD")
        if token.type in KEPT:
            continue
        if _names_activity(made, place, light):
            made[place] = _as(token, "UNKNOWN")
        if token.verb and token.type != token.verb:
            if _is_verb(made, place):
                made[place] = _as(token, token.verb)
        elif token.verb and _is_noun(made, place):
            made[place] = _as(token, "UNKNOWN")
    return made


def _names_activity(tokens: list[Token], place: int, light: frozenset[str]) -> bool:
    """Tell whether a form in -ing begins the name of an activity: `for planning the day`."""
    low = tokens[place].text.lower()
    before = tokens[place - 1].type if place else ""
    verb = tokens[place].type == "INCLUDE" and not tokens[place].senses
    if not verb or not low.endswith("ing") or low in light:
        return False
    return before in ("FOR", "OF") or (_held(tokens, place) and not _goes_on(tokens, place))


def _held(tokens: list[Token], place: int) -> bool:
    """Tell whether a form in -ing is the object of a verb: `include running and rowing`."""
    while place > 1 and tokens[place - 1].type in ("AND", "OR", "COMMA"):
        place -= 2
        if not tokens[place].text.lower().endswith("ing"):
            return False
    before = tokens[place - 1] if place else Token("", "")
    return before.type in ("INCLUDE", "AVOID", "BEFORE", "AFTER") and not before.senses


def _goes_on(tokens: list[Token], place: int) -> bool:
    """Tell whether a form in -ing has an object: `avoid eating meat`."""
    following = tokens[place + 1].type if place + 1 < len(tokens) else ""
    return following in ("NOUN", "UNKNOWN", "QUOTED", "NO", "EACH")


def _spelled(tokens: list[Token], place: int) -> bool:
    """Tell whether a letter is named: `the letter e`."""
    following = tokens[place + 1] if place + 1 < len(tokens) else Token("", "")
    return following.type == "QUOTED" or len(following.text) == 1


def _is_participle(tokens: list[Token], place: int) -> bool:
    """Tell whether `provided` is no condition: `provided in four paragraphs`."""
    following = tokens[place + 1].type if place + 1 < len(tokens) else ""
    return tokens[place].text.lower() == "provided" and following in ("IN", "WITH", "FOR", "BY")


def _is_use(tokens: list[Token], place: int) -> bool:
    """Tell whether `use` is the verb of a count: `use exactly three headings`."""
    return place + 1 < len(tokens) and tokens[place + 1].type in QUANTIFIES


def _is_mentioned(tokens: list[Token], place: int) -> bool:
    """Tell whether the name of a day is a word to be said: `mention Thursday and Friday`."""
    while place > 1 and tokens[place - 1].type in ("AND", "OR", "COMMA"):
        place -= 2
    return place > 0 and "MENTION" in (tokens[place - 1].type, tokens[place - 1].verb)


def _is_keyword(tokens: list[Token], place: int) -> bool:
    """Tell whether a noun only says that a quoted text follows: `the word "soup"`."""
    token, before = tokens[place], tokens[place - 1].type if place else ""
    if place + 1 >= len(tokens) or tokens[place + 1].type != "QUOTED":
        return False
    word = any((s.kind, s.name) == ("text", "word") for s in token.senses)
    return token.type == "UNKNOWN" or (word and before not in (*DETERMINERS, "OF"))


def _excepts(tokens: list[Token], place: int) -> bool:
    """Tell whether a word leaves out of all: `every day but Sunday`, `each meal other than lunch`."""
    if place < 2 or place + 1 >= len(tokens) or tokens[place + 1].type in (*AMOUNTS, *FINITE):
        return False
    quantified = tokens[place - 2].type in ("EACH", "ALL") and tokens[place - 1].type == "NOUN"
    return quantified and tokens[place].text.lower() in ("but", "other than")


def _orders(tokens: list[Token], place: int) -> bool:
    """Tell whether `later than` puts one thing after another: `later than lunch`."""
    following = tokens[place + 1].type if place + 1 < len(tokens) else ""
    word = tokens[place].text.lower().split()[0]
    timed = (*AMOUNTS, "TIME", "SPAN", "PART", "DAYNAME", "DATE", "ABOUT")
    return word in ("earlier", "later", "sooner") and following not in timed


def _trails(tokens: list[Token], place: int) -> bool:
    before = tokens[place - 1].type if place else ""
    following = tokens[place + 1].type if place + 1 < len(tokens) else ""
    if before in ("NOUN", "UNKNOWN"):
        counted = place > 1 and tokens[place - 2].type in AMOUNTS
        return counted and following in (
            "",
            "STOP",
            "AND",
            "BUT",
            "COMMA",
            "PER",
            "EACH",
            "PERIODIC",
        )
    return before in AMOUNTS and following not in (*AMOUNTS, "ABOUT", "TIME", "SPAN", "OF", "NOUN")


ENDS = (
    *BREAKS, "AT", "BY", "FROM", "BEFORE", "AFTER", "PART", "SPAN", "TIME", "START", "END", "PER", "EACH",
    "WITHOUT", "NO", "DAYNAME", "PERIODIC", "EXCEPT", "TOTAL", "TOGETHER", *AMOUNTS,
)  # fmt: skip
"""Tokens at which the name of an activity ends."""


def named_activity(tokens: list[Token]) -> list[Token] | None:
    """Return the tokens of `1 hour for X` with X as one name; None when there is no such X."""
    for place, token in enumerate(tokens[:-1]):
        amount = tokens[place - 1] if place else token
        if token.type not in ("FOR", "OF", "TO") or amount.type not in AMOUNTS:
            continue
        if amount.value is None or amount.value.unit.dimension != "time":
            continue
        end = place + 1
        while end < len(tokens) and tokens[end].type not in ENDS:
            end += 1
        while end > place + 1 and tokens[end - 1].type in ("IN", "ON"):
            end -= 1
        named = tokens[place + 1 : end]
        if any(t.type == "UNKNOWN" for t in named) or len(named) > 1:
            text = " ".join(t.text for t in named)
            of = Token("OF", token.text)
            return [*tokens[:place], of, Token("QUOTED", text, text), *tokens[end:]]
    return None


def _as(token: Token, kind: str) -> Token:
    values = {name: getattr(token, name) for name in token.__struct_fields__}
    return Token(**{**values, "type": kind})


def _is_verb(tokens: list[Token], place: int) -> bool:
    token = tokens[place]
    before = tokens[place - 1].type if place else ""
    if token.definite or token.indefinite:
        return False
    if before in (*HELPERS, "THAT") or (token.verb == "MENTION" and before == "BE"):
        return True
    if token.type == "ORDINAL":
        return before in ("", "NOUN", "UNKNOWN", "COUNTER", "TOGETHER") and _opens_amount(
            tokens, place + 1
        )
    if not before and _heads_a_list(tokens, place):
        return False
    left, right = _segment(tokens, place)
    if any(t.type in FINITE for t in (*left, *right)):
        return False
    if not left:
        return not before or (before in BREAKS and _opens_amount(tokens, place + 1))
    spoken = any(t.type in ("NOUN", "UNKNOWN", "QUOTED", "THERE") for t in left)
    joined = before in (
        "NOUN", "UNKNOWN", "QUOTED", "COUNTER", "ORDINAL", "DAYNAME", "TOGETHER"
    )  # fmt: skip
    return spoken and joined and _opens_amount(tokens, place + 1)


def _heads_a_list(tokens: list[Token], place: int) -> bool:
    """Tell whether nouns in a list and then a verb follow: `work and study must not overlap`."""
    following = place + 1
    listed = ("NOUN", "UNKNOWN", "QUOTED", "AND", "OR", "COMMA")
    while following < len(tokens) and tokens[following].type in listed:
        following += 1
    ended = tokens[following - 1].type not in ("AND", "OR", "COMMA") and following > place + 1
    verbs = (*HELPERS, "BE", *(FINITE if ended else ()))
    return following < len(tokens) and tokens[following].type in verbs


def _is_noun(tokens: list[Token], place: int) -> bool:
    """Tell whether a word known as a verb stands as a noun: `the train comes`."""
    token = tokens[place]
    if not token.named:
        return not token.senses and _is_gerund(tokens, place)
    following = tokens[place + 1].type if place + 1 < len(tokens) else ""
    before = tokens[place - 1].type if place else ""
    measured = place + 1 < len(tokens) and tokens[place + 1].verb == "MEASURED"
    if following in ("NOUN", "UNKNOWN") and not (measured and before == "UNKNOWN"):
        return False
    if token.definite or token.indefinite:
        return True
    if place > 1 and tokens[place - 2].type in HELPERS:
        return False
    left, right = _segment(tokens, place)
    if before == "UNKNOWN" and (following in FINITE or measured):
        return not any(t.type in FINITE for t in left)
    if before == "UNKNOWN" and any(t.type in FINITE for t in left):
        return not _opens_amount(tokens, place + 1)
    return before in DETERMINERS and any(t.type in FINITE for t in (*left, *right))


def _is_gerund(tokens: list[Token], place: int) -> bool:
    """Tell whether a form in -ing is the subject: `running takes an hour`."""
    following = tokens[place + 1] if place + 1 < len(tokens) else Token("", "")
    doing = tokens[place].text.lower().endswith("ing")
    return doing and place == 0 and (following.type in FINITE or following.verb == "MEASURED")


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
