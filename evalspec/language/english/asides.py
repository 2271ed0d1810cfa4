"""What is said beside a constraint and demands nothing: reasons, courtesy, illustrations.

They are set aside and shown as notes. `aside` sets aside what certain words begin. `circumstances`
proposes more, for a sentence that is not understood whole: a clause before or behind the demand,
which counts only where the rest is understood without it. What may hold a demand stays: an amount,
a denial, a duty, a wish, a day or a thing of the plan that the rest does not name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from itertools import pairwise
from typing import Literal, NamedTuple

from evalspec.language.english import tellings
from evalspec.language.english.closed import data, variants
from evalspec.language.english.days_and_places import dated, places, when
from evalspec.language.english.lexicon import Words
from evalspec.language.english.nominal import table
from evalspec.language.english.said_forms import tells_state
from evalspec.language.english.scanner import Word, raw_words
from evalspec.language.english.taken_apart import (
    OWNERS,
    among,
    either,
    says,
    spelled,
    taken_apart,
)

SAID_AGAIN = "said again"
"""Kind of what repeats that an amount is exact: `four meals a day, no more, no less`."""


def aside(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a sentence without its asides, and a note for each of them."""
    notes: list[str] = []

    def put(match: re.Match[str], kind: str) -> str:
        given = "given" in match.groupdict() and _bounds(match[1])
        if kind == "a reason" and (given or _goes_on(match[1])):
            return match[0]
        if _WHOSE.match(match[1]) and _TIME_OF.search(match.string[: match.start()]):
            return match[0]
        notes.append(
            f"set aside as {kind}: {(match.groupdict().get('said') or match[1]).strip(' ,.;()-')}"
        )
        return match.groupdict().get("after") or ""

    for kind, pattern in _patterns():
        text = pattern.sub(partial(put, kind=kind), text)
    text, frame = _unframed(text)
    return text, (*notes, *([f"set aside as courtesy: {frame}"] if frame else []))


_WHOSE = re.compile(r"\s*for (?:me|us)\b", re.IGNORECASE)
_TIME_OF = re.compile(
    r"\b(?:hours?|minutes?|mins?|days?|evenings?|mornings?|nights?)$", re.IGNORECASE
)
"""Whose a time is, which is no courtesy: `half an hour for me`."""


def _unframed(text: str) -> tuple[str, str]:
    """Return what is wished for without the words that say so: `I'd love it if …`, `the rule is that …`."""
    match = _frames().match(text)
    if match is None:
        return text, ""
    frame, rest = match[1].strip(), text[match.end() :].strip()
    if re.search(r" not(?: to)?$", frame, re.IGNORECASE):
        rest, frame = f"don't {rest}", re.sub(r" not( to)?$", r"\1", frame, flags=re.IGNORECASE)
    if frame.endswith(("if", "when", "that")):  # what could be is what should be
        rest = re.sub(r"\b(?:could|can|would|might)(?= )", "should", rest, count=1)
    return rest[:1].upper() + rest[1:], frame


@cache
def _frames() -> re.Pattern[str]:
    rows = "|".join(f"(?:{row})" for row in data("asides")["frames"])
    return _compiled(rf"\s*({rows})\s+(?=\S)".replace("'", "['’]"))


class Circumstance(NamedTuple):
    """A sentence in two: a clause that only tells why, and the rest."""

    rest: str
    said: str
    told: bool
    """Whether it is no demand even where it could be read as one: `my son skips breakfast, so …`."""
    alone: bool
    """Whether its own words say so, and none that ties it to the rest: `I get tired`."""
    kind: Literal["a reason", "a wish", "added up"] = "a reason"

    @property
    def of_whom(self) -> str:
        """The rest with the name of whom it speaks of by a pronoun; empty if it has none."""
        name = re.match(r"([A-Z][\w-]+) (?:is|was|has|gets)\b", self.said)
        spoken = re.match(r"(?:he|she)\b", self.rest, re.IGNORECASE)
        if name and not spoken and _bounds(self.rest) and _MEMBER.search(self.said):
            return f"{name[1]} {self.rest[:1].lower()}{self.rest[1:]}"
        return f"{name[1]}{self.rest[spoken.end() :]}" if name and spoken else ""

    @property
    def note(self) -> str:
        """What is shown of it."""
        as_ = self.kind if self.kind.startswith("a ") else "counted in anyway"
        return f"set aside as {as_}: {self.said}"


def circumstances(text: str, known: Words) -> Iterator[Circumstance]:
    """Yield a sentence without a clause that only tells why, what is wished beside a bound or what a sum
    holds anyway, if there is one.
    """
    yield from _besides(text.strip(), known)
    for tie, said, rest in _split(text.strip()):
        first = said.strip(" ,").partition(" ")[0].lower()
        if _torn(said) or (tie == "or" and says(first, "comparing")):
            continue  # `ten, or fewer, would do`
        clause = _Clause(said.strip(" ,.;:!?()-–—"), rest.strip(" ,;:(-–—"), known)
        told = clause.beside(tie)
        if told:
            alone = told == "sure" and tie in ("loose", "loose before", "or")
            sure = told == "sure" and tie != "since"
            rest = clause.rest[:1].upper() + clause.rest[1:]
            yield Circumstance(rest, clause.said, sure, alone)


def _besides(text: str, known: Words) -> Iterator[Circumstance]:
    """Yield a sentence without what is added up, or wished beside a bound."""
    for kind, pattern in _added():
        match = pattern.fullmatch(text)
        if match is None:
            continue
        said, rest = match["aside"].strip(" .,;()-–—"), f"{match['rest']}{match['tail'] or ''}"
        words = [w for w in raw_words(said) if w.kind != "mark"]
        if kind == "added up":
            fits = all(w.kind == "word" for w in words) and not says(said, "demanding")
        else:
            bounded = _bounds(said) or _WISHED.fullmatch(said) is not None
            fits = _bounds(rest) and bounded and not _formed(words, rest, known)
        if fits and len(words) < (8 if kind == "a wish" else 10):
            yield Circumstance(rest[:1].upper() + rest[1:], said, True, False, kind)


def _bounds(text: str) -> bool:
    """Tell whether words hold a number, a time or a comparison."""
    return any(w.kind != "word" for w in raw_words(text) if w.kind != "mark") or says(
        text, "bounding"
    )


def _formed(words: list[Word], rest: str, known: Words) -> bool:
    """Tell whether words name a day, a part of one or a thing that the rest does not."""
    others = {w.low for w in raw_words(rest)}
    new = (w for w in words if w.low not in others and w.low not in ("row", "back"))
    return any(places(w.low, known) or _named(w.low, known) or w.text[:1].isupper() for w in new)


_IF_POSSIBLE = r"if (?:at all |that is |that['’]s |it is |it['’]s )?(?:possible|doable|feasible)"
_WISHED = re.compile(
    rf"(?:(?:ideally|preferably) )?(?:all )?(?:back to back|in a row|together|consecutively|consecutive"
    rf"|one after the other|on end)(?: {_IF_POSSIBLE})?",
    re.IGNORECASE,
)
"""How several are only wished to lie: `two days off, ideally back to back`."""


@cache
def _added() -> tuple[tuple[Literal["a wish", "added up"], re.Pattern[str]], ...]:
    end = r"(?P<tail>)[.!]*"
    sums = (
        r"(?:add|adds|added|sum|sums|summed|tot|totted|total|totalled|count|counted|tally|tallied)"
    )
    adding = rf"(?:when|if|once) (?:you|u|we|i|one) (?:[a-z]+ly )?{sums}(?: (?:all|the|them|it|those|everything|[a-z]+s))*(?: (?:up|together))|(?:all )?(?:[a-z]+ly )?{sums} (?:up|together)(?: [a-z]+ly)?"
    return (
        ("added up", _compiled(rf"(?P<rest>.*\w)(?:,| \(|;| -| –| —)? (?P<aside>{adding})\)?{end}")),
        ("a wish", _compiled(rf"(?P<rest>.*\w)(?:,| \(|;| -| –| —) ?(?P<aside>(?:{either('wished')}) [^,;()]+)\)?{end}")),
        ("a wish", _compiled(rf"(?P<rest>.*\w)(?:,| \(|;| -| –| —) ?(?P<aside>[^,;()]+ {_IF_POSSIBLE})\)?{end}")),
    )  # fmt: skip


def _split(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield each way to part a clause from a sentence: how they are tied, the clause and the rest."""
    for tie, pattern in _ties():
        match = pattern.fullmatch(text)
        if match is not None:
            row = match.groupdict()
            yield tie, row["aside"], f"{row.get('lead') or ''}{row['rest']}{row.get('tail') or ''}"
    marks = list(_MARKS.finditer(text))
    for mark in marks:
        before, behind = text[: mark.start()], text[mark.end() :]
        if behind:
            yield "loose", behind, before
            yield "loose before", before, behind
    for mark, other in pairwise(marks):
        said = text[mark.end() : other.start()]
        yield "loose", said, text[: mark.start()] + text[other.start() :]
        if not {*mark[0], *other[0]} & {*".!?"}:
            yield "loose", said, f"{text[: mark.start()]} {text[other.end() :]}"


def _torn(said: str) -> bool:
    """Tell whether a stretch of words holds one bracket of a pair: `stuff (pens, paper`."""
    inner = said.strip(" ,.;:!?-–—").removeprefix("(").removesuffix(")")
    return inner.count("(") != inner.count(")")


_MARKS = re.compile(r",\s|\s[-–—]+\s|[.!;?:]+\s|\s\(|\)[,.!]*(?:\s|$)")


class _Clause:
    """A clause beside the rest of a sentence, and how it may be tied to it."""

    def __init__(self, said: str, rest: str, known: Words) -> None:
        self.said, self.rest, self.known = said, rest, known
        self.words = [w.low for w in raw_words(said) if w.kind != "mark"]
        self.raw = raw_words(said)
        self.others = {w.low for w in raw_words(rest)}

    def beside(self, tie: str) -> tellings.Sureness:
        """Tell whether it only tells why: it holds nothing that may be asked for."""
        if not self.words or len(self.others) < 2 or _goes_on(self.said):
            return ""
        if _LIMIT.match(self.said) and not says(self.rest, "limiting"):
            return ""
        if _DEMANDED.match(" ".join(self.words)):
            return ""
        if "before" in tie and not self._said_again():
            return ""
        if tie == "for":  # `for my insurer to count them`
            can = re.sub(r"^for (.*?) to ", r"\1 can ", self.said, flags=re.IGNORECASE)
            serves = can != self.said and tellings.outcome(can, self.rest, self.known, purpose=True)
            return "likely" if serves else ""
        beyond = _BEYOND.match(self.said)
        if beyond:  # `longer and he gets grumpy`
            bad = tellings.outcome(self.said[beyond.end() :], self.rest, self.known)
            return "sure" if bad else ""
        if tie.startswith("to"):
            return "likely" if self._aims() else ""
        told = tellings.told(self.said, self.rest, self.known)
        if tie == "while":
            return "likely" if self._lasts() else ""
        if tie == "run on":
            return "likely" if told and not self._belongs() else ""
        if tie in ("loose", "loose before"):
            return told or ("likely" if self._lifts() else "")
        if tie == "or" or self.words[-1] == "otherwise":
            choice = (
                tie == "or"
                and (
                    dated(self.words[0], self.known)
                    or self.words[0] in _OTHERS
                    or _LISTED.match(self.said) is not None
                )
            )  # `or Friday is possible`, `or anything else I'd need to print`, `or swim, Ann's wish`
            bad = not choice and tellings.outcome(self.said, self.rest, self.known)
            return "sure" if bad else ""
        if says(" ".join(self.words), "demanding"):
            return ""
        if tie == "behind":
            return "sure"
        if tie == "before":
            again = says(" ".join(self.words), "wishing") or self._is_amount()
            again = again or _RESTATING.match(self.rest) is not None
            return "sure" if told else "" if again else "likely"
        if tie == "since":
            return told or ("likely" if tellings.outcome(self.said, self.rest, self.known) else "")
        return told if tie != "purpose" or told or not self._serves() else "likely"

    def _is_amount(self) -> bool:
        """Tell whether it only tells how many or how much, which is asked for: `teams of 5, so eight teams`."""
        parses = [one for row in spelled(self.said) for one in taken_apart(row, frozenset())]
        return not parses and any(w.kind not in ("word", "mark") for w in self.raw)

    def _lasts(self) -> bool:
        """Tell whether a state of somebody is told, which no plan has: `while I'm fresh`, `while my legs last`."""
        parses = [one for row in spelled(self.said) for one in taken_apart(row, frozenset())]
        own = [p for p in parses if p.subject and p.subject[0].low in {*OWNERS, "i", "we"}]
        mine = among("of oneself")
        return not self._counts() and any(
            tells_state(p) or (p.subject[-1].low in mine and not p.rest) for p in own
        )

    def _counts(self) -> bool:
        return any(w.kind not in ("word", "mark") for w in self.raw) or says(self.said, "counting")

    def _belongs(self) -> bool:
        """Tell whether a clause without a mark before it may say which are meant: `no days we're busy`."""
        last = raw_words(self.rest)[-1].low
        open_end = self.words[-1] in table("prepositions") | _OPEN
        return open_end or last in among("of time") or places(last, self.known)

    def _aims(self) -> bool:
        """Tell whether what something is for names nothing that may be asked for: `to save money`."""
        new = [w for w in self.words if w not in self.others]
        known = any(places(w, self.known) or _named(w, self.known) for w in new)
        behind = self.words[self.words.index("to") + 1 :]
        edge = {"to", "into", "start", "begin", "finish", "end", "reach", "see"} & {*behind}
        plain = all(w.kind in ("word", "mark") for w in self.raw)
        text = " ".join(self.words)
        return plain and not (known or edge or says(text, "demanding") or says(text, "counting"))

    def _serves(self) -> bool:
        """Tell whether a clause says what somebody can do then: `so the kids can tick it off`."""
        purposes = {tuple(v.split()) for row in data("asides")["purposing"] for v in variants(row)}
        lead = next((n for n in (3, 2, 1) if tuple(self.words[:n]) in purposes), 0)
        return tellings.outcome(" ".join(self.words[lead:]), self.rest, self.known, purpose=True)

    def _said_again(self) -> bool:
        """Tell whether what follows it is understood without it: it points at nothing in it, and says
        itself on which days, at what time and of what amount.
        """
        rest = raw_words(self.rest)
        if says(" ".join(self.others), "pointing") or self.rest.rstrip(" .!").endswith(" there"):
            return False
        for placing in (dated, when, places):
            said = any(placing(w, self.known) for w in self.words if w not in self.others)
            if said and not any(placing(w.low, self.known) for w in rest):
                return False
        if _MONEY.search(self.said) and _MONEY.search(self.rest):
            return False  # `I'm good for €900, so €30 a head`
        timed = any(w.kind == "time" for w in self.raw) or says(self.said, "clock")
        told = says(self.rest, "clock")
        if timed and not told and all(w.kind in ("word", "mark") for w in rest):
            return False
        return "%" not in self.rest or all(w.kind in ("word", "mark") for w in self.raw)

    def _lifts(self) -> bool:
        """Tell whether it lifts the demand where it does not hold anyway: `dinner at most 40 g of carbs,
        at lunch I don't care`.
        """
        text = " ".join(self.words)
        matches = [_compiled(shape).fullmatch(text) for shape in data("asides")["lifting"]]
        lifted = [p for m in matches if m for p in _places_of([m["place"]], self.known)]
        said = _places_of([w.low for w in raw_words(self.rest)], self.known)
        kinds = {kind for _, kind in said}
        return bool(lifted) and all(p[1] in kinds and p not in said for p in lifted)


_LISTED = re.compile(r"(?!(?:i|we|he|she|it|they|you)\b)[\w'-]+(?: [\w'-]+)?,", re.IGNORECASE)
_OTHERS = frozenset("any anything anyone anybody something some another other others".split())
_MEMBER = re.compile(
    rf" is (?:an? |the |our |my |still |only |just )*(?:{'|'.join(data('words')['CREW'])})$"
)
"""What tells that somebody is one of those whose plan it is: `Marta is still a trainee`."""
_MONEY = re.compile(r"[€£$]|\b(?:euros?|pounds?|dollars?|quid|bucks?)\b", re.IGNORECASE)
_OPEN = frozenset("to of at in on for with by about from".split())
_LIMIT = re.compile(
    r"(?:that|this|it)(?:['’]?s| is) (?:the|my|our|his|her|their) (?:\w+ )?(?:limit|max|maximum|cap|ceiling|most)\b",
    re.IGNORECASE,
)
"""What tells the side of a bound."""
_DEMANDED = re.compile(
    r"(?:so|hence|therefore) do not |.*\d.* too (?:many|much|few|long|short)\b"
    r"|(?:we|i) (?:start|begin|stop|finish|end|close|leave) (?:at|by|before|after) "
)
"""What forbids something, calls an amount too much or tells when all is over: `so don't put her in`,
`30 would be too many`, `we stop at noon`.
"""
_RESTATING = re.compile(
    r"(?:let us|lets|let's|i'd|i would|shall we) say\b|(?:call|make) (?:it|that)\b", re.I
)
"""What tells a demand again, or in other words: `one side of A4, so let us say 200 words`."""
_BEYOND = re.compile(
    r"(?:(?:anything|any) )?(?:more|less|further|else|anything \w+er|\w+er)"
    r"(?: than (?:that|this|it))? and ",
    re.IGNORECASE,
)


def _places_of(words: list[str], known: Words) -> list[tuple[str, str]]:
    """Return the members and the days that words name, each with its kind."""
    found = []
    for word in words:
        for one in known.phrases.get((word,)):
            if one.type == "Thing" and one.value.kind == "member":
                found.append((one.value.name, one.value.rank))
            if one.type in ("WEEKDAY", "WEEKEND", "WEEKDAYS"):
                found.append((word, "day"))
    return found


def _named(word: str, known: Words) -> bool:
    """Tell whether a word is a thing of the vocabulary."""
    return "Thing" in known.types(word)


def _goes_on(said: str) -> bool:
    """Tell whether another demand hangs on a reason: `…, otherwise I feel heavy, and no dessert`."""
    starts = "|".join(
        either(kind) for kind in ("denying", "averse", "demanding", "wishing", "counting")
    )
    others = r"every(?:body|one) else|(?:all )?the (?:others|rest)|all others"
    links = r"(?:[,;]|\s-)?\s(?:and|but|plus|also)|[,;]"
    return bool(
        _compiled(rf".*(?:{links})\s+(?:(?:{starts}|{others})\b|\d)").match(said.strip(" ,;"))
    )


@cache
def _ties() -> tuple[tuple[str, re.Pattern[str]], ...]:
    kinds = ("reason before", "so", "reason behind", "or", "purposing", "purposes")
    words = {kind: either(kind) for kind in kinds}
    end = r"[.!?]*"
    aim = rf"(?:in\sorder\s(?:not\s)?to|so\sas\s(?:not\s)?to|(?:just\s)?to\s(?:{words['purposes']}))\b[^,;:.!?]*"
    rows = (
        ("before", rf"(?P<aside>(?:[^.;:]|(?<=\d)[.:](?=\d))+?)(?:,|;|\s[-–—]|\.)?\s+(?:{words['so']})[,:]?\s+(?P<rest>.+)"),
        ("before", r"(?P<aside>(?:since|because)\s[^,;:]*\s[^,;:]*),\s+(?P<rest>.+)"),
        ("before", rf"(?P<aside>(?:{words['reason before']})\s[^,;:]+),\s+(?P<rest>.+)"),
        ("behind", rf"(?P<rest>.+?)(?P<aside>,?\s(?:{words['reason behind']})\b[^.,;!?]*),(?P<tail>\s.*){end}"),
        ("behind", rf"(?P<rest>.+?)(?P<aside>(?:,|\s[-–—]|\.)?\s(?:{words['reason behind']})\b[^.;!?]*){end}"),
        ("for", r"(?P<rest>.+?),?\s(?P<aside>for\s(?:my|our|his|her|their|the|me|us|him|them)\s[^,;.]*\b(?:it|them|that|this))[.!]*"),
        ("when", r"(?P<rest>.*\d\s?(?:[ap]m|o'clock)?),\s(?:when|as|that['’]?s when)\s(?P<aside>[^.;!?,]*)[.!]*"),
        ("while", r"(?P<rest>.+?),?\s(?:(?:while|whilst|as long as)|when(?=\s\S+(?:\s\S+){0,2}\s?still\b))\s(?P<aside>(?:i|we|my|our)\b[^,;:.!?]*)[.!]*"),
        ("or", rf"(?P<rest>.+?)(?:,|\s[-–—]|\.)?\s(?:{words['or']})\s(?P<aside>[^.;!?]*){end}"),
        ("purpose", rf"(?P<rest>.+?)(?P<aside>,?\s(?:{words['purposing']})\s[^.;!?]*){end}"),
        ("purpose", rf"(?P<aside>(?:{words['purposing']})\s[^.;:,!?]*),\s(?P<rest>.+)"),
        ("to before", rf"(?P<aside>{aim}),\s+(?P<rest>.+)"),
        ("to", rf"(?P<rest>.+?),?\s(?P<aside>{aim})[.!]*"),
        ("run on", rf"(?P<rest>.*\w['’\"”]?)\s(?P<aside>(?:(?:i['’]?m|it['’]s|they['’]?re|there['’]?s|we['’]re)\s|(?:everyone|everybody)\s\w+\s)[^,;:.!?]+){end}"),
        ("since", rf"(?P<rest>.+?)(?P<aside>,?\s(?:since|as)\s[^.;!?]*){end}"),
        (  # `the date I first reported it, 4 November`
            "behind",
            r"(?P<lead>.*\b(?:date|day)\s)(?:(?:that|when|on which)\s)?(?P<aside>(?:i|we|he|she|they|it|you)\s[^,;:.]*),\s(?P<rest>\d.+|[A-Z][a-z]+\s\d.*)",
        ),
    )  # fmt: skip
    return tuple((tie, _compiled(pattern)) for tie, pattern in rows)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    kinds = (
        "illustration",
        "because",
        "reasoned",
        "courtesy",
        "courtesy apart",
        "said again",
        "opening",
        "opening apart",
        "holding",
    )
    words = {kind: either(kind) for kind in kinds}
    end = r"(?=[.!?]*\s*$)"
    number = r"(?:\d|%)"
    whichever = "|".join(data("asides")["whichever"])
    return (
        ("a reason", _compiled(rf"^(?P<given>(?:{words['reasoned']})\b[^.;:,!?]*,\s)")),
        ("courtesy", _compiled(rf"^((?:{words['opening apart']})\s?[,:–—-]\s*(?=\w))")),
        ("courtesy", _compiled(rf"^((?:{words['opening']}),?\s+(?!that\b|as\b))")),
        ("courtesy", _compiled(rf"((?:,|\s[-–—]|[.!]+)?\s\(?(?:{words['courtesy']})(?:!*\))?){end}")),
        ("courtesy", _compiled(rf"((?:,|\s[-–—])\s\(?(?:{whichever})\)?){end}")),
        # `dinner too` says of dinner what was said before of something else
        ("courtesy", _compiled(rf"^((?P<after>(?:[^\s,;]+\s+){{3,}}[^\s,;]+?)(?P<said>,?\s(?:too|as well))){end}")),
        ("courtesy", _compiled(r"(\sthis time)(?=,\s)")),
        ("courtesy", _compiled(
            rf"((?:,|\s[-–—])\s(?:(?:says|said|reckons|insists) (?:my|our|the|his|her) [a-z]+(?: [a-z]+)?|(?:he|she|they) (?:says?|said|reckons?|insists?))){end}"
        )),
        ("courtesy", _compiled(rf"((?:,|\s[-–—])\s(?-i:(?![A-Z][a-z]))(?:{words['courtesy apart']})){end}")),
        (SAID_AGAIN, _compiled(rf"((?:,|\s[-–—])\s(?:{words['said again']}|(?:and )?not \d+)){end}")),
        ("courtesy", _compiled(
            rf"((?P<after>(?:±|\+/?-|plus or minus|give or take)\s?\d[\d.,]*(?:\s?[a-z%]+)??)\s(?P<said>(?:is |are )?(?:ok|okay|fine|alright|acceptable|allowed))){end}"
        )),
        ("courtesy", _compiled(rf"(?<!t)(?<!you)(?<!never)(?<!to)(\s(?:mind|mind you|like)){end}")),
        ("courtesy", _compiled(
            r"(?:(?<=\bfirst)|(?<=\blast))((?: (?:thing|one))? of (?:all|them all|the lot|everything|the (?:day|evening|night|list))"
            r"|,? before (?:any other [a-z]+|anything else|everything else|all (?:else|the (?:others|rest))))"
        )),
        ("what all have", _compiled(
            rf"\b((?P<after>(?:each|every|any)(?: [\w-]+){{1,2}}?)(?: that| which)? (?:we|you|i) (?:{words['holding']}))(?=[.,;!?]|$)"
        )),
        ("an illustration", _compiled(rf"(\(\s*(?:{words['illustration']})\b[^)]*\))")),
        ("an illustration", _compiled(
            rf"(,\s*(?:{words['illustration']}|i\.e\.|like)\s[^,.!?;]*,)(?=\s(?:must|should|has|is)\b)"
        )),
        ("an illustration", _compiled(
            rf"(,?\s*(?:{words['illustration']})\s[^,.!?;]*(?:(?:,\s\w+)*,?\s\w+\s(?:or|and)\s(?:an?\s)?\w+(?=[.!?]?\s*$))?)"
        )),
        ("an illustration", _compiled(r"(,?\s(?:like|i\.e\.,?)\s(?=[\[<*])[^,.!?;]*)")),
        ("an illustration", _compiled(rf"(\(\s*(?:i\.e\.|that is)(?:(?!{number})[^)])*\))")),
        (  # `we set off by 7 because of the heat and must be back by noon`
            "a reason",
            _compiled(rf"(?P<given>,?\s(?:{words['reasoned']})\b[^.,;!?]*?)(?=,?\s(?:and|but)\s(?:then\s)?(?:must|should|have to|has to|need|be|get|are|will)\b)"),
        ),
        ("a reason", _compiled(rf"(,?\s(?:{words['because']})\b[^.;!?]*){end}")),
        ("a reason", _compiled(rf"(?P<given>,?\s(?:{words['reasoned']})\b[^.;!?]*){end}")),
    )  # fmt: skip


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
