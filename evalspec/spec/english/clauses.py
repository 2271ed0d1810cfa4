"""Phrases → clauses: who, whether negated, which verb, which objects, under which scopes.

A clause has at most one chain of verbs. What stands before it is the subject, what stands
after it are objects, parted by `and`, `or` and commas. A part of a sentence that has no verb
of its own goes on with the clause before it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from evalspec.core.record import Record
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.phrases import Phrase
from evalspec.spec.english.tokens import Token
from evalspec.spec.english.wordlist import key_words

VERBS = (
    "BE", "INCLUDE", "SPEND", "LAST", "SUM_TO", "START", "END", "EXCEED", "FALL_BELOW", "REACH",
    "LIMIT", "AVOID", "OVERLAP", "DIFFER", "MENTION", "ACCOUNT_FOR", "FOLLOW", "PRECEDE", "MEASURED",
)  # fmt: skip
HELPERS = ("MODAL", "PERMIT", "DO")
CONNECTORS = ("AND", "OR", "BUT", "COMMA")
PREPOSITIONS = (
    "OF", "FOR", "FROM", "IN", "ON", "AT", "WITH", "WITHOUT", "EXCEPT", "TO", "BY", "BEFORE", "AFTER",
    "BETWEEN", "WITHIN", "THAN", "FOLLOWED_BY", "GT", "LT",
)  # fmt: skip
NOUNS = ("noun", "name", "described", "numbered", "ordinal", "extreme", "each")
AMOUNTS = ("bound", "between", "slack")
TIMES = ("window", "span", "part", "dated")


class Item(Record, frozen=True):
    """A phrase with the preposition before it."""

    phrase: Phrase
    prep: str = ""
    verb: str = ""
    """START, END or LAST when a participle or relative clause holds it."""
    joined: str = ""
    """AND or OR when it goes on with a list."""
    right: bool = False
    """`immediately` before or after."""
    negated: bool = False
    said: str = ""
    """A comparison before it as written: `shorter than`."""


@dataclass(slots=True)
class Group:
    """The items of a subject or of one object."""

    items: list[Item] = field(default_factory=list)
    link: str = ""
    """AND or OR to the object before."""

    def has(self, *kinds: str) -> bool:
        """Tell whether a phrase is of one of these kinds."""
        return any(i.phrase.kind in kinds for i in self.items)

    def of(self, *kinds: str) -> list[Item]:
        """Return the items of these kinds."""
        return [i for i in self.items if i.phrase.kind in kinds]


@dataclass(slots=True)
class Clause:
    """One statement."""

    subject: Group = field(default_factory=Group)
    objects: list[Group] = field(default_factory=list)
    verbs: list[Phrase] = field(default_factory=list)
    negated: bool = False
    permit: bool = False
    link: str = ""
    """AND or OR to the clause before."""
    inherited: bool = False
    """The subject is that of the clause before."""

    def verb(self, *types: str) -> bool:
        """Tell whether a verb is of one of these types."""
        return any(v.kind in types for v in self.verbs)


def split(row: list[Phrase], *kinds: str) -> list[list[Phrase]]:
    """Split a row at phrases of these kinds; empty parts are dropped."""
    parts: list[list[Phrase]] = [[]]
    for phrase in row:
        if phrase.kind in kinds:
            parts.append([])
        else:
            parts[-1].append(phrase)
    return [part for part in parts if part]


def statement(row: list[Phrase], question: bool) -> list[Phrase]:
    """Turn a question, or a sentence with an opener, into a plain statement."""
    while row and row[0].kind in ("ENSURE", "WHO", "COMMA", "THEN", "THAT", "COLON"):
        row = row[1:]
    while len(row) > 1 and row[-1].kind in ("ENSURE", "COMMA"):
        row = row[:-1]
    if not row:
        return row
    if row[0].kind == "DO" and not (len(row) > 1 and row[1].kind == "NOT"):
        return row[1:]
    if row[0].kind in ("BE", "MODAL", "PERMIT") and question:
        end = 1
        while end < len(row) and row[end].kind in (
            *NOUNS,
            "THERE",
            "OF",
            "TOTAL",
            "NUMBER_OF",
            "AVERAGE",
            "GENERIC",
            "AND",
            "DISTINCT",
        ):
            end += 1
        return [*row[1:end], row[0], *row[end:]]
    if row[0].kind == "INCLUDE" and question:
        return row[1:]
    return row


def _has_amounts(row: list[Phrase]) -> bool:
    return any(phrase.kind in AMOUNTS for phrase in row)


def _descriptive(phrase: Phrase) -> bool:
    doing = phrase.kind in VERBS and phrase.first.text.lower().endswith("ing")
    return doing or phrase.kind in (*AMOUNTS, "WITH")


def _keyed(group: Group, rest: list[Phrase]) -> bool:
    """Tell whether a list of the keys of a JSON answer goes on: `the keys "a" and "b"`."""
    named = any(i.phrase.text.lower() in key_words() for i in group.of("KEYWORD"))
    return named and all(p.first.type in ("QUOTED", "KEYWORD", "STOP") for p in rest)


class Builder:
    """Builds the clauses of one row of phrases."""

    def __init__(self, row: list[Phrase]) -> None:
        """Take the phrases of one sentence without conditions."""
        self.row = row
        self.place = 0
        self.clauses: list[Clause] = []
        self.clause = Clause()
        self.prep, self.verb, self.joined, self.said = "", "", "", ""
        self.right = self.relative = self.negated = self.but = False
        if not any(p.kind in (*VERBS, *HELPERS, "COLON") for p in row):
            self.clause.objects.append(Group())

    def run(self) -> list[Clause]:
        """Return the clauses."""
        right = Phrase("", (Token("", ""),))
        while self.place < len(self.row):
            phrase = self.row[self.place]
            self.place += 1
            self._take(phrase)
            right = phrase if phrase.kind == "RIGHT" else right
        if self.right or self.negated:
            raise RefusedError(right.text if self.right else "not")
        self._close()
        return self.clauses

    # -- helpers ----------------------------------------------------------------------
    def _group(self) -> Group:
        if not self.clause.verbs and not self.clause.objects:
            return self.clause.subject
        if not self.clause.objects:
            self.clause.objects.append(Group())
        return self.clause.objects[-1]

    def _close(self) -> None:
        clause = self.clause
        if clause.subject.items or clause.verbs or clause.objects:
            self.clauses.append(clause)

    def _put(self, phrase: Phrase) -> None:
        items = self._group().items
        listed = self.joined and not self.prep and items
        if listed and items[-1].prep == "EXCEPT" and phrase.kind in (
            "noun", "name", "dated", "numbered", "ordinal"
        ):  # fmt: skip
            self.prep = "EXCEPT"
        if listed and phrase.kind in NOUNS:
            orders = all(item.prep in ("BEFORE", "AFTER") for item in items)
            if orders or items[-1].prep == "WITHOUT":
                self.prep = items[-1].prep
        said, self.said = self.said, ""
        item = Item(phrase, self.prep, self.verb, self.joined, self.right, self.negated, said)
        self._group().items.append(item)
        self.prep, self.verb, self.joined, self.right, self.negated = "", "", "", False, False

    def _next(self, *kinds: str) -> bool:
        return self.place < len(self.row) and self.row[self.place].kind in kinds

    def _describes(self) -> bool:
        """Tell whether what follows `each` is said of each one: `each lasting 20 minutes`."""
        return self.place < len(self.row) and _descriptive(self.row[self.place])

    def _gapped(self, link: str, rest: list[Phrase]) -> bool:
        """Start a clause without its verb: `breakfast is at 8:00 and dinner at 18:00`."""
        subject = self.clause.subject
        spoken = len(rest) > 1 and rest[0].kind in NOUNS and rest[1].kind in (*AMOUNTS, *TIMES)
        if not spoken or not any(i.phrase.kind in NOUNS for i in subject.items):
            return False
        old = self.clause
        held = any(i.phrase.kind in NOUNS for i in self._group().items)
        if held and rest[1].kind in TIMES:
            return False
        self._close()
        self.clause = Clause(link=link, verbs=list(old.verbs), negated=old.negated)
        self.clause.subject.items.append(Item(rest[0]))
        self.clause.objects.append(Group())
        self.place += 1
        return True

    def _measured_twice(self) -> bool:
        """Tell whether `of` joins two amounts: `3 sets of 10 reps`."""
        items = self._group().items
        if not self._next(*AMOUNTS) or not items or items[-1].phrase.kind not in AMOUNTS:
            return False
        amounts = [t for p in (items[-1].phrase, self.row[self.place]) for t in p.tokens]
        return all(t.type in ("AMOUNT", "RANGE") for t in amounts if t.value is not None)

    def _segment(self) -> list[Phrase]:
        """Return what follows, up to the next connector."""
        end = self.place
        while end < len(self.row) and self.row[end].kind not in CONNECTORS:
            end += 1
        return self.row[self.place : end]

    # -- phrases ----------------------------------------------------------------------
    def _take(self, phrase: Phrase) -> None:
        kind = phrase.kind
        if kind in CONNECTORS:
            self._connector(kind)
        elif kind == "WHO" and self.prep:
            return
        elif kind == "THAT":
            self.relative = True
        elif kind in HELPERS:
            self._helper(kind)
        elif kind == "NOT":
            self._negation(phrase)
        elif kind in VERBS:
            self._verb(phrase)
        elif kind == "RIGHT":
            self.right = True
        elif kind == "ORDINAL" and phrase.first.text.lower() == "last" and self._next(*AMOUNTS):
            self._verb(Phrase("LAST", phrase.tokens))
        elif kind == "OF" and self._measured_twice():
            self.clause.objects.append(Group(link="AND"))
        elif kind == "EACH" and phrase.text.lower() == "each" and self._describes():
            self.prep = "WITH"
            self._put(phrase)
        elif kind in PREPOSITIONS:
            self._preposition(phrase)
        elif kind == "COLON":
            self.clause.verbs.append(Phrase("BE", phrase.tokens))
        else:
            self._put(phrase)

    def _helper(self, kind: str) -> None:
        if self.relative and (self.clause.verbs or self._segment_has_later_helper()):
            return
        self.relative = False
        if kind == "PERMIT":
            self.clause.permit = True
        if kind != "DO":
            self.clause.verbs.append(self.row[self.place - 1])

    def _segment_has_later_helper(self) -> bool:
        return any(p.kind in HELPERS for p in self.row[self.place :])

    def _negation(self, phrase: Phrase) -> None:
        if self._next("each"):
            self._put(phrase)
        elif self._next(*TIMES) and not self.relative:
            self._deny(phrase)
        elif self.relative or (self.clause.objects and not self._next(*VERBS)):
            self.negated = True
        else:
            self.clause.negated = not self.clause.negated
            self.clause.verbs.append(phrase)

    def _deny(self, phrase: Phrase) -> None:
        """Take `not` before a time: `lunch is not before 12:00`; refuse it after another object."""
        if self.clause.objects:
            raise RefusedError(phrase.text, self.row[self.place].text)
        self.clause.negated = not self.clause.negated
        self.clause.verbs.append(phrase)

    def _verb(self, phrase: Phrase) -> None:
        main = any(v.kind in VERBS for v in self.clause.verbs)
        helped = self.clause.verbs and self.clause.verbs[-1].kind in (*HELPERS, "NOT", "BE")
        finite = phrase.first.named or phrase.kind == "MEASURED"
        if main and not (helped or self.relative) and finite and not self._timing():
            raise RefusedError(phrase.text)
        if self.relative or (main and not helped) or self._participle(phrase, bool(helped)):
            self._subordinate(phrase)
            return
        self.clause.verbs.append(phrase)
        named = any(s.kind not in ("measure", "plan") for s in phrase.first.senses)
        if named and not any(i.phrase.kind in NOUNS for i in self.clause.subject.items):
            token = phrase.first
            noun = Token("NOUN", token.text, None, token.senses)
            self.prep = "VERB"
            self._put(Phrase("noun", (noun,)))

    def _timing(self) -> bool:
        """Tell whether the verb belongs to what comes before or after: `after sleep ends`."""
        return self._group().items[-1:] != [] and self._group().items[-1].prep in (
            "BEFORE",
            "AFTER",
        )

    def _participle(self, phrase: Phrase, helped: bool) -> bool:
        """Tell whether a form in -ing only describes the noun before it."""
        word = phrase.first.text.lower()
        later = any(p.kind in HELPERS or p.kind == "BE" for p in self.row[self.place :])
        return word.endswith("ing") and not helped and later and bool(self._group().items)

    def _subordinate(self, phrase: Phrase) -> None:
        """Take a verb that describes the noun before it: `ending at`, `that lasts`."""
        self.verb = {"BE": "LAST", "MEASURED": "LAST"}.get(phrase.kind, phrase.kind)
        if phrase.kind == "BE" and self._next(*TIMES, "AT", "IN", "ON", "BEFORE", "AFTER", "FROM"):
            self.verb = ""
        if self.verb in ("INCLUDE", "SPEND"):
            self.verb, self.prep = (
                ("", "WITH") if self._next(*AMOUNTS, "noun", "name") else ("", "")
            )
        if phrase.kind in ("SPEND", "AVOID", "OVERLAP", "LIMIT", "FOLLOW", "PRECEDE", "DIFFER"):
            self._put(phrase)
            self.verb = ""

    def _preposition(self, phrase: Phrase) -> None:
        timed = phrase.text.lower().startswith(("earlier", "later", "sooner"))
        nouns = NOUNS if timed else (*NOUNS, "dated")
        if phrase.kind in ("GT", "LT") and not self._next(*nouns):
            self._put(phrase)
            return
        if phrase.kind == "BETWEEN" or phrase.kind == "THAN":
            self._put(phrase)
        if self.prep != "EXCEPT" or phrase.kind not in ("ON", "IN", "FOR", "AT"):
            self.prep = phrase.kind
        self.said = phrase.text if phrase.kind in ("GT", "LT") else ""

    # -- connectors -------------------------------------------------------------------
    def _connector(self, kind: str) -> None:
        while self._next(*CONNECTORS):
            kind = self.row[self.place].kind if kind == "COMMA" else kind
            self.place += 1
        link = "OR" if kind == "OR" else "AND"
        self.but = kind in ("BUT", "COMMA")
        rest = self._segment()
        if not rest or (len(rest) > 1 and rest[0].kind == "EACH" and _descriptive(rest[1])):
            return
        self.relative = False
        started = any(v.kind in VERBS for v in self.clause.verbs)
        if self._has_verb(rest):
            if started or self.clause.objects:
                self._new_clause(link, rest)
            elif not (kind == "COMMA" and self._opened()):
                self.joined = link
            return
        if not started and not self.clause.verbs and not self.clause.objects:
            self.joined = link
            return
        self._object(link, rest, kind)

    def _opened(self) -> bool:
        """Tell whether only `each day` or `on Monday` stands before a comma."""
        items = self._group().items
        if len(items) != 1:
            return False
        kind, prep = items[0].phrase.kind, items[0].prep
        placed = kind in ("numbered", "ordinal") and prep in ("ON", "IN")
        return placed or (kind in ("each", "dated") and not prep)

    def _has_verb(self, rest: list[Phrase]) -> bool:
        listed = self._group().items and self._group().items[-1].prep == "BETWEEN"
        if listed and len(rest) == 1:
            return False
        kinds = [p.kind for p in rest]
        if "THAT" in kinds:
            kinds = kinds[: kinds.index("THAT")]
        return any(k in (*HELPERS, *VERBS) for k in kinds)

    def _new_clause(self, link: str, rest: list[Phrase]) -> None:
        old = self.clause
        self._close()
        first = next(i for i, p in enumerate(rest) if p.kind in (*HELPERS, *VERBS))
        own = any(p.kind in (*NOUNS, *AMOUNTS, "THERE") for p in rest[:first])
        self.clause = Clause(Group() if own else old.subject, link=link, inherited=not own)
        if not own and rest[first].kind in VERBS and not any(p.kind in HELPERS for p in rest):
            self._share_helpers(old, link)

    def _share_helpers(self, old: Clause, link: str) -> None:
        """Let a verb without helper go on with those before: `must not fall below 3 or exceed 5`."""
        self.clause.verbs += [v for v in old.verbs if v.kind in HELPERS]
        self.clause.permit = old.permit
        if not old.negated or self.but:
            return
        if link == "AND":
            raise RefusedError("not")
        self.clause.negated = True
        self.clause.link = "AND"
        self.clause.verbs += [v for v in old.verbs if v.kind == "NOT"]

    def _complete(self, group: Group) -> bool:
        """Tell whether a counted list has ended: `3 meals and a snack`, not `of rice and a pear`."""
        nouns = [item for item in group.items if item.phrase.kind in NOUNS]
        if not nouns or nouns[0].phrase.first.indefinite:
            return False
        return nouns[-1] is not group.items[-1] or nouns[-1].prep not in ("OF", "FOR")

    def _inseparable(self, group: Group, rest: list[Phrase]) -> bool:
        """Tell whether a noun goes on with a comparison or an edge: `than sleep and exercise`."""
        compared = any(item.prep in ("THAN", "GT", "LT") for item in group.items)
        edge = self.clause.verb("START", "END") and group.items[-1:] != []
        edge = edge and group.items[-1].prep == "WITH"
        return rest[0].kind in NOUNS and (compared or edge) and not _has_amounts(rest)

    def _ordered(self, group: Group, rest: list[Phrase]) -> bool:
        """Tell whether what comes before or after goes on: `before lunch and dinner`.

        `A break before lunch and dinner` may be a break before both, or a break and dinner.
        """
        last = group.items[-1:]
        if not last or last[0].prep not in ("BEFORE", "AFTER") or last[0].phrase.kind not in NOUNS:
            return False
        if rest[0].kind not in NOUNS or any(p.kind in AMOUNTS for p in rest):
            return False
        if all(item.prep in ("BEFORE", "AFTER") for item in group.items):
            return True
        if len([p for p in rest if p.kind != "STOP"]) == 1 and not rest[0].first.indefinite:
            raise RefusedError(rest[0].text)
        return False

    def _denied(self, group: Group, rest: list[Phrase], kind: str) -> bool:
        """Tell whether what is denied goes on with a list: `no milk, cream or butter`.

        `no milk and cream` is not certain; `no milk and a cake` asks for a cake.
        """
        none = next((i for i in group.items if i.phrase.first.type == "NO"), None)
        without = any(i.prep == "WITHOUT" for i in group.items)
        negated = any(i.negated for i in group.items)
        listed = rest[0].kind in ("noun", "name", "described") and kind != "BUT"
        if not (none or without or negated) or not listed:
            return False
        if any(p.kind in AMOUNTS or p.first.type == "NO" for p in rest):
            return False
        own, link = rest[0].first.indefinite, self._list_link(kind, len(rest))
        if link == "AND" and own and not without:
            return False
        neither = none is None or none.phrase.text.lower().startswith("neither")
        if (link == "AND" and not without) or (link == "OR" and own and not neither):
            raise RefusedError(rest[0].text)
        self.negated = negated
        return True

    def _list_link(self, kind: str, length: int) -> str:
        """Return how a list goes on: by its last connector, where a comma stands."""
        place = self.place + length
        while kind == "COMMA" and place < len(self.row):
            kind = self.row[place].kind if self.row[place].kind in CONNECTORS else kind
            place += 1
        return "OR" if kind == "OR" else "AND"

    def _object(self, link: str, rest: list[Phrase], kind: str) -> None:
        """Go on with a list of objects, or with something said about the last one."""
        if self._gapped(link, rest):
            return
        starts = [p for p in rest if p.kind in (*AMOUNTS, *NOUNS)]
        content = [p for p in rest if p.kind in (*AMOUNTS, "noun", "name")]
        adjunct = rest[0].kind in (
            *PREPOSITIONS,
            "TOTAL",
            "TOGETHER",
            "EACH_ONE",
            "AVERAGE",
            "SHARE",
        )
        if not starts or (adjunct and rest[0].kind != "WITH") or rest[0].kind in TIMES:
            self.joined = link if rest[0].kind in TIMES else ""
            return
        if not content and rest[0].kind == "each":
            if rest[0].first.type in ("NO", "NO_TWO"):
                self.clause.objects.append(Group(link=link))
            return
        group = self._group()
        keyed = _keyed(group, rest)
        if self._ordered(group, rest) or self._inseparable(group, rest) or keyed:
            self.place += keyed and rest[0].kind == "KEYWORD"
            self.joined = link
            return
        if self._denied(group, rest, kind):
            self.joined = "OR"
            return
        counted = any(i.phrase.kind in AMOUNTS for i in group.items)
        member = any(s.kind == "member" for t in rest[0].tokens for s in t.senses)
        own = rest[0].first.indefinite and not member and self._complete(group)
        if counted and not own and not any(p.kind in AMOUNTS for p in rest):
            self.joined = link
            return
        self.clause.objects.append(Group(link=link))
