"""Names of things that no vocabulary knows: `"chess club"`, `chickpea curry`, `Museum of Modern Art`."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import Amount, Noun, changed
from evalspec.language.english.naming import AN, OWN
from evalspec.language.english.nominal import nominal
from evalspec.language.english.rule import rule
from evalspec.language.names import WEEKDAYS
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.nouns import singular


@rule("Noun -> SOMETHING Words", example="something warm", against="something fun")
def something(w: Words, text: str) -> Noun | None:
    if {*bare(text).lower().split()} & {*data("judged")}:
        return None  # what is fun, no plan says
    return changed(named(bare(text)), article="a")


@rule("Name -> Quoted", example='"chess club"', against='" "')
def quoted_name(w: Words, text: str) -> Noun | None:
    return changed(named(text), cited=True) if text.strip() else None


def named(text: str) -> Noun:
    return Noun(quoted(text), "name", "", 60, text)


@rule("Name -> INCOME", example="what we earn")
def income(w: Words) -> Noun:
    return named("income")


@rule("OfWhat -> OF WHAT Name|Thing BE|MEASURES|SUM_TO", example="of what the flowers cost")
def what_it_is(w: Words, noun: Noun) -> Noun:
    return noun


@rule("Name -> Words", example="chickpea curry")
def open_name(w: Words, text: str) -> Noun | None:
    *before, last = bare(text).lower().split()
    if not before and singular(last) == "name":
        return None  # `give the name of each dish`: no thing that is called so
    ends = {singular(last), " ".join([*before[-1:], singular(last)])}
    if not w.scheduled and (ends & set(data("manners")) or {*before, last} & set(data("of text"))):
        return None  # how a text is written is no name that stands in it
    if len(before) == 1 and before[0] in data("rests") and singular(last) in data("line heads"):
        text, last = text.rpartition(" ")[0], before[0]  # `a miscellaneous line`
    unit = w.lexicon.units.get(singular(last))
    if unit is not None and unit.dimension.startswith("currency"):
        return None  # `eight hundred euros`: no things of that name
    if before and (last in data("no heads") or w.lacked(last)):
        return None  # `one dinner vegetarian`
    if " - " in text or not nominal(bare(text)) or bare(text).lower().endswith("-free"):
        return None
    if w.prose and any("Plan" in w.types(word) for word in bare(text).lower().split()):
        return None  # `the response parseable`
    if not w.scheduled and bare(text).lower().split()[-1] in data("of text") and " " in bare(text):
        return None  # `short paragraphs`
    article: Any = "a" if text.startswith(AN) else ""
    return changed(
        named(bare(text)), plural=is_several(text), article=article, known=text.startswith(OWN)
    )


@rule("Noun -> Words", example="jobs", against="a job")
def listed_things(w: Words, text: str) -> Noun | None:
    """Read a word for whatever a plan lists as that."""
    rank = w.lexicon.ranks.get(w.lexicon.item_rank)
    known = fold(bare(text)) in data("listed things")
    whole = text.startswith(OWN) and not is_several(text)  # `the job costs at most 900 euros`
    if rank is None or not known or whole or text.startswith(AN):
        return None
    return changed(w.rank(rank), plural=is_several(text))


@rule("Name -> Words Num", example="chapter 3", against="rice 3")
def numbered_name(w: Words, text: str, number: Amount) -> Noun | None:
    """Name what goes by its number, by a word that a vocabulary knows for such things."""
    last = bare(text).rpartition(" ")[2].lower()
    known = last in w.lexicon.roles.get("numbered", ())
    whole = number.exact and number.low == int(number.low) and not number.definite
    return named(f"{bare(text)} {int(number.low)}") if known and whole else None


def is_several(text: str) -> bool:
    """Tell whether a name is of several things: `lamb chops`, not `the bus`."""
    last = text.lower().rpartition(" ")[2]
    return singular(last) != last


def bare(text: str) -> str:
    """Return the words of a name without its article."""
    return text.removeprefix(AN).removeprefix(OWN).strip(" -").removesuffix("'s")


@rule("Words -> Open", example="saffron")
def one_word(w: Words, text: str) -> str | None:
    dated = bare(text).lower().removesuffix("s") in WEEKDAYS
    dated = dated and (text == bare(text) or not bare(text).islower())  # `the sun`
    return None if dated or bare(text) in w.deeds else text


@rule("Words -> Leading Words|Known", example="the long break", against="the break must be long")
def led(w: Words, text: str, more: str) -> str | None:
    return more_words(w, text, more)


@rule("Words -> Words Open", "Words -> Words Known", "Words -> Known Words", example="red meat")
def more_words(w: Words, text: str, more: str) -> str | None:
    if more.startswith((AN, OWN)) and text.endswith("ing"):
        if text.lower().removesuffix("ing") in data("light"):
            return more  # `visiting a market`
        more = more.removeprefix(OWN).removeprefix(
            AN
        )  # `playing the guitar`, `learning a language`
    if more in w.deeds or more.startswith((AN, OWN)):
        return None  # `plant the beans`
    return f"{text}{more}" if text.endswith("-") else f"{text} {more}"


@rule("Words -> Words OF|FROM|AT* Words|Known", example="pick-up from nursery", cost=1.0)
def named_by(w: Words, text: str, link: str, more: str) -> str | None:
    last, first = bare(text).lower().split(" ")[-1], bare(more).lower().split(" ")[0]
    measured = last in w.lexicon.units or {singular(last), singular(first)} & set(
        data("partitives")
    )
    deed = link == "of" or "-" in text.strip("-")  # not `sick from prawns`
    return f"{text} {link} {bare(more)}" if deed and not (measured or text.endswith("-")) else None


@rule(
    "Words -> Known OF* Words|Known",
    example="Museum of Modern Art",
    against="museum of art",
    cost=1.0,
)
def proper_name(w: Words, text: str, link: str, more: str) -> str | None:
    """Join a word of a known kind to what it is of, where both are written as a name."""
    proper = bare(text)[:1].isupper() and bare(more)[:1].isupper()
    proper &= text.startswith(OWN) or not is_several(text)  # `Museums of Rome`
    return f"{text} {link} {bare(more)}" if proper else None


@rule("Words -> Words ON|TO|IN|WITH* Words", example="boat trip on the Douro", cost=1.0)
def proper_place(w: Words, text: str, link: str, more: str) -> str | None:
    """Join a name to a proper one that it stands by."""
    proper = bare(more)[:1].isupper() and not text.endswith("-")
    proper &= bare(more).lower() not in data("such forms")  # `the temperature in Celsius`
    return f"{text} {link} {bare(more)}" if proper else None


@rule("Activity -> Words", example="playing the guitar")
def activity(w: Words, text: str) -> str | None:
    return bare(text) if nominal(bare(text)) else None


@rule(
    "Activity -> Activity ON|WITH|FOR|IN|TO|OF|AT* Words|Known|RankWord",
    example="chatting with grandma",
    cost=1.0,
)
def longer_activity(w: Words, text: str, link: str, more: str) -> str:
    return f"{text} {link} {bare(more)}"


@rule("Activity -> Known ON|WITH|FOR|IN|TO|OF|AT* Words", example="walk with the dog", cost=1.0)
def known_activity(w: Words, text: str, link: str, more: str) -> str:
    return f"{bare(text)} {link} {bare(more)}"


# -- which ----------------------------------------------------------------------------------------
