"""Of whom a demand is, named before it or behind `for`: `Rosa no mornings`, `nothing before ten for Karim`.

The name is taken out of the sentence, and what the rest means is held for what names that person; for each
person, where everybody is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from evalspec.language.english.closed import data
from evalspec.language.english.inflected import inflected
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.nominal import adjectival, barred
from evalspec.language.english.taken_apart import says


class OfWhom(NamedTuple):
    """A sentence without whom it is of, and their name; empty for everybody."""

    rest: str
    name: str
    measured: bool = False
    """Whether only what each person has by nature is held for them: times, rests, days in a row."""


def of_whom(text: str, known: Words) -> Iterator[OfWhom]:
    """Yield a sentence without the person that it is of, if it names one."""
    text = text.strip()
    persons = "person" in known.lexicon.roles and not known.prose
    for pattern in (_PER_PERSON, _PER_PERSON_FIRST) if persons else ():
        if match := pattern.fullmatch(text):
            yield OfWhom(match["rest"], "", measured=True)
    for pattern in (_first(), _BEHIND):
        match = pattern.fullmatch(text)
        if match is None:
            continue
        name = name_of(match["who"])
        everybody = _EVERYBODY.fullmatch(name) is not None
        if pattern is _BEHIND and name.lower().startswith("all of "):
            continue  # `40 euros for all of them`: together
        said = match.groupdict()
        rest = (
            f"{'nothing ' * bool(said.get('free'))}{said['rest']}{said.get('tail') or ''}".strip()
        )
        if re.match(r"not (?:always|necessarily|all|every|just|only)\b", rest):
            continue
        if everybody or is_person(name, known) or re.fullmatch(kin(), name):
            yield OfWhom(rest, "" if everybody else name)


def for_whom(text: str) -> str:
    """Return a sentence without whom it is for where they are nobody of the plan: `… for my wife`."""
    match = _for_whom().fullmatch(text.strip())
    if _SPOKEN_OF.match(text.strip()):
        return ""  # `Otto has a bad knee, so no squats for him`
    rest = (match["first"] or match["last"]) if match else ""
    return rest[:1].upper() + rest[1:]


_SPOKEN_OF = re.compile(
    r"(?!There|This|That|It|He|She|Nobody|Everybody|Everyone)[A-Z][\w'-]+(?: [A-Z][\w-]+)?"
    r"(?:['’]s| (?:has|had|is|was|gets|can|cannot|can['’]t|does|doesn['’]t|hates|loves|likes|needs"
    r"|wants|broke|hurt))\b.* for (?:him|her|them)\b"
)
"""Of whom a clause before speaks by name."""


@cache
def _for_whom() -> re.Pattern[str]:
    kin = "|".join((*data("existence")["kin"], *data("words")["PERSON"], "beginner"))
    led = rf"(?:my|our|his|her|their|the|an?) (?:\w+ )?(?:{kin})s?"
    who = rf"for (?:{led}(?: and (?:me|i|myself))?|him|her|them)"
    return re.compile(rf"{who}[,:] (?P<first>.+)|(?P<last>.+?),? {who}[.!]*", re.IGNORECASE)


@cache
def kin() -> str:
    """Return a pattern of what one of a family is called: `son`."""
    return f"(?:(?:{'|'.join(data('kin by itself'))})s?|wives|children)"


def name_of(who: str) -> str:
    """Return what somebody is called: `my brother Jonas` by the name, `our son` by that word."""
    led = rf"(?:my|our|the) (?:[\w-]+ )?({kin()})(?: in[- ]law)?,?(?: (.+))?|(?:coach|chef|captain) (.+)"
    match = re.fullmatch(led, who, re.IGNORECASE)
    return (match[3] or match[2] or match[1]) if match else who


SHARED = re.compile(r"\bsum\((?!price|distance|duration|sets|reps)")
"""An amount of which several people need more: how many they are, nobody says."""
OF_THEM = re.compile(
    r'(?<!not )\bexists|\bcount\((?:block|")|\bsum\(price| of "|each "|occurrences|\bduration \W'
)
"""What somebody may have by themselves: `a museum for the kids`, `an hour for the kids`."""


_EVERYBODY = re.compile(
    r"every(?:one|body)|each (?:one )?of (?:us|them)|all of (?:us|them)", re.IGNORECASE
)


_PER_PERSON = re.compile(
    r"(?P<rest>.+?),? (?:per person|(?:(?:for|of|by) )?"
    r"(?:(?:each|every|any)(?: single| one)? person|any(?:one|body)|every(?:one|body)"
    r"|the same person|all(?: the)? (?:staff|people|persons|employees)))[.!]*",
    re.IGNORECASE,
)
"""Of each person, said behind: `… per person`, `…, all staff`."""
_PER_PERSON_FIRST = re.compile(
    r"(?:for )?(?:each|every)(?: single)? person[,:]? (?:there (?:must|should|has to|have to) be "
    r"|(?:must|should|has to|needs to) (?:have|get) |gets? |has |needs )?(?P<rest>.+)",
    re.IGNORECASE,
)
_TITLE = (
    r"(?:Mrs?|Ms|Miss|Dr|Uncle|Aunt|Auntie|Grandma|Grandpa|Granny|Nurse|Coach|Chef|Captain|Prof|Professor|Father"
    r"|Sister|Brother|Sir|Lady)"
)
NAME = rf"(?:{_TITLE}\.? )?[A-Z][\w'-]*(?: [A-Z][\w-]*)?"
_ALL = r"[Ee]very(?:one|body)|[Ee]ach (?:one )?of (?:us|them)|all of (?:us|them)"
_LEADING = (
    r"(?:nothing|no|not(?! (?:(?:always|all|only|just|every\w*|\w+ly)\b|[A-Z]))|never"
    r"|max|maximum|min|minimum|at|only|up|under|below|over|more|less|fewer|between|about"
    r"|exactly|just|\d[\w.,:]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
)
_DUTY = (
    r"(?:(?:must|should|shall|can|may|will|has to|have to|needs to|gets|needs|does|works|is to) )?"
)
_FREE = (
    r"(?:(?:(?:can|must|should|does|will) ?not|(?:can|mustn|shouldn|doesn|won)['’]?t|never)"
    r" (?:do|works?|starts?|have|has|takes?|be in|is in|comes?)(?: anything)?|is (?:off|away|out))"
)
"""`nothing` in other words."""


@cache
def _first() -> re.Pattern[str]:
    led = rf"(?:[Mm]y|[Oo]ur|[Tt]he) (?:[\w-]+ )?{kin()}"
    return re.compile(
        rf"(?P<who>{NAME}|{_ALL}|{led})(?::|,)? "
        rf"(?:(?P<free>{_FREE}) (?=before|after|until|on)|{_DUTY}(?={_LEADING}\b))(?P<rest>.+)"
    )


_BEHIND = re.compile(rf"(?P<rest>.+?),? (?:for|with) (?P<who>{NAME}|{_ALL})(?P<tail>(?: .+)?)[.!]*")


def is_person(name: str, known: Words, doing: bool = False) -> bool:
    """Tell whether words with capitals are a name that no vocabulary and no grammar knows; who is doing
    something is no plural.
    """
    lows = name.lower().replace(".", "").split()
    if name.lower() in data("counted")["taxes"]:
        return False
    plain = not any(
        known.phrases.get((low,)) or barred(low) or adjectival(low) for low in lows[-1:]
    )
    plain = plain and not any(one.tense == "base" for one in inflected(lows[0]))  # `Sell more …`
    several = lows[-1].endswith("s") and len(lows) == 1  # `Flowers max 90 euros`
    return (
        plain
        and (doing or not several)
        and not any(says(name, kind) for kind in ("denying", "demanding"))
    )


def held_for(formula: str, one: OfWhom, scheduled: bool = False) -> str | None:
    """Return a formula for what names somebody; nothing where it is of no such things."""
    everybody = 'each value("person"): '
    own = formula.removeprefix(everybody)
    if one.measured and not _OF_EACH.match(own):
        return None
    if not one.name:
        return None if "value(" in own or _POOLED.search(own) else f"{everybody}{own}"
    match = _SCOPES.match(own)
    scope = match[0] if match else ""
    core, where = own[len(scope) :], f" where (contains {quoted(one.name)})"
    narrowed = _OF_THINGS.match(core)
    if narrowed and _SECOND.search(_QUOTED.sub("", core[narrowed.end() :])):
        return None  # of which demand the person is nobody can say
    if narrowed:
        return f"{scope}{narrowed[1]}{where}{core[narrowed.end() :]}"
    whole = _OF_ALL.match(core)
    if whole is None or whole[1] == "sum(people)":
        return None  # `Staff 1 to 20 guests`
    name = quoted(one.name)
    name = f"block({name})" if scheduled and "duration" in whole[1] else name
    made = f"duration({name})" if "duration" in whole[1] else f"{whole[1]} of {name}"
    return f"{scope}{made}{core[whole.end() :]}"


_OF_EACH = re.compile(
    r"(?:each week: )?(?:no adjacent day: |gap\(|streak\(|sum\(duration\)|duration)"
)
_POOLED = re.compile(r'\bsum\((?!duration|distance|sets|reps)|\bcount\("')
"""What is for all together, or so much for each: `2 kg of cheese for everyone`, nobody can say which."""
_SECOND = re.compile(r" (?:and|or) (?!\d)")
_QUOTED = re.compile(r'"[^"]*"')
_SCOPES = re.compile(r"(?:each (?:day|week|month)[^:]*: )?")
_THING = (
    r"(?:\"[^\"]*\"|meal(?: named \"[^\"]*\")?"
    r"|(?:block|item|stop|exercise|activity|shift|visit)(?:\([^()]*\))?)"
)
_OF_THINGS = re.compile(
    rf"((?:not exists|exists|no|each) {_THING}|(?:count|duration|gap)\({_THING})"
    r"(?! where| named| except| or| and)"
)
_OF_ALL = re.compile(r"(sum\([\w-]+\)|duration)(?= (?:<=|>=|<|>|=|between) [^()]*$)")
