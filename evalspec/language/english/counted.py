"""What counts, said beside a demand in any place: `naps count too`, `(deposit excluded)`, `travel aside, …`.

A stretch of words that only says of things that they count, or do not, is taken out of a sentence; what
the rest means is then held with those things, or without them. What is part of a sum anyway is counted in
it already, and what is only allowed demands nothing. The words are data (`counted` in
`grammars/english.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from evalspec.language.english.closed import data
from evalspec.language.english.days_and_places import when
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.nominal import barred, nominal
from evalspec.language.english.scanner import raw_words
from evalspec.language.english.taken_apart import as_pattern, says
from evalspec.vocabulary.nouns import singular


class Counting(NamedTuple):
    """A sentence in two: what counts, and the rest."""

    rest: str
    said: str
    kind: Literal["in", "out", "may", "list"]
    things: tuple[str, ...]

    @property
    def note(self) -> str:
        """What is shown of it."""
        how = {
            "in": "set aside as counted in",
            "out": "left out",
            "may": "set aside as only allowed",
            "list": "listed",
        }
        return f"{how[self.kind]}: {self.said}"


def countings(text: str, known: Words) -> Iterator[Counting]:
    """Yield each way to take what counts out of a sentence, the longest stretch first."""
    text = text.strip()
    if not _cues().search(text):
        return
    ends = [(m.start(), m.end()) for m in _END.finditer(text)][::-1]
    for start in _START.finditer(text):
        for end, behind in ends:
            said = text[start.end() : end].strip(" ,;:.!?()-–—")
            if end <= start.end() or not said or _torn(said):
                continue
            if said.endswith(" for") and not text[end:behind].strip() and behind < len(text):
                continue  # `Bo is paid for 4 hours` says how much
            marked = bool(start[0].strip()) or not start.start()
            mark = text[end:behind].strip() if not start[0].strip() and start.start() else ""
            rest = _joined(text[: start.start()], text[behind:], mark)
            if _NO_REST.search(rest):
                continue  # `museums included, hotels not`, `3 hours is the least I can drive`
            for kind, form, led in _forms():
                whole = kind != "may" or behind == len(text) or text[end:behind].strip()
                match = form.fullmatch(said) if rest and (marked or led) and whole else None
                things = _things(match["things"], said, known, kind) if match else ()
                if things:
                    yield Counting(rest, said, kind, things)
            between = start[0].strip() == "(" and text[end:behind].strip()[:1] == ")"
            between |= (
                start[0].strip() == "," and bool(_TOGETHER.search(rest)) and behind < len(text)
            )
            listed = re.sub(r",? (?:etc\.?|and so on|and the like)$", "", said)
            things = (
                _things(listed.replace("/", ", "), said, known, "list") if between and rest else ()
            )
            if len(things) > 1 or (things and listed != said):
                yield Counting(rest, said, "list", things)


_NO_REST = re.compile(
    r"\b(?:not|too|the (?:least|most|longest|shortest|fewest|highest)|aren't|isn't"
    r"|start(?:ed|s)?|begins?|began|ends?|ended|finish(?:ed|es)?|opens?|closes?)[.!]*$",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\b(?:together|altogether|combined|in all|in total|all)\b", re.IGNORECASE)
_START = re.compile(r"^|\s?\(|[,;:.]\s+(?:(?:and|but)\s)?|\s[-–—]+\s|\s(?:and|but)\s|\s")
_END = re.compile(
    r"[.!]*$|\s?\)[.,!]*|[,;:]\s|\s[-–—]+\s"
    r"|\s(?=(?:no|not|never|nothing|max|maximum|min|minimum|at|under|below|within|up|over|above|more|less|fewer|each|every|must|should|shall|has|have|may|can|cannot|the|it|all|everything|total|keep|tops|we|i|you|they|he|she)\b|(?:in\s)?[€£$]?\d)",
    re.IGNORECASE,
)


def _joined(before: str, behind: str, mark: str) -> str:
    """Return what stands around a stretch of words as a sentence."""
    before, behind = before.rstrip(" ,;:(-–—"), behind.lstrip(" ,;:)-–—.!")
    rest = re.sub(r"\s(?:and|but|also|plus)$", "", before) + (
        f"{mark} {behind}" if before else behind
    )
    return rest.strip()


def _torn(said: str) -> bool:
    return said.count("(") != said.count(")")


def _things(listed: str, said: str, known: Words, kind: str) -> tuple[str, ...]:
    """Return the names of things; nothing where words are no list of such: `an apple`, `two flights`."""
    pieces = [p.strip() for p in re.split(r",| and |&| or |/| \+ | plus ", listed) if p.strip(" ,")]
    found = [_DETERMINED.sub("", piece) for piece in pieces]
    led = re.sub(r"^(?:and|but) ", "", said.lower()).partition(" ")[0]
    few = data("counted")["only"].get(led) if led != "with" else None
    if few and not all(name.lower() in few for name in found):
        return ()
    if kind == "may":
        plain = all(w.kind == "word" for w in raw_words(listed)) and len(listed.split()) < 6
        return (listed,) if plain and not says(listed, "denying") else ()
    counts = re.search(r"\bcount", said) is not None
    if re.search(r"\b(?:too|as well)$", said) and not counts and any(" " in name for name in found):
        return ()  # `soup goes too`
    some = (
        kind == "in" and not counts and any(re.match(r"an?\s|another\s", p, re.I) for p in pieces)
    )
    if kind == "in" and all(
        name.lower() in _taxes()
        or when(name.lower(), known)
        or "Rank" in known.types(*name.lower().split())
        for name in found
    ):
        return ("",)  # part of every sum
    fits = all(_is_name(name, known) and name.lower() != "of" for name in found)
    return tuple(_scope(name, known) for name in found) if found and fits and not some else ()


@cache
def _taxes() -> frozenset[str]:
    return frozenset(data("counted")["taxes"])


def _scope(name: str, known: Words) -> str:
    """Return the scope of a thing: a category that the vocabulary knows, else its name."""
    things = (w.value for w in known.phrases.get(tuple(name.lower().split())) if w.type == "Thing")
    return next((t.text for t in things if t.kind == "category"), quoted(name))


_DETERMINED = re.compile(
    r"^(?:(?:the|my|our|his|her|their|your|all|any|a|an|of|\d+ ?%)\s)+"
    r"|\s(?:bit|part|itself|themselves|thing|ok|okay)$",
    re.IGNORECASE,
)  # fmt: skip


def _is_name(name: str, known: Words) -> bool:
    """Tell whether words name a thing, and say nothing else of it."""
    phrase = tuple(name.lower().split())
    if (
        not 0 < len(phrase) < 5
        or _NO_NAMES & {*phrase}
        or any(w.kind not in ("word", "mark") for w in raw_words(name))
    ):
        return False
    if known.types(*phrase) & {"Thing", "Measure"}:
        return True
    if any(
        re.search(r"n['’]?t$|['’]s$", word)
        for word in phrase
        if word in _NEGATED or "'" in word or "’" in word
    ):
        return False
    kinds = ("denying", "demanding", "counting")
    said = any(says(name, kind) for kind in kinds) or any(when(word, known) for word in phrase)
    return nominal(name) and not said and not any(map(barred, phrase))


_NO_NAMES = frozenset("a an the i we you they from to for by on at with in half double not".split())
_NEGATED = frozenset("dont doesnt isnt arent wont cant shouldnt mustnt".split())


@cache
def _cues() -> re.Pattern[str]:
    """Return what stands in every sentence that says what counts: a bracket, or words of a form."""
    templates = (
        t for kind in ("out", "in", "may") for row in data("counted")[kind].values() for t in row
    )
    either = "|".join(as_pattern(template.partition(" … ")[0]) for template in templates)
    return re.compile(
        rf"\(|{_TOGETHER.pattern}|\b(?:{either})\b".replace("'", "['’]?"), re.IGNORECASE
    )


@cache
def _forms() -> list[tuple[Literal["in", "out", "may"], re.Pattern[str], bool]]:
    """Return how it is said: whether things count, the pattern, and whether it leads them."""
    things = r"(?P<things>[^().;:!?]+?)"
    tell = (
        r"(?: (?:(?:that|which) )?(?:you|u|we|i) "
        r"(?:write|list|note|put|mention|give|count)(?: down| in| up)?)?"
    )
    found: list[tuple[Literal["in", "out", "may"], re.Pattern[str], bool]] = []
    kind: Literal["in", "out", "may"]
    for kind in ("out", "in", "may"):
        for side, templates in data("counted")[kind].items():
            words = "|".join(map(as_pattern, templates))
            led = side != "behind"
            around = {"before": rf"(?:{words}) {things}{tell}", "behind": rf"{things} (?:{words})"}
            if side == "around":
                rows = [t.partition(" … ") for t in templates]
                made = (f"{as_pattern(one)} {things} {as_pattern(other)}" for one, _, other in rows)
                found += [(kind, _compiled(pattern), True) for pattern in made]
            else:
                found.append((kind, _compiled(around[side]), led))
    return found


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b{pattern}".replace("'", "['’]?"), re.IGNORECASE)


# -- what it changes ------------------------------------------------------------------------------
def counted(formula: str, one: Counting) -> str | None:
    """Return a formula with what counts, or without what does not; nothing where that cannot be said."""
    scope = (_SCOPES.match(formula) or [""])[0]
    core = _SUM_OF_WHOLE.sub(
        lambda m: m[1] if m[2].lower() in data("wholes") else m[0], formula[len(scope) :]
    )
    if one.kind == "may":
        free = _BOUNDED.search(core) is None or one.said.lower().startswith(_MANNERS)
        return formula if free and not formula.startswith(("no ", "not ")) else None
    names = [name for name in one.things if name]
    if one.kind == "in" and (_OF_LONGEST.fullmatch(core) or core.startswith("mean(price)")):
        return formula
    if not names:
        return formula if _SUM.search(core) else None
    if re.match("without|plus", one.said, re.I) and not re.search(r"sum\((price|amount)\)", core):
        return None  # `five dinners without meat`
    if one.kind == "in" and _WITH.match(one.said) and not _goes_with(core, names):
        return None  # `no clothes with cotton`
    left_out = re.fullmatch(r"not exists (?:\"[^\"]*\"|[\w-]+)", core) and not scope
    if left_out and _WANTED.search(one.said):
        return None  # `Rome must be in it, not Naples`
    if one.kind == "in" and left_out:
        return " and ".join([core, *(f"not exists {name}" for name in names)])
    counts = re.search(r"\bcount", one.said, re.IGNORECASE)  # `including lunch` wants it there too
    among = _among(formula, one, names) if one.kind == "in" else None
    if among:
        return among
    if one.kind == "in" and (
        _ALL_OVER.fullmatch(core) or (counts and _ALL_COUNTED.fullmatch(core))
    ):
        return formula
    sums = list(_SUM.finditer(core))
    if one.kind == "out" and _EXCEPT.match(one.said) and _but_for(formula, names):
        return _but_for(formula, names)
    if not sums or _SUM.sub("", core).strip(" +") != (_HELD.search(core) or [""])[0].strip():
        return _but_for(formula, names) if one.kind == "out" else None
    if one.kind in ("in", "list"):
        named = [m for m in sums if (m["of"] or m["inner"]) and m[0] not in _EVERYTHING]
        heads = [singular((m["of"] or m["inner"]).strip('"').split()[-1].lower()) for m in named]
        if named and all(singular(n.strip('"').split()[-1].lower()) in heads for n in names):
            return formula  # `three runs, the long run included`
        of_one = (
            _WITH.match(one.said)
            and not ("price" in core and named)
            and (named or not _OF_PLAN.fullmatch(scope))
        )
        if of_one or (not named and one.kind == "list"):
            return None  # `3 sets of squats with the warm-up`
        if not named:
            apart = re.search(r'(?:each|no) (?:"|\w+\()', scope) and not _IN_EACH.match(core)
            return None if apart else scope + core
        if scope.startswith("no ") or len(named) < len(sums) or "count(" in core:
            return None
        last = named[-1]
        more = [last[0].replace(last["of"] or last["inner"], name) for name in names]
        return f"{scope}{core[: last.end()]} + {' + '.join(more)}{core[last.end() :]}"
    if _OF_PLACES.search(scope) and any(name[1:2].isupper() for name in names):
        return None  # `2 nights per city, Venice excepted`
    return scope + _SUM.sub(lambda match: _without(match, names), core)


def _goes_with(core: str, names: list[str]) -> bool:
    """Tell whether things are part of what is told: by their kind, or as what has a price beside another."""
    few = data("counted")["only"]["with"]
    priced = re.search(r'sum\(price\) of "', core)
    return bool(priced) or all(name.strip('"').lower() in few for name in names)


def _among(formula: str, one: Counting, names: list[str]) -> str | None:
    """Return a formula that counts things of some names anyway, as what is counted or part of a length."""
    if match := _COUNTED.fullmatch(formula):
        several = all(singular(name.strip('"')) != name.strip('"') for name in names)
        free = match["sign"] in ("<=", "<") or several or re.search(r"\bcount", one.said)
        there = "".join(f" and exists {name}" for name in names)
        return formula if free else formula + there if not match["scope"] else None
    return formula if _LENGTH_OF_EACH.fullmatch(formula) or _GAPS.fullmatch(formula) else None


_COUNTED = re.compile(
    r'(?P<scope>(?:each (?:day|week|month): )*)count\((?:[a-z]+|"[^"]*")\) (?P<sign><=|>=|<|>|=) \d+'
)
"""So many of something: `six courses with the sorbet`, which is one of them."""
_LENGTH_OF_EACH = re.compile(
    r"(?:each week: )?\((?:count\(session\) = \d+) and each session: sum\(duration\) [^()]*\)"
)
"""Three sessions of so long, in which a warm-up is part."""
_GAPS = re.compile(r"gap\(meal\) >= [^()]*")


_SUM = re.compile(
    r"(?P<whole>(?:sum|upper|lower)\([^()]*\)) of (?P<of>\"[^\"]*\"|[\w-]+)(?![\w(]| named| where| except)"
    r"|(?:duration|count)\((?P<inner>\"[^\"]*\"|[\w-]+(?:\([\w, -]+\))?)\)"
    r"|(?P<bare>sum\([^()]*\)|duration)(?! of|\()"
)
"""A sum of things of a name, or of all there is."""
_EVERYTHING = ("duration(block)", "duration(item)", "duration(stop)", "duration(exercise)")
_ALL_OVER = re.compile(r"(?:start|end) (?:<=|>=|<|>) [\d:]+")
"""What holds of all there is, of one thing as of another."""
_ALL_COUNTED = re.compile(
    r"count\((?:item|block|exercise|food|stop|meal)\) (?:<=|>=|<|>|=|between) [^()]*"
)
"""What counts all that there are: `nine items, counting the last`."""
_WANTED = re.compile(r"\b(?:must|should|shall|has to|have to|needs? to)\b", re.IGNORECASE)
_OF_LONGEST = re.compile(r'duration\("[^"]*" with (?:max|min) duration\) [^()]*')
_IN_EACH = re.compile(r"(?:sum\((?:weight|duration|volume)\)|duration) (?:<|=|between)")
"""What a thing weighs or how long it takes: its parts are in it."""
_OF_PLACES = re.compile(r"each (?!day|week|month|meal|session)[^:]*: $")
_OF_PLAN = re.compile(r"(?:(?:each|no) (?:day|week|month|session|meal)\b[^:]*: )*")
_WITH = re.compile(r"(?:\S+ )*?with (?!.* (?:counted|included|it|there|in)$)", re.IGNORECASE)
_SCOPES = re.compile(r"(?:(?:each|no|per|for) [^:]*: )*")
_SUM_OF_WHOLE = re.compile(r"(sum\([^()]*\)) of \"(\w+)\"")
"""All of `the order including postage` is all there is."""
_HELD = re.compile(r" (?:<=|>=|<|>|=|!=|between) [^()]*$")
_BOUNDED = re.compile(r" (?:<=|<|=|between) ")
_MANNERS = ("split", "round", "repeat", "mix", "swap", "overlap", "combin", "leftover", "spread")
"""How something may be done, which lifts no bound."""


def _without(match: re.Match[str], names: list[str]) -> str:
    """Return a sum without things of some names."""
    of = match["of"] or match["inner"]
    if of:
        return match[0].replace(of, f"{of} except named {_named(names)}")
    parts = (f"{match[0]} of {n}" if "(" in match[0] else f"duration({n})" for n in names)
    return " - ".join([match[0], *parts])


def _but_for(formula: str, names: list[str]) -> str | None:
    """Return what is asked of each thing without those of some names."""
    match = re.fullmatch(
        r"((?:each|no) (?:item|block(?:\([^()]*\))?|stop|exercise|food|meal|session|segment"
        r"|\"[^\"]*\")): (.*)",
        formula,
    )
    if match is None or re.match(r"characters|words|sentences|lines", match[2]):
        return None
    return f"{match[1]} except named {_named(names)}: {match[2]}"


_EXCEPT = re.compile(r"(?:and |but )?(?:apart|aside|except|save)\b", re.IGNORECASE)


def _named(names: list[str]) -> str:
    """Return names as a filter has them."""
    texts = [name if name.startswith('"') else quoted(name) for name in names]
    return texts[0] if len(texts) == 1 else f"any of [{', '.join(texts)}]"
