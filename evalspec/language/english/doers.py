"""What each of several persons does, named before it: `Ines hosts the quiz and Tom the raffle`.

Each part is read as a thing that is there, and held for what names that person. Who opens a day or closes
it has its first entry or its last; who does all else, and nothing else, is told of all but those parts. The
verbs are data (`doing a part` and its neighbours in `grammars/english.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from evalspec.language.english.closed import data, verb_forms
from evalspec.language.english.days_and_places import when as on_which_days
from evalspec.language.english.inflected import gerund, word_class
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.nominal import adjectival, barred
from evalspec.language.english.of_whom import NAME, OfWhom, held_for, is_person, kin, name_of
from evalspec.vocabulary.nouns import singular


class Done(NamedTuple):
    """What somebody does, or never does; where no part is named, all that is left or nothing else."""

    who: str
    part: str = ""
    never: bool = False
    edge: str = ""
    """The entry of a day that is theirs, `first` or `last`; the part is then which days."""


def may_do(text: str, known: Words) -> bool:
    """Tell whether a sentence may say what somebody does: it begins with who that is."""
    persons = "person" in known.lexicon.roles and not known.prose
    return persons and re.match(_who(), _asked(text)) is not None


def done_by(text: str, known: Words, meant: Callable[[str], str]) -> tuple[str, tuple[str, ...]]:
    """Return the formula of who does what, and their names; empty where that is not what is said.

    `meant` returns the one formula that a part alone means, or nothing.
    """
    formulas: list[str] = []
    ones = _doers(text, known)
    for one in ones:
        if one.edge:
            made = _at_the_edge(one, known, meant)
        elif one.part:
            made = _of_a_part(one, known, meant)
        else:
            made = _but_for(formulas, one, known)
        if made is None:
            return "", ()
        formulas.append(made)
    return " and ".join(formulas), tuple(dict.fromkeys(one.who for one in ones))


def _asked(text: str) -> str:
    """Return what is asked for without the words that only ask: `can Ellen chair it, please?`."""
    text = re.sub(r",? please$", "", text.strip(" .!?"), flags=re.IGNORECASE)
    return _CAN_THEY.sub("", text)


# -- who ---------------------------------------------------------------------------------------------
def _doers(text: str, known: Words) -> tuple[Done, ...]:
    """Return what each of one or several persons is to do: `Ines hosts the quiz and Tom the raffle`."""
    found: list[Done] = []
    before: list[str] = []
    for piece in _JOINT.split(_THE_ONE.sub(" ", _asked(text))):
        again = found[-1].who if found else ""
        if re.fullmatch(_who(), piece):
            before.append(piece)  # `Gladys | Norman do the bar`
            continue
        if found and found[-1].never and _BUSY.fullmatch(piece):
            continue
        if found and _nothing_else().fullmatch(piece):
            found.append(Done(again, never=True))
            continue
        if found and found[-1].part and (lacking := _LACKING.fullmatch(piece)):
            found.append(found[-1]._replace(who=lacking[1], never=not found[-1].never))
            continue
        match = (_gapped() if found else _doing()).fullmatch(piece) or _doing().fullmatch(piece)
        people = [*before, match["who"]] if match is not None else []
        people = [again if who in ("he", "she", "they") else name_of(who) for who in people]
        if match is None or not all(_one_person(who, known) for who in people):
            return ()
        found += [_done(who, match.groupdict()) for who in people]
        if match.groupdict().get("stays"):
            found += [Done(who, never=True) for who in people]
        before = []
    return () if before else tuple(found)


def _done(who: str, said: dict[str, str | None]) -> Done:
    """Return what somebody does, as the words behind them say."""
    never, when = bool(said.get("not")), said.get("days") or said.get("when") or ""
    for edge, verbs in (("first", "opening a day"), ("last", "closing a day")):
        if any(said.get("edge") in verb_forms(verb) for verb in data(verbs)):
            return Done(who, when, never, edge)
    if said.get("alone"):
        verb = next(v for v in data("doing alone") if said["alone"] in verb_forms(v))
        return Done(who, f"{gerund(verb)}{when}", never)
    part = said.get("part") or ""
    return Done(who, "" if part in _ALL_ELSE and not never else part, never)


def _one_person(who: str, known: Words) -> bool:
    if not who or re.search(r"['’](?:s|t)?$", who):
        return False  # `Sunday's run must …`, `Don't give …`
    led = who.partition(" ")[0].lower() in data("determiners")  # `The Louvre hosts the show`
    plain = (who.lower(),) not in word_class("people or things")  # `Shop closes on Sunday`
    person = not led and plain and is_person(who, known, doing=True)
    return person or re.fullmatch(kin(), who, re.IGNORECASE) is not None


# -- what they do ------------------------------------------------------------------------------------
def _of_a_part(one: Done, known: Words, meant: Callable[[str], str]) -> str | None:
    """Return that a part is there which names somebody, or none; each of several, where all are theirs."""
    lead = "no" if one.never else "include"
    theirs = f"contains {quoted(one.who)}"
    last = _WHERE.split(one.part)[0].rpartition(" ")[2]
    if barred(last) or adjectival(last) or on_which_days(singular(last.lower()), known):
        return None  # `they can't walk far`, `Dev can't do Wednesdays`
    every = _ALL_OF.match(one.part)
    if one.part in data("no parts") or (" to " in one.part and not every):
        return None  # `take turns`, `take the kids to school`
    if every and not one.never:
        parts = re.split(r" or (?:the )?| and (?:the )?", one.part[every.end() :])
        each = [_EXISTS.fullmatch(_meant("include", part, meant)) for part in parts]
        made = [f"each {match[1]}: {theirs}" for match in each if match is not None]
        return " and ".join(made) if len(made) == len(each) else None
    if every:
        return None  # `Ann doesn't do all the dishes`: some of them, perhaps
    said = _meant(lead, _ARTICLE.sub("", one.part), meant)
    if _OF_ONE_THING.fullmatch(said):
        return held_for(said, OfWhom("", one.who), known.scheduled)
    for tail in _TIMED.finditer(one.part) if not one.never else ():
        thing = _ARTICLE.sub("", one.part[: tail.start()])
        exists = _EXISTS.fullmatch(_meant("include", thing, meant))
        when = meant(f"{thing}{one.part[tail.start() :]}") if exists else ""
        if exists and when.startswith(exists[1]):  # `presents the budget right after lunch`
            return f"exists {exists[1]} where ({theirs}) and {when}"
    return None


def _meant(lead: str, part: str, meant: Callable[[str], str]) -> str:
    """Return what a part means; with its name in quotes, where its words are no name: `the welcome`."""
    return meant(f"{lead} {part}") or (meant(f'{lead} "{part}"') if _PLAIN.fullmatch(part) else "")


_PLAIN = re.compile(
    r"(?!.*\b(?:and|or|with|on|at|in|before|after|for|till|until|from|everything|anything|all)\b)"
    r"[\w'-]+(?: [\w'-]+){0,2}"
)


def _at_the_edge(one: Done, known: Words, meant: Callable[[str], str]) -> str | None:
    """Return that the first or the last entry of a day names somebody, or does not."""
    scope = _NOTHING.fullmatch(meant(f"Nothing{one.part}")) if one.part else None
    if not known.scheduled or (one.part and scope is None):
        return None
    exists = f"{'not ' * one.never}exists {one.edge} {known.lexicon.item_rank}"
    return f"{scope[1] if scope else 'each day: '}{exists} where (contains {quoted(one.who)})"


def _but_for(formulas: list[str], one: Done, known: Words) -> str | None:
    """Return that somebody does all else than what formulas say is done, or nothing else than their part."""
    own = [formula for formula in formulas if " except named " not in formula]
    rows = [_DONE_BY.fullmatch(formula) for formula in own]
    done = [row for row in rows if row is not None]
    if len(done) < len(rows) or not rows:
        return None
    if one.never:
        done = [row for row in done if one.who in (row[3], row[4])]
    names = "".join(f" except named {quoted((row[1] or row[2]).strip(chr(34)))}" for row in done)
    their, rank = f"contains {quoted(one.who)}", known.lexicon.item_rank
    return (
        f"not exists {rank}{names} where ({their})" if one.never else f"each {rank}{names}: {their}"
    )


_ARTICLE = re.compile(r"^(?:the|an?|his|her|their|our) ")
_ALL_OF = re.compile(
    r"(?:(?:both|all|every|each)(?: (?:one )?of)?(?: (?:the|our|his|her|their))?"
    r"|(?:any|every)thing (?:to do with|that has to do with|about|involving|related to|around)(?: the)?) "
)
_NAMED_THING = r"(?:block\(([^()]*)\)|(\"[^\"]*\"))"
_EXISTS = re.compile(rf"exists ({_NAMED_THING}|[\w-]+(?: named \"[^\"]*\")?)")
_DONE_BY = re.compile(
    rf"(?:exists|each) {_NAMED_THING}(?: where \(contains \"([^\"]*)\"\)|: contains \"([^\"]*)\")"
)
_ALL_ELSE = (
    "everything else",
    "all the rest",
    "the rest",
    "all else",
    "all the others",
    "the others",
)
_OF_ONE_THING = re.compile(
    rf"(?:each (?:day|week|month)[^:]*: )?(?:(?:not )?{_EXISTS.pattern}"
    r"(?: (?:in|before|after|at|from|starting|ending) [\w: ]+)?"
    rf"|count\({_NAMED_THING}\) = \d+)"
)
_LACKING = re.compile(rf"({NAME}) (?:does|do|must|should|can|will|is|has)(?:n['’]?t| not)")
_BUSY = re.compile(
    r"(?:he|she|they)(?: has| have|['’]s| is| are|['’]re) (?!to\b|got to\b|only\b|not\b)[^\d:]+"
)
"""Why somebody does not do a thing: `he has football`."""
_CLOCK = r" (?:at|from|before|after|by|until|till|between) [^;]*"
_NOTHING = re.compile(r"(each day (?:on|except|in) [^:]*: )not exists block")
_WHERE = re.compile(r" (?:right |just )?(?:on|in|at|before|after|by|from|until) ")
_TIMED = re.compile(r" (?:right |straight |directly |just |immediately )?(?:before|after|at|by)\b")
_CAN_THEY = re.compile(r"(?:can|could|would|will|should|please have|have|let) (?=[A-Z])", re.I)
_THE_ONE = re.compile(
    r" (?:is|'s|will be|should be|must be) the (?:only )?(?:one|person) (?:who|that) "
)
_JOINT = re.compile(
    r"(?:, and|, but|, while|,| and| while| but|;) "
    r"(?=[A-Z]|(?:I|i|she|he|they|we|nothing|all|everything|the rest|my|our|please|don['’]t|do not|that['’]s"
    r"|that is)\b)"
)


@cache
def _who() -> str:
    """Return a pattern of who does something: `Ada`, `my brother Ada`, `our son`."""
    led = rf"(?:[Mm]y|[Oo]ur|[Tt]he) (?:[\w-]+ )?{kin()}(?: in[- ]law)?,?"
    return rf"(?:{led}(?: {NAME})?|{NAME})"


@cache
def _doing() -> re.Pattern[str]:
    verbs = _verbs()
    duty = r"(?:(?:must|should|shall|will|can|has to|have to|needs to|need to|is to|are to) )?"
    never = (
        r"(?P<not>(?:(?:does|do|must|should|will|can|is|are) ?not"
        r"|(?:does|do|must|should|wo|ca|is|are)n['’]?t|never)"
        r"(?: (?:to|allowed to|able to|supposed to|going to))?(?: (?:be|have to))? )?"
    )
    edges = "|".join(map(_forms, (*data("opening a day"), *data("closing a day"))))
    day = r" (?:up|it|(?:the|each|every|our) (?:day|shop|store|office|bar|place|morning|evening))"
    days = r"(?P<days> on [A-Za-z, ]+| in the (?:morning|evening)s?)?"
    alone = "|".join(map(_forms, data("doing alone")))
    when = r"(?P<when>(?: (?:on|in|at|from|until) .+)?)"
    return re.compile(
        rf"(?P<who>{_who()}|he|she|they) {duty}{never}(?:(?P<edge>{edges})(?:{day}|(?(not)|(?= on))){days}"
        rf"|(?:(?:{verbs})|(?P<stays>(?:only (?:{verbs})|stays? (?:at|in|on|behind|with|by))))"
        rf" (?P<part>{_PART}(?:{_CLOCK})?)|(?P<alone>{alone}){when})"
    )


@cache
def _verbs() -> str:
    doing = "|".join(map(gerund, data("doing")))
    told = "|".join((*data("doing a part"), *map(_forms, data("doing"))))
    return rf"{told}|(?:is|are|be) (?:{doing})"


def _forms(verb: str) -> str:
    """Return the forms of a verb that are told of one or of several: `wash`, `washes`."""
    return "|".join(map(re.escape, verb_forms(verb)[:2]))


@cache
def _gapped() -> re.Pattern[str]:
    return re.compile(
        rf"(?P<who>{NAME}) (?P<part>(?:the|his|her|their|our|an?|both|all|every|each) {_PART})"
    )


@cache
def _nothing_else() -> re.Pattern[str]:
    """Return how it is said that somebody does one thing alone."""
    who = r"(?:i|we|he|she|they|the others|the rest of us)"
    doing = _verbs()
    return re.compile(
        rf"{who} (?:{doing}) (?:everything else|(?:all )?the rest|all (?:the )?others?)"
        r"|(?:all the others|the rest|everything else) (?:is|are) mine"
        rf"|(?:{who} does )?nothing else(?: for (?:him|her|them))?"
        r"|(?:please )?(?:don['’]?t|do not) give (?:him|her|them) anything else(?: to do)?"
        r"|(?:that['’]s|that is) (?:it|all)(?: for (?:him|her|them))?"
        rf"|(?:(?:i|we)(?:'d| would) rather )?{who} (?:(?:did|does|should)n['’]?t"
        rf"|(?:should|must) not) (?:get|have|do) anything else(?: to do)?",
        re.IGNORECASE,
    )


_PART = (
    r"(?!(?:not|never|always|only|just|no|at|any|must|should|shall|may|can|could|will|would|has|have|had"
    r"|is|are|was|to|needs?|most|least|once|twice|on|in|before|after|until|till|from|right|for|with|by"
    r"|\w+ly)\b)(?:(?!\b(?:because|since|as|due to)\b)[^\d,;:])+"
)
