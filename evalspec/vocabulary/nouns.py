"""The number of English nouns: rules of spelling, and the words that no rule tells."""

from __future__ import annotations

from functools import lru_cache

_IRREGULAR = dict(
    pair.split(":")
    for pair in (
        "people:person children:child men:man women:woman feet:foot teeth:tooth geese:goose mice:mouse "
        "oxen:ox lives:life quizzes:quiz axes:axe buses:bus gases:gas canvases:canvas atlases:atlas "
        "biases:bias aliases:alias lenses:lens emphases:emphasis synopses:synopsis diagnoses:diagnosis "
        "analyses:analysis oases:oasis crises:crisis criteria:criterion phenomena:phenomenon "
        "cacti:cactus fungi:fungus stimuli:stimulus alumni:alumnus"
    ).split()
)
_WITHOUT_SINGULAR = frozenset(
    "always atlas basis bias bus canvas chess circus class dress focus gas glass grass hummus series "
    "species news lens perhaps plus status thus this press fitness business gross less alias "
    "miscellaneous tennis yes us is was has its his abs christmas acoustics aerobics alas athletics "
    "calisthenics chaos cosmos economics ethics gymnastics headquarters logistics mathematics maths "
    "physics pilates plyometrics politics".split()
)
_IN_VES = tuple(
    "wives knives midwives halves calves shelves selves wolves loaves leaves scarves wharves hooves "
    "thieves dwarves".split()
)
"""Endings of nouns in -f and -fe: `bookshelves`, `housewives`, no `olives`."""
_IN_CHE = frozenset(
    "avalanches backaches caches clichés cliches creches crêches brioches ceviches headaches "
    "moustaches niches quiches stomachaches toothaches".split()
)
_IN_IE = frozenset(
    "auntie beanie birdie bookie brownie calorie collie cookie die foodie freebie genie goalie hippie "
    "hoodie indie junkie kilocalorie lie magpie movie necktie newbie patisserie pie pixie prairie "
    "quickie rookie rotisserie selfie smoothie sortie sweetie talkie tie veggie walkie zombie".split()
)
_IN_VOWEL = frozenset(
    "alibi bikini chili corgi cpu deli emu flu guru haiku jacuzzi kiwi martini menu mini panini rabbi "
    "safari salami sari ski taxi tofu tsunami tutu yogi zucchini".split()
)
"""Nouns that end in -i or -u: `menus` are several, `campus` is one."""
_IN_OE = frozenset("canoe floe foe hoe oboe throe tiptoe toe woe".split())
_IN_USE = frozenset("abuse excuse fuse muse recluse refuse ruse use".split())


@lru_cache(maxsize=8192)
def singular(word: str) -> str:
    """Return the singular of a lower-case English noun; other words come back as they are."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 5 and word.endswith("men") and word[-4] not in "aiou":
        return word[:-2] + "an"
    if len(word) < 3 or not word.endswith("s") or word in _WITHOUT_SINGULAR:
        return word
    if word[:-1] in _IN_VOWEL or word.endswith("eaus"):
        return word[:-1]
    if word.endswith(("ss", "us", "is", "'s")):
        return word
    if word.endswith("ies"):
        return word[:-1] if word[:-1] in _IN_IE else word[:-3] + "y"
    if word.endswith(_IN_VES):
        return word[:-3] + ("fe" if word.endswith("ives") else "f")
    if word.endswith("uses") and word[-5:-4] not in "aeiou" and word[:-1] not in _IN_USE:
        return word[:-2]  # `bonuses`, no `houses`
    if word in _IN_CHE:
        return word[:-1]
    if word.endswith(("sses", "xes", "zzes", "ches", "shes")):
        return word[:-2]
    if word.endswith("oes") and word[:-1] not in _IN_OE and not word.endswith("shoes"):
        return word[:-2]
    return word[:-1]


def plural(word: str) -> str:
    """Return a noun in the plural, as most nouns form it."""
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith("y") and word[-2:-1] not in "aeiou" and len(word) > 2:
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh", "z")) else "s")


_PLURALS = {singular(many): many for many in (*_IRREGULAR, *_IN_VES)}
