"""Noun phrases → what they stand for: amounts, scopes, texts, names."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from evalspec.core.quantity import Unit
from evalspec.core.record import Record
from evalspec.spec import ir
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.phrases import Phrase
from evalspec.spec.english.tokens import Amount, Token
from evalspec.spec.english.wordlist import (
    TEXT_NOUNS,
    Sense,
    mass_nouns,
    sizes,
    spatial_words,
    wordlist,
)
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_ORDER = ("rank", "member", "text", "category", "end", "measure", "mark", "form", "plan")
"""Which meaning of a noun is taken first."""
MARK_SCOPES = {"bullets": "bullet", "numbered": "numbered"}
"""Marks that begin a piece of text."""
_PLACES = ("block", "activity")


class Thing(Record, frozen=True):
    """What a noun phrase stands for; all empty for the plan itself."""

    scope: ir.Scope | None = None
    """What can be counted, lasts, or holds amounts."""
    measure: str = ""
    """Measure of the lexicon."""
    text: str = ""
    """Measure of text that counts it: `words`."""
    form: str = ""
    """Named form of a text: `json`."""
    kind: str = ""
    """Kind of the meaning: rank, member, category, name, text, measure, mark, form, plan."""
    plural: bool = False
    indefinite: bool = False
    definite: bool = False
    label: str = ""
    """A measure that only the response knows."""
    extreme: str = ""
    """`max` or `min` of a measure: `the highest price`."""
    mass: bool = False
    """All there is of a rank: `the food`."""
    compound: bool = False
    """A rank and a measure in one phrase: `session time`."""
    words: str = ""
    """As written."""
    unclear: str = ""
    """Words that were not understood."""

    def held(self) -> ir.Scope:
        """Return the scope; raise when it stands for something else."""
        if self.scope is None:
            raise RefusedError(self.words)
        return self.scope


class Nouns:
    """Resolves noun phrases with one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Take the lexicon."""
        self.lexicon = lexicon
        self.words = wordlist(lexicon)
        self.particular = False
        """Whether `deep work` is the name of one kind of work, or any work."""
        self.met = False
        """Whether such a name was met."""
        self.spoken: tuple[str, ...] = ()
        """Measures that the clause in hand speaks of."""
        self.scheduled = any(r.item and "block" in r.words for r in lexicon.ranks.values())
        self.textual = not any(
            10 < r.level < 90 and r.name != "day" for r in lexicon.ranks.values()
        )

    def thing(self, phrase: Phrase) -> Thing:
        """Return what a phrase of nouns or a name stands for."""
        match phrase.kind:
            case "name":
                return self._name(phrase)
            case "numbered":
                return self._numbered(phrase)
            case "ordinal":
                return self._ordinal(phrase)
            case "extreme":
                return self._extreme(phrase)
            case "described":
                return self._described(phrase)
        tokens = tuple(t for t in phrase.tokens if t.type == "NOUN")
        if phrase.kind == "noun" and len(tokens) == 1 and self._bare(tokens[0]):
            return Thing(self.named(phrase.text), kind="name", words=phrase.text)
        return self._nouns(tokens, phrase.text) if tokens else self._labelled(phrase)

    def _bare(self, token: Token) -> bool:
        """Tell whether a piece of text is meant by name: `row`, the exercise, not `the row`."""
        pieces = {s.kind for s in token.senses} == {"text"} and not self.textual
        return pieces and not (token.plural or token.definite or token.indefinite)

    def _described(self, phrase: Phrase) -> Thing:
        """Return what `art museum` or `cooking time` stands for: a label of the response."""
        name = self._name(Phrase("name", tuple(t for t in phrase.tokens if t.type == "UNKNOWN")))
        if name.unclear:
            return name
        last = self._nouns((phrase.tokens[-1],), phrase.text)
        if (
            last.measure
            and self.scheduled
            and self.lexicon.measures[last.measure].dimension == "time"
        ):
            return name
        if last.kind == "measure":
            return Thing(label=phrase.text, kind="label", words=phrase.text)
        return Thing(self.named(phrase.text), kind="name", plural=last.plural, words=phrase.text)

    def _labelled(self, phrase: Phrase) -> Thing:
        """Return what a noun stands for that only the response may know."""
        unknown = tuple(t for t in phrase.tokens if t.type == "UNKNOWN")
        return self._name(Phrase("name", unknown))

    def _nouns(self, tokens: tuple[Token, ...], words: str) -> Thing:
        senses = [self._sense(t, n == len(tokens) - 1) for n, t in enumerate(tokens)]
        first, last = tokens[0], tokens[-1]
        mass = len(tokens) == 1 and last.text.lower() in mass_nouns() and not first.indefinite
        made = Thing(
            plural=last.plural, indefinite=first.indefinite, definite=first.definite, words=words,
            mass=mass and not last.plural,
        )  # fmt: skip
        for token, sense in zip(tokens, senses, strict=True):
            made = self._joined(made, token, sense)
        return made

    def _sense(self, token: Token, last: bool) -> Sense:
        ordered = sorted(token.senses, key=lambda s: _ORDER.index(s.kind))
        narrower = [s for s in ordered if s.kind in ("category", "member")]
        if ordered[0].kind == "member" and narrower:
            return self._narrowest(narrower)
        return ordered[0]

    def _narrowest(self, senses: list[Sense]) -> Sense:
        """Of a word that names a rank and some of its members, take the members."""
        categories = self.lexicon.categories
        for sense in senses:
            if sense.kind == "category" and not categories[sense.name].rank:
                return sense
        return senses[0]

    def _joined(self, made: Thing, token: Token, sense: Sense) -> Thing:
        """Add one noun to those before it: `session` + `duration`, `lunch` + `calories`."""
        values = {f: getattr(made, f) for f in made.__struct_fields__}
        if sense.kind == "plan":
            values["kind"] = made.kind or "plan"
        elif sense.kind == "measure":
            if made.measure and made.measure != sense.name:
                known = self.lexicon.measures
                generic = known[made.measure].dimension == known[sense.name].dimension
                if not generic:
                    values["unclear"] = token.text
            values["measure"] = made.measure or sense.name
            values["kind"] = made.kind if made.scope else "measure"
            values["compound"] = made.kind == "rank"
        elif sense.name in MARK_SCOPES:
            values["scope"] = ir.Scope("text", MARK_SCOPES[sense.name])
            values["text"], values["kind"] = sense.name, "text"
        elif sense.kind in ("mark", "form"):
            values["text" if sense.kind == "mark" else "form"] = sense.name
            values["kind"] = sense.kind
        elif made.scope is not None or (made.measure and not made.scope):
            values.update(self._compound(made, token, sense))
        else:
            member = sense.kind == "category" and any(s.kind == "member" for s in token.senses)
            values["scope"] = self.scope(sense)
            values["kind"] = "member" if member else sense.kind
            if sense.kind == "category" and not member and self._particular(token, sense):
                values["scope"], values["kind"] = self.named(token.text.lower()), "name"
            values["text"] = TEXT_NOUNS.get(sense.name, "") if sense.kind == "text" else ""
        return Thing(**values)

    def _particular(self, token: Token, sense: Sense) -> bool:
        """Tell whether a word of a category names one kind of it: `deep work` is not all work."""
        category = self.lexicon.categories[sense.name]
        words, known = fold(token.text).split(), {fold(w) for w in (sense.name, *category.words)}
        generic = self.lexicon.roles.get("generic", ())
        adjectives = [word for word in words[:-1] if word not in generic]
        own = fold(token.text) == fold(sense.name)
        return bool(adjectives) and not own and words[-1] in known and self._takes_names()

    def _takes_names(self) -> bool:
        """Note that a kind stands there under a name of its own; tell whether to take the name."""
        self.met = True
        return self.particular

    def _compound(self, made: Thing, token: Token, sense: Sense) -> dict[str, object]:
        """Join two things: a member or category before its rank keeps its own meaning."""
        if made.measure and made.scope is None:
            return {"scope": self.scope(sense), "kind": sense.kind}
        if sense.kind == "rank" and made.kind in ("member", "category"):
            return {}
        if made.kind == "rank" and sense.kind in ("category", "member"):
            return {"scope": self.scope(sense), "kind": sense.kind}
        if made.kind == sense.kind == "category" and made.scope == self.scope(sense):
            return self._same_kind(made, token)
        if made.kind == "rank" and sense.kind == "rank":
            if made.held().name == sense.name:
                return {}
            return {"scope": ir.Scope("rank", sense.name, within=made.scope)}
        if made.kind == "category" and sense.kind == "category":
            return self._narrower(made, token, sense)
        return {"unclear": token.text}

    def _same_kind(self, made: Thing, token: Token) -> dict[str, object]:
        """Take `office work` as a name, where `office` and `work` stand for the same kind."""
        generic = self.lexicon.roles.get("generic", ())
        words = fold(made.words).split()
        if any(w in generic for w in words) or fold(token.text) == words[0]:
            return {}
        if not self._takes_names():
            return {}
        return {"scope": self.named(" ".join(words)), "kind": "name"}

    def _narrower(self, made: Thing, token: Token, sense: Sense) -> dict[str, object]:
        """Of two activities take the one that is a kind of the other: `eating dinner`."""
        categories = self.lexicon.categories
        first = made.held().name
        if sense.name in categories[first].parents:
            return {}
        if first in categories[sense.name].parents:
            return {"scope": self.scope(sense), "kind": sense.kind}
        return {"unclear": token.text}

    # -- scopes -----------------------------------------------------------------------
    def scope(self, sense: Sense) -> ir.Scope:
        """Return the scope that a countable noun names."""
        if sense.kind == "member":
            rank = next(n for n, r in self.lexicon.ranks.items() if sense.name in r.members)
            return ir.Scope("rank", rank, (ir.Named((sense.name,)),))
        if sense.kind in ("category", "end"):
            return ir.Scope("category", sense.name)
        if sense.kind == "text":
            return ir.Scope("text", sense.name)
        if sense.name == "item" and not self.lexicon.ranks[sense.name].item:
            return ir.Scope("item", "item")
        if sense.name == "item":
            return ir.Scope("item", "item")
        if sense.name == "block":
            return ir.Scope("block", "block")
        return ir.Scope("rank", sense.name)

    def named(self, name: str) -> ir.Scope:
        """Return the scope of a name that only the response knows."""
        if self.scheduled:
            return ir.Scope("block", "block", (ir.Named((name,)),))
        return ir.Scope("label", name)

    def block(self, scope: ir.Scope) -> ir.Scope:
        """Return a category as the pieces of a schedule, where there is one."""
        if self.scheduled and scope.kind == "category":
            named = ir.Named((scope.name,))
            return ir.Scope("block", "block", (named, *scope.filters), scope.within)
        return scope

    def _name(self, phrase: Phrase) -> Thing:
        token = phrase.first
        if token.type == "UNKNOWN":
            proper = len(phrase.tokens) > 1 and all(t.text[:1].isupper() for t in phrase.tokens)
            for word in phrase.tokens:
                if not proper and misspelt(word.text, self.words.nouns()):
                    return Thing(words=phrase.text, unclear=word.text)
        name = str(token.value) if token.type == "QUOTED" else phrase.text
        return Thing(self.named(name), kind="name", words=name)

    def _numbered(self, phrase: Phrase) -> Thing:
        made = self._nouns(phrase.tokens[:1], phrase.text)
        amount = phrase.tokens[-1].value
        if made.kind == "category":
            return Thing(self.named(fold(phrase.text)), kind="name", words=phrase.text)
        if made.kind == "member":
            name = ir.Named((fold(phrase.text),))
            return Thing(ir.Scope("rank", made.held().name, (name,)), kind="member")
        if phrase.tokens[-1].type == "MARKED":
            return _filtered(made, ir.Named((phrase.text,)))
        low, high = amount.value.low, amount.value.high
        if made.scope is None or low is None or high is None or low != int(low):
            return Thing(words=phrase.text, unclear=phrase.text)
        kind = "number" if low == high else "range"
        return _filtered(made, ir.Ordinal(kind, int(low), int(high)))  # type: ignore[arg-type]

    def _ordinal(self, phrase: Phrase) -> Thing:
        made = self._nouns(tuple(t for t in phrase.tokens if t.type == "NOUN"), phrase.text)
        number = phrase.first.value
        size = next((t.value for t in phrase.tokens if isinstance(t.value, Amount)), None)
        many = int(size.value.low or 1) if size is not None else 1
        if made.scope is None:
            return Thing(words=phrase.text, unclear=phrase.text)
        if number == -1:
            return _filtered(made, ir.Ordinal("last", 1, many))
        if number == 1:
            return _filtered(made, ir.Ordinal("first", 1, many))
        return _filtered(made, ir.Ordinal("number", number, number))

    def _extreme(self, phrase: Phrase) -> Thing:
        tokens = tuple(t for t in phrase.tokens if t.type == "NOUN")
        made = self._nouns(tokens, phrase.text) if tokens else self._labelled(phrase)
        kind, measure = phrase.first.value
        if made.kind == "measure":
            return Thing(**{**_values(made), "extreme": kind})
        measure = self._extreme_of(measure, phrase, made.scope)
        if made.scope is None or measure not in self.lexicon.measures:
            return Thing(words=phrase.text, unclear=phrase.first.text)
        return _filtered(made, ir.Extreme(kind, self.measure(measure)))

    def _extreme_of(self, measure: str, phrase: Phrase, scope: ir.Scope | None) -> str:
        """Return what the largest is the largest of: what the clause speaks of, if it may be.

        `The longest leg covers 300 miles` is about distances; of the longest leg alone it is
        not certain whether it takes longest or goes farthest.
        """
        fitting = sizes().get(measure)
        if fitting is None:
            return measure
        known = self.lexicon.measures
        spoken = [n for n in self.spoken if "any" in fitting or known[n].dimension in fitting]
        if spoken:
            meant = {self.owned(scope, known[n].dimension) or n for n in spoken}
            return meant.pop() if len(meant) == 1 else ""
        if own := self.own(scope, fitting):
            return own
        if phrase.tokens[-1].type == "UNKNOWN":
            return ""
        spatial = any(t.text.lower() in spatial_words() for t in phrase.tokens)
        return measure if not spatial else ""

    # -- measures ---------------------------------------------------------------------
    def owned(self, scope: ir.Scope | None, dimension: str) -> str:
        """Return the measure of a dimension that a rank has of its own: the altitude of a camp."""
        rank = self.lexicon.ranks.get(scope.name) if scope and scope.kind == "rank" else None
        known = self.lexicon.measures
        names = rank.measures if rank is not None else ()
        return next((n for n in names if n in known and known[n].dimension == dimension), "")

    def own(self, scope: ir.Scope | None, dimensions: list[str]) -> str:
        """Return what the size of a rank is, where only one of its own measures may be meant."""
        rank = self.lexicon.ranks.get(scope.name) if scope and scope.kind == "rank" else None
        names = rank.measures if rank is not None else ()
        fitting = [n for n in names if self.lexicon.measures[n].dimension in dimensions] or names
        return fitting[0] if len(fitting) == 1 else ""

    def measure(self, name: str) -> ir.Measure:
        """Return a measure of the lexicon in its canonical unit."""
        entry = self.lexicon.measures[name]
        unit = self.lexicon.units.get(fold(entry.unit) or entry.unit)
        return ir.Measure(name, unit or Unit(entry.unit, entry.dimension))

    def summed(self, name: str) -> str:
        """Return the measure that sums an amount which does not add up: loads → tonnage."""
        measures = self.lexicon.measures
        if measures[name].adds:
            return name
        products = [
            other for other, m in measures.items()
            if name in m.product and m.dimension == measures[name].dimension
        ]  # fmt: skip
        return products[0] if products else name

    def counts(self, phrase: Phrase) -> bool:
        """Tell whether a noun names a counted amount: nights, people, sets."""
        measures = self.lexicon.measures
        named = [s.name for t in phrase.tokens for s in t.senses if s.kind == "measure"]
        return any(measures[name].dimension.startswith("count:") for name in named)

    def product(self, name: str) -> ir.Expr:
        """Return how often times how much for an amount that is written per set: `sets * reps`."""
        for known in self.lexicon.measures.values():
            if name in known.product:
                factors = known.product[: known.product.index(name) + 1]
                made: ir.Expr = self.measure(factors[0])
                for factor in factors[1:]:
                    made = ir.Arithmetic("*", made, self.measure(factor))
                return made
        return self.measure(name)

    def item(self) -> ir.Scope:
        """Return the smallest parts of a response."""
        return ir.Scope("block", "block") if self.scheduled else ir.Scope("item", "item")

    def measure_of(self, unit: Unit) -> str:
        """Return the measure that an amount with this unit is of, when nothing names one."""
        dimension = unit.dimension.partition(":")[0] if ":" in unit.dimension else unit.dimension
        found = [
            name for name, m in self.lexicon.measures.items()
            if m.default_for and m.dimension in (unit.dimension, dimension)
        ]  # fmt: skip
        return found[-1] if found else ""


def misspelt(word: str, known: list[str]) -> bool:
    """Tell whether an unknown word is nearly a known one: `protien`."""
    return bool(slips(word, known))


def slips(word: str, known: list[str]) -> list[str]:
    """Return the known words that an unknown one may be a slip of the pen for."""
    low = word.lower()
    close = get_close_matches(low, known, 3, 0.83) if len(low) > 4 else []
    return [other for other in close if _slip(low, other)]


def _slip(word: str, known: str) -> bool:
    """Tell whether letters were swapped, doubled or left out; other letters make another word."""
    if word.rstrip("s") == known.rstrip("s") or word[0] != known[0]:
        return False
    return sorted(word) == sorted(known) or abs(len(word) - len(known)) == 1


def _values(made: Thing) -> dict[str, Any]:
    return {name: getattr(made, name) for name in made.__struct_fields__}


def _filtered(made: Thing, added: ir.Filter) -> Thing:
    scope = made.held().narrowed(added)
    values = {f: getattr(made, f) for f in made.__struct_fields__}
    return Thing(**{**values, "scope": scope})
