"""What a vocabulary says that cannot be meant: names that nothing has, and two of what can be one.

Each of these was once settled in silence, by the last line of a file or by nothing at all. They
are looked for in the files of users; a test looks for them in those that come with evalspec.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from evalspec.core.errors import Problem, near
from evalspec.source.compose import Path
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.layer import Layer
from evalspec.vocabulary.lexicon import Lexicon

_CALENDAR = ("weekday", "date", "month")
_SHOWN = 8
"""Most known names that a hint lists."""

_NAMED = {
    "ranks": {"measures": "measure", "told_by": "measure", "stands_for": "rank"},
    "measures": {"product": "measure", "gives": "measure"},
    "categories": {"parents": "category", "holds": "category", "rank": "rank"},
    "kinds": {"kinds": "kind", "lacks": "kind", "perhaps_kinds": "kind"},
}
"""Section → key → what its names must be the names of."""

_OF_ONE = {
    "ranks": ("words", "members"),
    "measures": ("words",),
    "categories": ("starts", "ends", "verbs"),
    "units": ("words",),
}
"""Section → lists whose words belong to one name only."""


def faults(layer: Layer, lexicon: Lexicon, layers: Sequence[Layer]) -> Iterator[Problem]:
    """Yield what is wrong with one of the layers of a lexicon."""
    yield from _unknown_names(layer, lexicon)
    yield from _unknown_dimensions(layer, layers)
    yield from _unknown_units(layer, lexicon)
    yield from _unknown_calendar(layer)
    yield from _unknown_roles(layer, layers)
    yield from _two_of_one(layer, lexicon)
    yield from _words_of_two(layer, layers)


def _section(layer: Layer, key: str) -> dict[str, Mapping[str, Any]]:
    content = layer.content.get(key) or {}
    return {name: fields for name, fields in content.items() if isinstance(fields, Mapping)}


def _each(layer: Layer, section: str, name: str, key: str) -> Iterator[tuple[str, Path]]:
    """Yield the words that a key has or adds, with their places."""
    value = layer.content[section][name].get(key, ())
    path: Path = (section, name, key)
    if isinstance(value, Mapping) and key != "gives":
        value, path = value.get("add", ()), (*path, "add")
    if isinstance(value, str):
        yield value, path
        return
    for number, word in enumerate(value):
        yield str(word), (*path, word if key == "gives" else number)


def _unknown_names(layer: Layer, lexicon: Lexicon) -> Iterator[Problem]:
    known: dict[str, Mapping[str, Any]] = {
        "rank": lexicon.ranks, "measure": lexicon.measures, "category": lexicon.categories,
        "kind": lexicon.kinds,
    }  # fmt: skip
    for section, keys in _NAMED.items():
        for name in _section(layer, section):
            for key, kind in keys.items():
                for word, path in _each(layer, section, name, key):
                    if word not in known[kind]:
                        message = f"`{key}` of `{name}` names no {kind}: `{word}`"
                        yield layer.problem(
                            f"unknown-{kind}", message, path, _near(word, known[kind])
                        )


def _near(word: str, known: Iterable[str]) -> str:
    names = list(known)
    shown = ", ".join(f"`{name}`" for name in names[-_SHOWN:])
    every = f"known are {'… ' if len(names) > _SHOWN else ''}{shown}" if names else ""
    return near(word.lower(), names, every)


def _unknown_dimensions(layer: Layer, layers: Sequence[Layer]) -> Iterator[Problem]:
    known = {"one": None, "currency": None}
    for one in layers:
        if one.shipped:
            known |= {str(fields["dimension"]): None for fields in _section(one, "units").values()}
    plain = [dimension for dimension in known if not dimension.startswith("count:")]
    for section in ("measures", "units"):
        for name, fields in _section(layer, section).items():
            given = str(fields.get("dimension", "one"))
            if given not in known and not given.startswith(("count:", "currency:")):
                every = (
                    f"known are {', '.join(plain)}, and `count:` with a word for what is counted"
                )
                hint = near(given.lower(), plain, every)
                message = f"`{given}` is not a dimension"
                yield layer.problem(
                    "unknown-dimension", message, (section, name, "dimension"), hint
                )


def _unknown_units(layer: Layer, lexicon: Lexicon) -> Iterator[Problem]:
    for name, fields in _section(layer, "measures").items():
        written = str(fields.get("unit", ""))
        if not written:
            continue
        dimension = str(fields.get("dimension", "one"))
        unit = lexicon.units.get(fold(written) or written)
        path = ("measures", name, "unit")
        if unit is None:
            message = f"`unit` of `{name}` is not a unit: `{written}`"
            names = dict.fromkeys(
                u.name for u in lexicon.units.values() if u.dimension == dimension
            )
            if not names and dimension.startswith("count:"):
                hint = f"write it under `units:` with the dimension `{dimension}`"
            else:
                hint = _near(written, names)
            yield layer.problem("unknown-unit", message, path, hint)
        elif not unit.dimension.startswith("currency:" if dimension == "currency" else dimension):
            message = f"`{written}` is a unit of {unit.dimension}, and `{name}` is {dimension}"
            yield layer.problem("wrong-dimension", message, path)


def _unknown_calendar(layer: Layer) -> Iterator[Problem]:
    for name, fields in _section(layer, "ranks").items():
        for word in str(fields.get("calendar", "")).split(","):
            kind = word.strip()
            if kind and kind not in _CALENDAR:
                message = f"`calendar` of `{name}` knows weekday, date and month, not `{kind}`"
                hint = near(kind.lower(), _CALENDAR)
                yield layer.problem("unknown-calendar", message, ("ranks", name, "calendar"), hint)


def _unknown_roles(layer: Layer, layers: Sequence[Layer]) -> Iterator[Problem]:
    """Find roles that no rule of reading looks up: those it does have words in shipped files."""
    known = {role: None for one in layers if one.shipped for role in one.content.get("roles") or {}}
    for role in layer.content.get("roles") or {}:
        if role not in known:
            message = f"`{role}` is not a role"
            yield layer.problem("unknown-role", message, ("roles", role), _near(role, known))


def _two_of_one(layer: Layer, lexicon: Lexicon) -> Iterator[Problem]:
    measures = [
        (str(fields.get("dimension", "")), name)
        for name, fields in _section(layer, "measures").items()
        if fields.get("default_for")
    ]
    yield from _repeated(
        layer, "measures", "default_for", measures,
        "`{0}` and `{1}` are both the default for {2}: amounts of {2} that no word names can have "
        "one measure only",
    )  # fmt: skip
    ranks = _section(layer, "ranks")
    plans = [("", name) for name, fields in ranks.items() if fields.get("plan")]
    yield from _repeated(
        layer, "ranks", "plan", plans,
        "`{0}` and `{1}` are both the response as a whole: `plan: true` is for one rank, further "
        "names of it are its `words`",
    )  # fmt: skip
    items = [
        lexicon.ranks[name] for name, f in ranks.items() if f.get("item") and name in lexicon.ranks
    ]
    deepest = max((rank.level for rank in items), default=0)
    marked = [rank for rank in items if rank.default]
    usual = [("", rank.name) for rank in marked or items if marked or rank.level == deepest]
    yield from _repeated(
        layer, "ranks", "item", usual,
        "`{0}` and `{1}` are both what a line of a list is: make one a category, or mark one "
        "`default: true`",
    )  # fmt: skip


def _repeated(
    layer: Layer, section: str, key: str, found: Sequence[tuple[str, str]], message: str
) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for kind, name in found:
        if kind not in first:
            first[kind] = name
            continue
        said = message.format(first[kind], name, kind)
        before = layer.places.get((section, first[kind], key))
        related = (before,) if before is not None else ()
        yield layer.problem(f"two-{key.replace('_', '-')}", said, (section, name, key), "", related)


def _words_of_two(layer: Layer, layers: Sequence[Layer]) -> Iterator[Problem]:
    """Find words of two names; a name that earlier files have is only what they made of it."""
    earlier = layers[: layers.index(layer)]
    for section, keys in _OF_ONE.items():
        fields = _section(layer, section)
        inherited = {name for one in earlier for name in _section(one, section)}
        for key in keys:
            first: dict[tuple[str, str], tuple[str, Path]] = {}
            if key == "words":
                own = [name for name in fields if name not in inherited]
                first = {
                    (_kind(section, fields[name]), _same(name, section)): (name, (section, name))
                    for name in own
                }
            for name, said in fields.items():
                for word, path in _each(layer, section, name, key):
                    sought = _kind(section, said), _same(word, section)
                    owner, before = first.setdefault(sought, (name, path))
                    if owner != name:
                        message = f"`{word}` is a word of `{owner}` and of `{name}`: one must go"
                        related = (layer.places[before],) if before in layer.places else ()
                        yield layer.problem("word-of-two", message, path, "", related)


def _kind(section: str, fields: Mapping[str, Any]) -> str:
    """Return what tells two names with the same word apart: the dimension of a measure."""
    return str(fields.get("dimension", "")) if section == "measures" else ""


def _same(word: str, section: str) -> str:
    """Return the form in which a word is looked up."""
    return fold(word) or word if section == "units" else fold(word)
