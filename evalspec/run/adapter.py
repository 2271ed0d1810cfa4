"""Dataset adapters: which column of a data set holds what, as YAML.

An adapter names the columns of the response, the request, the constraint (or a list of
constraints), the labels and the groups, and how a row chooses its vocabulary.
`docs/datasets.md` is its reference, `grammars/dataset.schema.json` its schema.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from evalspec.core.errors import Problem, SpecError
from evalspec.core.record import Record
from evalspec.run.columns import MISSING, Row, text_in, text_of, value_of
from evalspec.run.pairing import Pairing, PairLabel, load_pair_label, load_pairing
from evalspec.run.prompt_data import Reading, pattern_problems
from evalspec.source import files, schema, yaml

SATISFIED = ("1", "1.0", "true", "yes", "satisfied", "pass")
UNSATISFIED = ("0", "0.0", "false", "no", "unsatisfied", "fail")
EMPTY = ("", "0", "false", "none", "null", "[]", "{}")
"""Values of a skip column that leave nothing out."""


class Label(Record, frozen=True):
    """One column of labels."""

    name: str
    column: str
    satisfied: tuple[str, ...] = SATISFIED
    """Values, as text in lower case, that mean satisfied."""
    unsatisfied: tuple[str, ...] = UNSATISFIED
    missing: tuple[str, ...] = MISSING
    variants: str = ""
    """Name of the variants of the response that the label was made with; empty for none."""
    every: str = ""
    """The column is a list of mappings; the label holds when this member of every one does."""
    constraint: str = ""
    """Constraint of the spec that it judges, `all` of them together; empty for each."""
    rationale: str = ""
    """Column with the reason that was given for it."""

    def of(self, row: Row) -> bool | None:
        """Read the label of a row; None when it has none."""
        texts = self.texts(row)
        if any(text in self.unsatisfied for text in texts):
            return False
        return True if texts and all(text in self.satisfied for text in texts) else None

    def texts(self, row: Row) -> list[str]:
        """Return the values of the label: one, or that of every member of a list."""
        value = value_of(row, self.column)
        if self.every and isinstance(value, list):
            return [text_of(one.get(self.every)) for one in value if isinstance(one, Mapping)]
        return [text_of(value)]

    def is_unknown(self, row: Row) -> bool:
        """Tell whether a row holds a value that is neither a label nor a missing one."""
        known = (*self.satisfied, *self.unsatisfied, *self.missing)
        return any(text not in known for text in self.texts(row))


class Choice(Record, frozen=True):
    """A value given for all rows, or chosen by a column."""

    default: str = ""
    column: str = ""
    values: dict[str, str] = {}

    def of(self, row: Row) -> str:
        """Return the value for a row; `{}` in the default stands for the value of the column."""
        given = text_in(row, self.column)
        if given in self.values:
            return self.values[given]
        return "" if not given and "{}" in self.default else self.default.replace("{}", given)


class Skip(Record, frozen=True):
    """Rows or constraints to leave out."""

    column: str
    values: tuple[str, ...] = ()
    """Values that are left out; empty for every value that says something."""

    def holds(self, row: Row) -> bool:
        text = text_of(value_of(row, self.column))
        return text in self.values if self.values else text not in EMPTY


class Adapter(Record, frozen=True):
    """How to read one kind of data set."""

    name: str
    response: str = ""
    messages: str = ""
    """Column of a chat log, given in place of `response` and `request`."""
    text: str = ""
    """Column of the English sentence, in the row or in each element of `constraints`."""
    check: str = ""
    use: Choice = Choice()
    arguments: str = ""
    """Column with the arguments of the named rule."""
    id: str = ""
    row: str = ""
    """Column that names the response, the same in every file that holds it."""
    constraints: str = ""
    """Column with a list of constraints; empty when a row holds one."""
    request: str = ""
    data: str | dict[str, str] = ""
    """Column of the data, or the column of each of its fields."""
    given: str = ""
    """Column of a mapping that holds, beside others, data which the spec declares."""
    pool: str = ""
    """Column of a list of responses to the same request."""
    read: Reading | None = None
    """How data are read from a prompt."""
    groups: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    """Further columns that results keep, to group a comparison by."""
    labels: tuple[Label, ...] = ()
    spec: Choice = Choice()
    """The spec whose constraints a row is checked against, in place of columns of constraints."""
    vocabulary: Choice = Choice()
    policy: str = "default"
    answer: dict[str, Any] = {}
    segmentation: dict[str, str] = {}
    """What is counted (`words`) or asked (`written-in`) → the segmentation of the labels, or `or-more`."""
    skip: tuple[Skip, ...] = ()
    variants: dict[str, tuple[tuple[str, ...], ...]] = {}
    pair: Pairing | None = None
    """Which columns or rows make a pair of responses."""
    pair_labels: tuple[PairLabel, ...] = ()
    published: tuple[dict[str, Any], ...] = ()
    """Published results to print beside ours: name, accuracy, f1_satisfied, f1_unsatisfied."""
    base: str = ""
    """Folder that vocabularies and rules are looked up in first."""

    @property
    def asked(self) -> dict[str, str]:
        """Return columns that must be in some row, and what they are for."""
        labels = {label.column: f"label `{label.name}`" for label in self.labels}
        reasons = {one.rationale: f"rationale of label `{one.name}`" for one in self.labels}
        groups = dict.fromkeys(self.fields, "results are grouped by it")
        single = {self.row: "row", self.id: "constraint id", self.request: "request",
                  self.pool: "other responses"}  # fmt: skip
        pairs = self.pair.columns if self.pair is not None else {}
        named = {**single, **groups, **pairs, **reasons, **labels}
        return {column: use for column, use in named.items() if column}

    @property
    def fields(self) -> tuple[str, ...]:
        """Return every column that results can be grouped by."""
        return (*self.groups, *self.keep)

    def grouped(self, row: Row) -> dict[str, str]:
        """Return what a row holds in each of these columns."""
        return {field: text_in(row, field) for field in self.fields}

    def skips(self, row: Row) -> bool:
        return any(skip.holds(row) for skip in self.skip)


def load_adapter(name: str, spec: str = "") -> Adapter:
    """Read an adapter: a path, or a shipped name. Raises `SpecError` with every problem.

    `spec` is the path of the spec to check rows against, for an adapter that names none.
    """
    path = files.find("benchmarks", name, None) or files.locate(name)
    if path is None:
        hint = files.hint("benchmarks", name)
        raise SpecError.of("unknown-dataset", f"no adapter named {name!r}", hint=hint)
    located = yaml.read_file(path)
    content, wrong = located.value, schema.check(located, schema.DATASET)
    if spec and isinstance(content, dict):
        content["spec"] = os.path.abspath(spec)
    problems = _problems(content, located, wrong)
    if problems:
        raise SpecError(problems)
    constraint, labels = content.get("constraint", {}), content.get("labels", {})
    of_pairs = "pair" in content and "by" not in content["pair"]
    return Adapter(
        **{key: content[key] for key in _AS_WRITTEN if key in content},
        text=constraint.get("text", ""),
        check=constraint.get("check", ""),
        use=_choice(constraint.get("use", "")),
        arguments=constraint.get("with", ""),
        id=constraint.get("id", ""),
        read=convert(content["read"], Reading) if "read" in content else None,
        groups=tuple(content.get("groups", ())),
        keep=tuple(content.get("keep", ())),
        labels=() if of_pairs else tuple(_label(name, given) for name, given in labels.items()),
        pair=load_pairing(content["pair"]) if "pair" in content else None,
        pair_labels=tuple(load_pair_label(n, g) for n, g in labels.items()) if of_pairs else (),
        spec=_choice(content.get("spec", "")),
        vocabulary=_choice(content.get("vocabulary", "")),
        skip=tuple(
            Skip(given["column"], tuple(map(text_of, given.get("values", ()))))
            for given in content.get("skip", ())
        ),
        variants={
            name: tuple(tuple(edits) for edits in given)
            for name, given in content.get("variants", {}).items()
        },
        published=tuple(content.get("published", ())),
        base=str(path.parent),
    )


_AS_WRITTEN = (
    "name", "response", "messages", "row", "constraints", "request", "data", "given", "pool",
    "policy", "answer", "segmentation",
)  # fmt: skip
"""Keys of an adapter that are its fields."""


def _problems(content: Any, located: yaml.Located, problems: list[Problem]) -> list[Problem]:
    """Return what is wrong with an adapter, beside what its schema finds.

    Variants and patterns are looked at when all else fits.
    """
    if isinstance(content, dict):
        of_pairs = isinstance(content.get("pair"), dict)
        told: list[tuple[str, str, tuple[str, ...]]] = []
        if not of_pairs:
            told.append(("messages", "response", ("response", "request")))
        if not of_pairs or "spec" in content:
            told.append(("spec", "constraint", ("constraint", "constraints", "vocabulary")))
        problems = [
            *(_pair_problems(content, located) if of_pairs else ()),
            *(one for given in told for one in _one_of(*given, content, located)),
            *problems,
        ]
    problems = problems or _variant_problems(content, located)
    if not problems and "read" in content:
        problems = list(pattern_problems(content["read"], located))
    return problems


def _pair_problems(content: dict[str, Any], located: yaml.Located) -> list[Problem]:
    """Return what is wrong with a pairing: one response, or two ways of telling the two."""
    pair = content["pair"]
    ways = [("a", "b"), ("by", "system"), ("system_a", "system_b")]
    told = [keys for keys in ways if any(key in pair for key in keys)]
    if not told:
        return [located.problem("missing-key", "`pair` needs `a` and `b`, or `by` and `system`",
                                ("pair",), key=True)]  # fmt: skip
    problems = [
        located.problem("missing-key", f"`pair` needs `{key}`: there is no second response",
                        ("pair",), key=True)
        for keys in told
        for key in keys
        if key not in pair
    ]  # fmt: skip
    if "by" in pair and len(told) > 1:
        problems.append(located.problem("told-twice", "`by` makes pairs of rows: it stands alone",
                                        ("pair", "by"), key=True))  # fmt: skip
    if "by" in pair and "response" not in content:
        problems.append(located.problem("missing-key", "pairs of rows need `response`", ("pair",),
                                        key=True))  # fmt: skip
    known = content.get("labels", {})
    for name, given in known.items() if isinstance(known, dict) else ():
        for index, member in enumerate(given.get("members", ()) if isinstance(given, dict) else ()):
            if member not in known:
                message = f"no label is named `{member}`"
                path = ("labels", name, "members", index)
                problems.append(located.problem("unknown-label", message, path))
    return problems


def _variant_problems(content: dict[str, Any], located: yaml.Located) -> list[Problem]:
    """Return the labels that name variants which the adapter does not define."""
    known = content.get("variants", {})
    return [
        located.problem(
            "unknown-variants",
            f"no variants are named `{given['variants']}`",
            ("labels", name, "variants"),
            hint=f"known: {', '.join(known) or 'none'}",
        )
        for name, given in content.get("labels", {}).items()
        if isinstance(given, dict) and given.get("variants", "") not in ("", *known)
    ]


def spec_adapter(
    spec: str, response: str = "response", request: str = "", messages: str = ""
) -> Adapter:
    """Return how to read a data set that is checked against one spec."""
    found = Adapter(name=spec, request=request, spec=Choice(os.path.abspath(spec)))
    column = {"messages": messages} if messages else {"response": response}
    return replace(found, **column)


def _one_of(
    one: str, other: str, replaced: tuple[str, ...], content: dict[str, Any], located: yaml.Located
) -> list[Problem]:
    """Return what is wrong when one thing is told in no way, or in two."""
    if one not in content:
        message = f"a data set adapter needs `{other}` or `{one}`"
        hint = "--spec SPEC gives one" if one == "spec" else ""
        return [] if other in content else [located.problem("missing-key", message, hint=hint)]
    return [
        located.problem("told-twice", f"`{one}` stands in place of `{key}`", (key,), key=True)
        for key in replaced
        if key in content
    ]


def _label(name: str, given: Any) -> Label:
    if isinstance(given, str):
        return Label(name, given)
    words = {
        key: tuple(text_of(value) for value in given[key])
        for key in ("satisfied", "unsatisfied", "missing")
        if key in given
    }
    variants, rationale = given.get("variants", ""), given.get("rationale", "")
    return Label(
        name, given["column"], variants=variants, every=given.get("every", ""),
        constraint=given.get("of", ""), rationale=rationale, **words,
    )  # fmt: skip


def _choice(given: Any) -> Choice:
    return Choice(given) if isinstance(given, str) else convert(given, Choice)
