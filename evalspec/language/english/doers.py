"""What each of several persons does, named before it: `Ines hosts the quiz and Tom the raffle`.

Each part is read as a thing that is there, and held for what names that person. Who does all else, and
nothing else, is told of all but those parts. The verbs are data (`doing a part` in `grammars/english.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.of_whom import NAME, OfWhom, held_for, is_person


def done_by(text: str, known: Words, meant: Callable[[str], str]) -> tuple[str, tuple[str, ...]]:
    """Return the formula of who does what, and their names; empty where that is not what is said.

    `meant` returns the one formula that a part alone means, or nothing.
    """
    formulas: list[str] = []
    ones = _doers(text, known)
    for one in ones:
        said = next((m for s in (one.rest, _cited(one.rest)) if s and (m := meant(s))), "")
        plain = _OF_ONE_THING.fullmatch(said)
        made = held_for(said, one, known.scheduled) if plain else None
        made = made if one.rest else _but_for(formulas, one.name, known)
        if made is None:
            return "", ()
        formulas.append(made)
    return " and ".join(formulas), tuple(dict.fromkeys(one.name for one in ones))


def _doers(text: str, known: Words) -> tuple[OfWhom, ...]:
    """Return what each of one or several persons is to do: `Ines hosts the quiz and Tom the raffle`."""
    if known.prose or "person" not in known.lexicon.roles:
        return ()
    found: list[OfWhom] = []
    for piece in _JOINT.split(_CAN_THEY.sub("", text.strip(" .!?"))):
        match = (_gapped() if found else _doing()).fullmatch(piece) or _doing().fullmatch(piece)
        again = found[-1].name if found else ""
        who = again if match is None or match["who"] in ("he", "she") else match["who"]
        if found and _nothing_else().fullmatch(piece):
            found.append(OfWhom("", again))
        elif match is None or not _one_person(who, known):
            return ()
        elif found and match["part"] in _ALL_ELSE:
            found.append(OfWhom("", who))
        else:
            lead = "no" if match.groupdict().get("not") else "include"
            found.append(OfWhom(f"{lead} {_ARTICLE.sub('', match['part'])}", who))
    return tuple(found)


def _cited(said: str) -> str:
    """Return what somebody does with its name in quotes: words that are no name else, as `the welcome`."""
    lead, _, part = said.partition(" ")
    return f'{lead} "{part}"' if _PLAIN.fullmatch(part) else ""


_PLAIN = re.compile(
    r"(?!.*\b(?:and|or|with|on|at|in|before|after|for|till|until|from|everything|anything|all)\b)"
    r"[a-z'-]+(?: [a-z'-]+){0,2}"
)


def _one_person(who: str, known: Words) -> bool:
    named = bool(who) and not re.search(r"['’]s?$", who)  # not `Sunday's run must …`
    led = who.partition(" ")[0].lower() in data("determiners")  # `The Louvre hosts the show`
    return named and not led and is_person(who, known, doing=True)


def _but_for(formulas: list[str], who: str, known: Words) -> str | None:
    """Return that somebody does all else than what formulas say others do; and nothing else, if they are
    those who do it.
    """
    rows = [_DONE_BY.fullmatch(formula) for formula in formulas]
    done = [row for row in rows if row is not None]
    names = "".join(f" except named {quoted((row[1] or row[2]).strip(chr(34)))}" for row in done)
    if len(done) < len(rows) or not rows:
        return None
    their = f"contains {quoted(who)}"
    if all(row[3] == who for row in done):
        return f"not exists {known.lexicon.item_rank}{names} where ({their})"
    return f"each {known.lexicon.item_rank}{names}: {their}"


_ARTICLE = re.compile(r"(?:the|an?|his|her|their|our) ")
_NAMED_THING = r"(?:block\(([^()]*)\)|(\"[^\"]*\"))"
_DONE_BY = re.compile(rf"exists {_NAMED_THING} where \(contains \"([^\"]*)\"\)")
_ALL_ELSE = (
    "everything else",
    "all the rest",
    "the rest",
    "all else",
    "all the others",
    "the others",
)
_OF_ONE_THING = re.compile(rf"(?:each day on [\w ]+: )?(?:not )?exists (?:{_NAMED_THING}|[\w-]+)")
_CAN_THEY = re.compile(r"(?:can|could|would|will|should|please have|have|let) (?=[A-Z])", re.I)
_JOINT = re.compile(r"(?:, and|,| and| while| but|;) (?=[A-Z]|(?:I|i|she|he|they|we|nothing)\b)")


@cache
def _doing() -> re.Pattern[str]:
    verbs = "|".join(data("doing a part"))
    duty = r"(?:(?:must|should|shall|will|has to|needs to|is to) )?"
    never = r"(?P<not>(?:(?:does|do|must|should|will) ?not|(?:does|do|must|should|wo)n['’]?t) )?"
    return re.compile(rf"(?P<who>{NAME}|he|she) {duty}{never}(?:{verbs}) (?P<part>{_PART})")


@cache
def _gapped() -> re.Pattern[str]:
    return re.compile(rf"(?P<who>{NAME}) (?P<part>(?:the|his|her|their|our|an?) {_PART})")


@cache
def _nothing_else() -> re.Pattern[str]:
    """Return how it is said that somebody does one thing alone."""
    who = r"(?:i|we|he|she|they|the others|the rest of us)"
    doing = "|".join(data("doing a part"))
    return re.compile(
        rf"{who} (?:{doing}) (?:everything else|(?:all )?the rest|all (?:the )?others?)"
        r"|nothing else(?: for (?:him|her|them))?"
        rf"|(?:(?:i|we)(?:'d| would) rather )?{who} (?:(?:did|does|should)n['’]?t"
        rf"|(?:should|must) not) (?:get|have|do) anything else(?: to do)?",
        re.IGNORECASE,
    )


_PART = (
    r"(?!(?:not|never|always|only|just|no|at|any|must|should|shall|may|can|could|will|would|has|have|had"
    r"|is|are|was|to|needs?|\w+ly)\b)[^\d,;:]+"
)
