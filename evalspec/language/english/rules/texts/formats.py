"""Formats, languages, letter case and emphasis of a text or of its pieces; keys of JSON."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import SMALL, Words, quoted
from evalspec.language.english.meanings import Ask, Asks, Bound, Clause, Noun, Subject, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.rules.demands import counts
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.texts.lengths import sized
from evalspec.language.english.state.clauses import clause


@rule("Clause -> SET|WRITE|HAVE|USE Theme? IN|WITH? CLOCK_24", "Clause -> Theme? Duty? BE? SET? IN|WITH? CLOCK_24",
      example="use the 24-hour format")  # fmt: skip
def clock_of_24(w: Words, *parts: Any) -> Clause:
    """Ask that no time is written with a half of the day."""
    return Clause(f"occurrences of pattern {quoted(_HALVES)} = 0")


_HALVES = r"(?i)\b[0-9]{1,2}(?:[:.][0-9]{2})? ?[ap]\.?m\b"


@rule("Clause -> SPELL_OUT ALL|EACH? Mark / WRITE ALL|EACH? Mark AS_WORDS / "
      "ALL|EACH? Mark Copula? WRITE|BE? AS_WORDS / NO Mark AS_DIGITS / "
      "NO Mark AS_DIGITS COMMA SPELL_OUT", example="spell out all numbers")  # fmt: skip
def in_words(w: Words, *parts: Any) -> Clause | None:
    """Numbers that are written as words have no digits."""
    noun = next(p for p in parts if isinstance(p, Noun))
    duties = {p for p in parts if isinstance(p, str)} & {"must not", "may", "may not"}
    return Clause("digits = 0") if "[0-9]" in noun.counts and not duties else None


@rule("Formed -> Form", "Formed -> ONLY|EQ Formed", "Formed -> Formed ONLY", example="JSON")
def form(w: Words, text: str) -> str:
    return text if " " in text else f"is {quoted(text)}"


@rule("Formed -> Language LANGUAGE?", example="French")
def language(w: Words, name: str) -> str:
    return f"written in {quoted(name)}"


@rule("Formed -> EITHER? Formed OR* IN? Formed / Formed COMMA? AND* IN|WITH|HAVE? Formed",
      example="in English or French")  # fmt: skip
def joined_forms(w: Words, one: str, link: str, other: str) -> str | None:
    if link not in w.either and one[:10] == other[:10] == "written in":
        return None  # no text is in two languages all through
    return f"({one} {'or' if link in w.either else 'and'} {other})"


@rule("Clause -> ONLY Formed Copula HAVE|WRITE / Formed ONLY Copula HAVE|WRITE / "
      "EACH|ALL Mark Copula IN? Formed / EACH|ALL Mark OF|IN TheText Copula IN? Formed",
      example="only lowercase letters may be used")  # fmt: skip
def letters_formed(w: Words, *parts: Any) -> Any:
    """Ask for the case of all letters."""
    noun = next((p for p in parts if isinstance(p, Noun)), None)
    text = next((p for p in parts if isinstance(p, str) and p.startswith("is ")), "")
    fits = text in _CASES and "must not" not in parts and (noun is None or noun.counts == "letters")
    return clause(w, Subject(None), style(w, text)) if fits else None


_CASES = ('is "uppercase"', 'is "lowercase"')


@rule("Style -> IN|AS|FOR? Formed / SET|WRITE IN|AS|FOR|WITH|WITHIN|BY|BETWEEN Formed / "
      "SET|WRITE? ONLY IN Formed", example="in JSON format")  # fmt: skip
def style(w: Words, text: str) -> Asks:
    return Asks((Ask("test", text=text),))


@rule("Clause -> Subject COLON|COMMA? Style / SET|WRITE|HAVE|KEEP Subject Style",
      example="headings in title case", cost=0.3)  # fmt: skip
def styled(w: Words, subject: Subject, asks: Asks) -> Any:
    """Ask for the form of pieces, without a verb."""
    pieces = subject.noun is not None and subject.noun.kind == "text"
    pieces = pieces and subject.quantifier in ("", "each", "all")  # `four hashtags, all lowercase`
    return clause(w, subject, asks) if pieces and not subject.count else None


@rule("Clause -> Formed FOR|IN Subject", example="title case for the headings", cost=0.3)
def form_of(w: Words, text: str, subject: Subject) -> Any:
    return styled(w, subject, style(w, text))


@rule("Clause -> Clause COMMA? EVERY_ONE", example="headings as questions, every one", idle=(2,))
def every_one(w: Words, made: Clause) -> Clause | None:
    return made if any(o.quantifier == "each" for o in made.overs) else None


@rule(
    "Style -> IN|AS|FOR? Form WITH ONLY*|EQ*? Keys",
    example="as a JSON object with the keys 'a' and 'b'",
)
def form_with_keys(w: Words, text: str, only: str | None, noun: Noun) -> Asks | None:
    held = noun if only is None else changed(noun, name="only")
    return (
        Asks((Ask("there", noun=held),))
        if text == "json" and (only is None or noun.name == "and")
        else None
    )


@rule("Bare -> BE Style / WRITE Style", example="be in JSON format", against="contain a question",
      cost=-0.2)  # fmt: skip
def be_styled(w: Words, asks: Asks) -> Asks:
    return asks


@rule(
    "Bare -> SET|WRITE TheText|IT IN|AS|WITH|WITHIN|FOR Formed",
    example="wrap your response in double quotes",
)
def set_text(w: Words, *parts: Any) -> Any:
    return style(w, parts[-1])


@rule("Clause -> STYLED* Subject / HAVE|WRITE STYLED* Subject / "
      "Subject Copula SET|WRITE|HAVE IN STYLED* / Subject COLON? IN? STYLED* / "
      "Subject Copula IN? STYLED* / SET|WRITE|HAVE|KEEP Subject IN? STYLED*",
      example="headings in bold")  # fmt: skip
def in_bold(w: Words, *rest: Any) -> Any:
    """Ask that all words of a piece stand in bold, or in italics."""
    subject = next(p for p in rest if isinstance(p, Subject))
    rest = tuple(p for p in rest if p is not subject)
    scope, duty = style_noun(w, rest[-1]).scope, rest[0] if len(rest) > 1 else None
    asks = Asks((Ask("test", text=f"sum(words per {scope}) = words"),))
    return styled(w, subject, asks) if duty in (None, "must") else None


@rule("Noun -> STYLED*", example="no bold", cost=0.4)
def style_noun(w: Words, word: str) -> Noun:
    scope = "bold" if word.startswith("bold") else "italic"
    return Noun(scope, "text", "", SMALL, scope)


@rule(
    "Bare -> HIGHLIGHT Bound PASSAGES|KEYWORD IN STYLED*", example="highlight three terms in bold"
)
def highlight_so(w: Words, bound: Bound, style_: str) -> Asks | None:
    ask = styled_passages(w, bound, style_)
    return Asks((ask,)) if ask else None


@rule("Ask -> Bound PASSAGES|KEYWORD IN STYLED*", example="at least three terms in bold")
def styled_passages(w: Words, bound: Bound, style_: str) -> Ask | None:
    return counts.count(w, bound, style_noun(w, style_))


@rule("Bare -> HIGHLIGHT Bound PASSAGES MARKDOWN? / "
      "HIGHLIGHT Bound PASSAGES IN|OF TheText MARKDOWN?",
      example="highlight 3 sections with markdown")  # fmt: skip
def highlight(w: Words, bound: Bound, text: Noun | None = None) -> Asks:
    return Asks((Ask("count", bound, noun=Noun("", "mark", counts="highlights")),))


@rule(
    "Clause -> Bound PASSAGES Copula HIGHLIGHT MARKDOWN?", example="3 phrases must be highlighted"
)
def highlighted(w: Words, bound: Bound, duty: str) -> Any:
    return clause(w, Subject(None), dutiful(highlight(w, bound), duty))


@rule("Clause -> Text Copula SET|KEPT? IN|BY|WITH ANGLES", "Clause -> SET|WRITE Text IN|WITH ANGLES",
      "Clause -> HAVE TheText? Text AND|COMMA SET IT? IN|WITH ANGLES", "Clause -> HAVE Text FOR|IN TheText AND|COMMA SET IT? IN|WITH ANGLES", "Clause -> HAVE IT Text IN|WITH ANGLES", "Clause -> Text COME|BE IN|BETWEEN ANGLES", example="the title must be in double angle brackets")  # fmt: skip
def in_angles(w: Words, *parts: Any) -> Clause | None:
    """Ask for a title as it is marked there."""
    noun = next(p for p in parts if isinstance(p, Noun) and p.kind == "text")
    return Clause("titles >= 1") if noun.scope == "title" and "must not" not in parts else None


@rule("Keys -> KEY NAMED? Cited", "Keys -> Cited KEY", example='the keys "a" and "b"')
@rule("Keys -> Keys OR Keys / EITHER Keys OR Keys", example='either the key "a" or the key "b"',
      cost=-0.2)  # fmt: skip
def keys(w: Words, one: Noun, other: Noun | None = None) -> Noun:
    names = (*one.members, *(other.members if other else ()))
    return Noun("", "keys", name=one.name if other is None else "or", members=names)


@rule("Ask -> ONLY|EQ Keys", example='only the keys "a" and "b"')
def only_keys(w: Words, noun: Noun) -> Ask | None:
    return Ask("there", noun=changed(noun, name="only")) if noun.name == "and" else None


@rule("Ask -> Keys COMMA? BUT NOT Cited", example='the key "a" but not "b"')
def keys_but(w: Words, one: Noun, other: Noun) -> Ask:
    return Ask(
        "all", parts=(Ask("there", noun=one), Ask("there", noun=keys(w, other), absent=True))
    )


@rule("Subject -> Form Plan*? PRODUCED?", example="the JSON object")
def json_subject(w: Words, text: str, noun: Noun | None = None) -> Subject | None:
    return Subject(None) if text == "json" else None


@rule("NoMore -> NO|WITHOUT ANY? COMMENTARY AROUND?", "NoMore -> NoMore AND|OR|COMMA NO? COMMENTARY AROUND?",
      "NoMore -> NOTHING AROUND", example="no explanation before or after")  # fmt: skip
def nothing_around(w: Words, *parts: Any) -> str:
    return "nothing"


@rule(
    "Clause -> Clause STOP|COMMA|SEMICOLON|AND? NoMore",
    example="valid JSON, no explanation",
    idle=(2,),
)
def data_alone(w: Words, made: Clause, text: str) -> Clause | None:
    """A format of data is one of the whole answer, so nothing can stand around it."""
    return made if made.formula in _DATA and not made.overs else None


@rule(
    "Bare -> HAVE|WRITE|ACCOUNT_FOR WITH? Formed / FOLLOW|ADHERE Formed / COME IN Formed",
    example="respond with valid JSON",
)
def data_given(w: Words, text: str) -> Asks | None:
    return style(w, text) if text in _DATA else None


@rule("Bare -> START AND END TheText? WITH Formed / SET Formed AROUND_ TheText",
      example="start and end with double quotation marks")  # fmt: skip
def quoted_ends(w: Words, *parts: Any) -> Asks | None:
    text = next(p for p in parts if isinstance(p, str))
    return style(w, text) if text == 'is "double-quoted"' else None


@rule("Clause -> LANGUAGE Copula Language / LANGUAGE OF|IN TheText Copula Language / "
      "NO LANGUAGE NE Language BE? PERMIT HAVE?",
      example="the language of the reply must be French")  # fmt: skip
def in_language(w: Words, *parts: Any) -> Clause | None:
    said = [p for p in parts if isinstance(p, str) and p != "must"]
    return Clause(language(w, said[0])) if len(said) == 1 else None


@rule("Clause -> Formed WITH Asks", "Clause -> AS|IN Formed WITH Asks", "Clause -> HAVE|WRITE|SET AS|IN? Formed WITH Asks",
      example="CSV with 4 columns")  # fmt: skip
def form_with(w: Words, text: str, asks: Asks) -> Any:
    """Ask for a form that has rows and columns, and how many."""
    both = sized(w, asks) is not None or all(
        a.kind == "count" and a.noun and a.noun.scope == "column" for a in asks.parts
    )
    if text != 'is "csv"' or not both:
        return None
    return clause(w, Subject(None), changed(asks, parts=(Ask("test", text=text), *asks.parts)))


@rule("Clause -> Formed", example="valid JSON only", cost=0.5)
def form_only(w: Words, text: str) -> Clause | None:
    subject = w.scheduled and text.startswith("written in")  # `French every day`
    return None if subject or text in ('is "a-question"', 'is "double-quoted"') else Clause(text)


_DATA = frozenset(f"is {quoted(name)}" for name in ("json", "json-array", "yaml", "csv", "xml"))
