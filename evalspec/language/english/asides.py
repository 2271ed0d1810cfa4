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

from evalspec.language.english.lexicon import Words, data, plural, variants, verb_forms
from evalspec.language.english.nominal import barred, nominal
from evalspec.language.english.scanner import Word, raw_words


def aside(text: str) -> tuple[str, tuple[str, ...]]:
    """Return a sentence without its asides, and a note for each of them."""
    notes: list[str] = []

    def put(match: re.Match[str], kind: str) -> str:
        if kind == "a reason" and _goes_on(match[1]):
            return match[0]
        notes.append(f"set aside as {kind}: {match[1].strip(' ,.;()-')}")
        return match.groupdict().get("after") or ""

    for kind, pattern in _patterns():
        text = pattern.sub(partial(put, kind=kind), text)
    text, frame = _unframed(text)
    return text, (*notes, *([f"set aside as courtesy: {frame}"] if frame else []))


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
    kind: Literal["a reason", "counted in", "a wish"] = "a reason"

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
        clause = _Clause(said.strip(" ,.;:!?()-–—"), rest.strip(" ,;:(-–—"), known)
        if clause.beside(tie):
            alone = tie in ("loose", "loose before")
            told = alone or tie in ("behind", "or") or (tie == "before" and clause.of_somebody())
            rest = clause.rest[:1].upper() + clause.rest[1:]
            yield Circumstance(rest, clause.said, told, alone)


def _besides(text: str, known: Words) -> Iterator[Circumstance]:
    """Yield a sentence without what is counted in, or wished beside a bound."""
    for kind, pattern in _added():
        match = pattern.fullmatch(text)
        if match is None:
            continue
        said, rest = match["aside"].strip(" .,;()-–—"), f"{match['rest']}{match['tail'] or ''}"
        words = [w for w in raw_words(said) if w.kind != "mark"]
        if kind == "counted in":
            fits = all(w.kind == "word" for w in words) and _all_things(match["listed"], known)
        else:
            fits = _bounds(rest) and _bounds(said) and not _formed(words, rest, known)
        if fits and len(words) < 8:
            yield Circumstance(rest[:1].upper() + rest[1:], said, True, False, kind)


def _all_things(listed: str, known: Words) -> bool:
    """Tell whether words list things by their names: `tips and taxes`, not `a dessert`, `two flights`."""
    pieces = [p.strip() for p in re.split(r",| and |&", listed) if p.strip()]
    things = [p for p in pieces if _is_thing(p, known)]  # `warm up`
    pieces = [p for p in pieces if p not in things]
    if things and not pieces:
        return True
    first = {piece.split()[0].lower() for piece in pieces}
    words = "|".join(pieces).lower()
    said = any(_says(words, kind) for kind in ("denying", "demanding", "wishing", "counting"))
    each = set(words.replace("|", " ").split()) - _OWNED
    plain = not any(map(barred, each)) and not each & _PLACING
    return all(map(nominal, pieces)) and plain and not said and not first & _SOME


def _is_thing(words: str, known: Words) -> bool:
    phrase = tuple(words.lower().split())
    return len(phrase) > 1 and any(w.type == "Thing" for w in known.phrases.get(phrase, ()))


def _bounds(text: str) -> bool:
    """Tell whether words hold a number, a time or a comparison."""
    return any(w.kind != "word" for w in raw_words(text) if w.kind != "mark") or _says(
        text, "bounding"
    )


def _formed(words: list[Word], rest: str, known: Words) -> bool:
    """Tell whether words name a day, a part of one or a thing that the rest does not."""
    others = {w.low for w in raw_words(rest)}
    new = (w for w in words if w.low not in others)
    return any(_places(w.low, known) or _named(w.low, known) or w.text[:1].isupper() for w in new)


@cache
def _added() -> tuple[tuple[Literal["counted in", "a wish"], re.Pattern[str]], ...]:
    kinds = ("counting in", "counted in", "wished")
    words = {kind: _either(kind) for kind in kinds}
    listed = r"(?P<listed>[\w'’-]+(?: [\w'’-]+){0,2}(?:(?:,| and|, and| &) [\w'’-]+(?: [\w'’-]+){0,2}){0,4})"
    verb = r"(?:has to|have to|must|should|shall|may|can|cannot|can['’]t|mustn['’]t|shouldn['’]t|needs to|need to|is to|in|within|under|at|no)"
    end = r"(?P<tail>)[.!]*"
    return (
        ("counted in", _compiled(rf"(?P<rest>.*\w),? \(?(?P<aside>(?:{words['counting in']}) {listed})\)?{end}")),
        ("counted in", _compiled(rf"(?P<rest>.*\w)(?:,| \(|;| -| –| —) ?(?P<aside>{listed} (?:{words['counted in']}))\)?{end}")),
        ("counted in", _compiled(rf"(?P<rest>.*?\w),? (?P<aside>(?:{words['counting in']}) {listed}),?(?P<tail> {verb} .*)")),
        ("a wish", _compiled(rf"(?P<rest>.*\w)(?:,| \(|;| -| –| —) ?(?P<aside>(?:{words['wished']}) [^,;()]+)\)?{end}")),
    )  # fmt: skip


def _split(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield each way to part a clause from a sentence: how they are tied, the clause and the rest."""
    for tie, pattern in _ties():
        match = pattern.fullmatch(text)
        if match is not None:
            yield tie, match["aside"], (match.groupdict().get("lead") or "") + match["rest"]
    for mark in _MARKS.finditer(text):
        before, behind = text[: mark.start()], text[mark.end() :]
        if behind:
            yield "loose", behind, before
            yield "loose before", before, behind


_MARKS = re.compile(r",\s|\s[-–—]\s|[.!;?:]\s|\s\(")


class _Clause:
    """A clause beside the rest of a sentence, and what may be known of its words."""

    def __init__(self, said: str, rest: str, known: Words) -> None:
        self.said, self.rest, self.known = said, rest, known
        self.raw = raw_words(re.sub(r"(?<=[a-z])['’]s\b", " is", said, count=1))
        self.words = [w.low for w in self.raw if w.kind != "mark"]
        self.others = {w.low for w in raw_words(rest)}
        opening = rf"(?:{_either('remarking')}|{_either('purposing')}) "
        self.text = re.sub(rf"^{opening}", "", _by_kind(self.words))

    def beside(self, tie: str) -> bool:
        """Tell whether it only tells why: it holds nothing that may be asked for."""
        if len(self.words) < 2 or len(self.others) < 2 or _goes_on(self.said):
            return False
        asks = _says(self.text, "demanding") and not self._tells("breach")
        if asks or ("before" in tie and not self._said_again()):
            return False
        if tie == "since":
            return self._tells("since")
        if tie in ("before", "purpose") and _says(self.text, "wishing"):
            return self._needs()
        if tie == "purpose":
            apart = self._counted() or self._places()
            return not apart and (self._tells("purpose") or self._serves())
        if tie == "or" or self.words[-1] == "otherwise":
            return self._plain(told=self._tells("outcome")) and self._tells("told", "outcome")
        if tie in ("behind", "before") or self._needs() or self._lifts():
            return True
        kinds = ("told", "opinion", "unwell", "breach")
        return self._plain() and self._tells(*kinds, *(("why",) if self._limits() else ()))

    def _serves(self) -> bool:
        """Tell whether a limit is to serve somebody: `so that my jeans still fit`."""
        wide = not self.said.lower().startswith("so ") or self.said.lower().startswith("so that ")
        return wide and self._limits() and self._plain() and self._tells("served")

    def of_somebody(self) -> bool:
        """Tell whether it is of somebody: `my son has a cold`, `we only own nine plates`."""
        return bool(_shape("{somebody}.*|{somebody is} .*").fullmatch(self.text))

    def _said_again(self) -> bool:
        """Tell whether what follows it is understood without it: it points at nothing in it, and says
        itself on which days, at what time and of what amount.
        """
        rest = raw_words(self.rest)
        if _says(" ".join(self.others), "pointing") or self.rest.rstrip(" .!").endswith(" there"):
            return False
        for placing in (_when, _places):
            said = any(placing(w, self.known) for w in self.words if w not in self.others)
            if said and not any(placing(w.low, self.known) for w in rest):
                return False
        timed = any(w.kind == "time" for w in self.raw) or _says(self.text, "clock")
        told = _says(self.rest, "clock")
        if timed and not told and all(w.kind in ("word", "mark") for w in rest):
            return False
        return "%" not in self.rest or not self._counted()

    def _counted(self) -> bool:
        """Tell whether it holds an amount; how often somebody did something is none."""
        text = _shape("{so much}|^{people}").sub("", self.text)
        if _shape("{did}").match(self.text):
            text = _kind("so often").sub("", text)
        units = self.known.lexicon.units
        unit = any(one in ("a", "an") and two in units for one, two in pairwise(self.words))
        number = any(w.kind not in ("word", "mark") for w in self.raw)
        return number or unit or _says(text, "counting")

    def _formed(self) -> bool:
        """Tell whether it names a form that the rest does not: `I print it in capitals`."""
        others = (w for w in self.words if w not in self.others)
        return any(w.type in _FORMS for word in others for w in self.known.phrases.get((word,), ()))

    def _places(self) -> bool:
        return any(_places(word, self.known) for word in self.words if word not in self.others)

    def _plain(self, told: bool = False) -> bool:
        """Tell whether it holds no word that could be part of a demand.

        What is known to become of somebody or something, if the demand is not met, changes nothing in it.
        """
        if _shape("{fact}").fullmatch(self.text):
            return True
        if self._counted() or self._places() or self.words[-1] == "too":
            return False
        if self.words[-1] == "more" and not _says(self.text, "denying"):
            return False  # `my uncle gets more`
        if _does(self.text, "altering") or self._formed():
            return False
        of_it = told or self._tells("unwell", "breach")
        text = self.text.replace(" only ", " ") if self.words[-1] in _BACK else self.text
        if _says(_shape("{body}").sub("", text), "changing") and not of_it:
            return False
        back = of_it or self.words[-1] in _BACK or self._tells("opinion")
        if (
            _says(_shape("{as it were}").sub("", self.text), "wishing")
            or _does(self.text, "asking")
        ) and not back:
            return False
        capital = any(
            w.text[:1].isupper() and w.low not in {*self.others, "i"} for w in self.raw[1:]
        )
        named = any(_named(w, self.known) for w in self.words if w not in self.others)
        if capital or (named and not _shape("{body} .*").fullmatch(self.text)):
            return False
        if _says(self.text, "averse") and not (back or self._of_what_is_refused()):
            return False
        return not _says(text, "denying") or back or self._denies_it() or self._is_not()

    def _limits(self) -> bool:
        """Tell whether the rest only limits or leaves out: what is told beside it can ask for nothing
        that belongs to what it asks for.
        """
        return _says(" ".join(w.low for w in raw_words(self.rest)), "limiting")

    def _lifts(self) -> bool:
        """Tell whether it lifts the demand where it does not hold anyway: `dinner at most 40 g of carbs,
        at lunch I don't care`.
        """
        matches = [_shape(shape).fullmatch(self.text) for shape in data("asides")["lifting"]]
        lifted = [p for m in matches if m for p in _places_of([m["place"]], self.known)]
        said = _places_of([w.low for w in raw_words(self.rest)], self.known)
        kinds = {kind for _, kind in said}
        return bool(lifted) and all(p[1] in kinds and p not in said for p in lifted)

    def _of_what_is_refused(self) -> bool:
        """Tell whether what somebody cannot have is what the rest leaves out."""
        if self.others.intersection(self.words[1:]) - _light():
            return True
        alone = _says(self.words[-1], "averse")
        return alone and _says(self.rest, "refusing")

    def _is_not(self) -> bool:
        """Tell whether somebody says what they are not, beside a limit: `I'm no machine`."""
        named = {w for w in self.others.intersection(self.words) - _light() if not barred(w)}
        named -= _DETERMINED
        return self._limits() and not named and self._tells("is not")

    def _denies_it(self) -> bool:
        """Tell whether a denial is of what the rest names: `he won't read more`, `we can't stand it`."""
        subject = _shape("{somebody}|{body}|{it}").match(self.text)
        behind = self.text[subject.end() :].split() if subject is not None else self.words
        if subject is not None and self.words[-1] in _IT | {"me", "us"}:
            return True
        heavy = [word for word in behind if word not in _light()]
        return len(heavy) < 2 and (self.words[-1] in _BACK or _says(self.text, "unable"))

    def _tells(self, *kinds: str) -> bool:
        """Tell whether it speaks of somebody or something in a way that asks for nothing."""
        return any(
            match is not None and not self._deed(match)
            for kind in kinds
            for shape in data("asides")[kind]
            for match in [_shape(shape).fullmatch(self.text)]
        )

    def _deed(self, match: re.Match[str]) -> bool:
        """Tell whether the verb of a clause is one of demands: `they start early`."""
        verb = match.groupdict().get("verb") or ""
        if verb in data("asides")["no deeds"]:
            return False
        types = {w.type for w in self.known.phrases.get((verb,), ())}
        return _says(verb, "wishing") or bool(types.intersection(data("verbs")))

    def _needs(self) -> bool:
        """Tell whether somebody only tells what for: `we need to rebuild the stage`."""
        if "to" not in self.words or not _kind("needing").match(self.text):
            return False
        rest = self.words[self.words.index("to") + 1 :]
        others = [w for w in rest if w not in self.others]
        asked = any(_places(w, self.known) or _named(w, self.known) for w in others)
        doing = {w.type for w in self.known.phrases.get(tuple(rest[:1]), [])}
        counted = _says(" ".join(rest), "counting") or re.search(r"\d", " ".join(rest))
        return bool(rest) and not asked and not doing & _DEEDS and not counted


_OWNED = frozenset("the my our his her their all".split())
_PLACING = frozenset("from to for by on at with in half double".split())
_DETERMINED = _OWNED | frozenset(("a", "an"))
_SOME = frozenset("a an another some each every both".split())
_IT = frozenset("it that this them those these".split())
_BACK = _IT | frozenset("him her more otherwise anyway".split())
"""How a clause about the demand ends: `everybody writes that`."""
_FORMS = frozenset("Form STYLED".split())
_DEEDS = frozenset("HAVE START END AVOID LAST SPEND ARRIVE LIMIT NOT Ends BE".split())


@cache
def _light() -> frozenset[str]:
    rows = (*data("asides")["denying"], *data("asides")["light"])
    return frozenset(v for row in rows for v in variants(row))


@cache
def _shape(shape: str) -> re.Pattern[str]:
    """Write how a clause goes as a pattern; what stands in braces is a kind of words, or any verb."""

    def kind(match: re.Match[str]) -> str:
        if match[1] in ("verb", "doing"):
            return rf"(?P<verb>[a-z]+{'ing' if match[1] == 'doing' else ''})\b"
        if match[1] in data("asides")["nouns"]:
            return rf"{match[1]}\b"
        words = data("asides")["kinds"][match[1]]
        return "(?:" + "|".join(re.sub(_KIND, kind, word) for word in words) + r")\b"

    return _compiled(re.sub(_LITERAL, _or_kind, re.sub(_KIND, kind, shape)))


def _or_kind(match: re.Match[str]) -> str:
    """Write a word of a shape so that its kind fits too, as clauses have it: `on a tight budget`."""
    kind = _nouns().get((match[0],))
    return f"(?:{match[0]}|{kind})" if kind else match[0]


_LITERAL = re.compile(r"(?<![\\\w])[a-z]{3,}\b")


@cache
def _nouns() -> dict[tuple[str, ...], str]:
    """Return what kind of thing each noun is that shapes tell apart, in both numbers."""
    rows = data("asides")["nouns"].items()
    forms = {form: kind for kind, nouns in rows for noun in nouns for form in (plural(noun), noun)}
    return {tuple(form.split()): kind for form, kind in forms.items() if form not in _folk()}


@cache
def _folk() -> frozenset[str]:
    return frozenset(data("asides")["kinds"]["folk"])


def _by_kind(words: list[str]) -> str:
    """Write a clause with the kinds of its nouns instead of them: `my relation hates it`."""
    text: list[str] = []
    place = 0
    while place < len(words):
        row = next(
            (r for size in (3, 2, 1) if (r := tuple(words[place : place + size])) in _nouns()), ()
        )
        named = len(row) > 1 or not {*words[max(0, place - 2) : place]}.isdisjoint(_DETERMINED)
        noun = bool(row) and (named or not barred(row[0]) or place == 0)
        text.append(_nouns()[row] if noun else words[place])
        place += len(row) if noun else 1
    return " ".join(text)


_KIND = re.compile(r"\{([a-z ]+)\}")


def _goes_on(said: str) -> bool:
    """Tell whether another demand hangs on a reason: `…, otherwise I feel heavy, and no dessert`."""
    starts = "|".join(
        _either(kind) for kind in ("denying", "averse", "demanding", "wishing", "counting")
    )
    links = r"(?:[,;]|\s-)?\s(?:and|but|plus|also)|[,;]"
    return bool(_compiled(rf".*(?:{links})\s+(?:(?:{starts})\b|\d)").match(said.strip(" ,;")))


def _says(text: str, kind: str) -> bool:
    """Tell whether words hold one of a kind."""
    return bool(_kind(kind).search(text))


@cache
def _kind(name: str) -> re.Pattern[str]:
    return _compiled(rf"\b(?:{_either(name)})\b")


def _either(name: str) -> str:
    """Write the words of one kind as a pattern."""
    return "|".join(re.escape(v) for row in data("asides")[name] for v in variants(row))


def _when(word: str, known: Words) -> bool:
    """Tell whether a word says on which days or in which part of them: `Friday`, `morning`."""
    kinds = ("WEEKDAY", "WEEKEND", "WEEKDAYS", "PERIODIC")
    types = {w.type for w in known.phrases.get((word,), [])}
    return word in known.lexicon.parts_of_day or bool(types.intersection(kinds))


def _places(word: str, known: Words) -> bool:
    """Tell whether a word says where in a plan something holds: `Friday`, `dinner`."""
    return _when(word, known) or any(
        w.type == "Rank" or (w.type == "Thing" and w.value.kind == "member")
        for w in known.phrases.get((word,), [])
    )


def _places_of(words: list[str], known: Words) -> list[tuple[str, str]]:
    """Return the members and the days that words name, each with its kind."""
    found = []
    for word in words:
        for one in known.phrases.get((word,), []):
            if one.type == "Thing" and one.value.kind == "member":
                found.append((one.value.name, one.value.rank))
            if one.type in ("WEEKDAY", "WEEKEND", "WEEKDAYS"):
                found.append((word, "day"))
    return found


def _does(text: str, kind: str) -> bool:
    """Tell whether words hold a verb of a kind, in any of its forms."""
    return bool(_verbs(kind).search(text))


@cache
def _verbs(kind: str) -> re.Pattern[str]:
    forms = {form for verb in data("asides")[kind] for form in verb_forms(verb)}
    return _compiled(rf"\b(?:{'|'.join(sorted(forms))})\b")


def _named(word: str, known: Words) -> bool:
    """Tell whether a word is a thing of the vocabulary."""
    return any(w.type == "Thing" for w in known.phrases.get((word,), []))


@cache
def _ties() -> tuple[tuple[str, re.Pattern[str]], ...]:
    kinds = ("reason before", "so", "reason behind", "or", "purposing")
    words = {kind: _either(kind) for kind in kinds}
    end = r"[.!?]*"
    rows = (
        ("before", rf"(?P<aside>(?:[^.;:]|(?<=\d)[.:](?=\d))+?)(?:,|;|\s[-–—]|\.)?\s+(?:{words['so']})[,:]?\s+(?P<rest>.+)"),
        ("before", r"(?P<aside>(?:since|because)\s[^,;:]*\s[^,;:]*),\s+(?P<rest>.+)"),
        ("before", rf"(?P<aside>(?:{words['reason before']})\s[^,;:]+),\s+(?P<rest>.+)"),
        ("behind", rf"(?P<rest>.+?)(?P<aside>(?:,|\s[-–—]|\.)?\s(?:{words['reason behind']})\b[^.;!?]*){end}"),
        ("or", rf"(?P<rest>.+?)(?:,|\s[-–—]|\.)?\s(?:{words['or']})\s(?P<aside>[^.;!?]*){end}"),
        ("purpose", rf"(?P<rest>.+?)(?P<aside>,?\s(?:{words['purposing']})\s[^.;!?]*){end}"),
        ("since", rf"(?P<rest>.+?)(?P<aside>,?\s(?:since|as)\s[^.;!?]*){end}"),
        (  # `the date I first reported it, 4 November`
            "behind",
            r"(?P<lead>.*\b(?:date|day)\s)(?:(?:that|when|on which)\s)?(?P<aside>(?:i|we|he|she|they|it|you)\s[^,;:.]*),\s(?P<rest>\d.+|[A-Z][a-z]+\s\d.*)",
        ),
    )  # fmt: skip
    return tuple((tie, _compiled(pattern)) for tie, pattern in rows)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    kinds = ("illustration", "because", "courtesy", "courtesy apart", "opening")
    words = {kind: _either(kind) for kind in kinds}
    end = r"(?=[.!?]*\s*$)"
    number = r"(?:\d|%)"
    whichever = "|".join(data("asides")["whichever"])
    return (
        ("courtesy", _compiled(rf"((?:,|\s[-–—]|[.!]+)?\s\(?(?:{words['courtesy']})(?:!*\))?){end}")),
        ("courtesy", _compiled(rf"((?:,|\s[-–—])\s\(?(?:{whichever})\)?){end}")),
        ("courtesy", _compiled(rf"((?:,|\s[-–—])\s(?:{words['courtesy apart']})){end}")),
        ("courtesy", _compiled(rf"^((?:{words['opening']}),?\s+)")),
        ("an illustration", _compiled(rf"(\(\s*(?:{words['illustration']})\b[^)]*\))")),
        ("an illustration", _compiled(
            rf"(,?\s*(?:{words['illustration']})\s[^,.!?;]*(?:(?:,\s\w+)*,?\s\w+\s(?:or|and)\s(?:an?\s)?\w+(?=[.!?]?\s*$))?)"
        )),
        ("an illustration", _compiled(rf"(\(\s*(?:i\.e\.|that is)(?:(?!{number})[^)])*\))")),
        ("a reason", _compiled(rf"(,?\s(?:{words['because']})\b[^.;!?]*){end}")),
    )  # fmt: skip


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
