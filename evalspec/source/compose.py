"""From the events of PyYAML to plain values and their places.

Nothing recurses over the input: nodes are composed with a stack and turned into
values with a work list, so depth and size are limits, not crashes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from evalspec.core.errors import Problem, SpecError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.source import syntax
from evalspec.source.source_text import UNPRINTABLE, SourceText

if TYPE_CHECKING:
    import yaml

MAX_DEPTH = 64
"""Deepest nesting of mappings and lists."""
MAX_NODES = 100_000
"""Most values a file may expand to, aliases counted each time they are used."""
MAX_PROBLEMS = 50
"""Most problems of one file that are listed."""
MAX_REPARSED = 1 << 16
"""Longest text that is parsed once more, slowly, for a better error message."""

Path = tuple[str | int, ...]
"""Keys and indexes that lead from the top of a file to a value."""

_TAG = "tag:yaml.org,2002:"
_MERGE = "<<"
_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


class Parts(Record, frozen=True):
    """What a document holds, by path; see `evalspec.source.yaml.Located`."""

    value: Any
    places: dict[Path, At]
    keys: dict[Path, At]
    scalars: dict[Path, tuple[str, int, int]]


class _Node:
    """A value as composed: its text or members, its marks and tag."""

    __slots__ = ("end", "kind", "members", "open", "start", "style", "tag", "text")

    def __init__(self, kind: str, event: Any) -> None:
        self.kind = kind
        self.start = event.start_mark
        self.end = event.end_mark
        self.tag: str | None = getattr(event, "tag", None)
        self.text: str = getattr(event, "value", "")
        self.style: str = getattr(event, "style", None) or "plain"
        self.members: list[_Node] = []
        self.open = True


class Builder:
    """Composes events into nodes and nodes into values, noting every problem."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.anchors: dict[str, _Node] = {}

    def problem(self, code: str, message: str, at: At, hint: str = "", *related: At) -> None:
        """Note a problem."""
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(self.source.problem(code, message, at, hint, related))

    def fail(self, code: str, message: str, at: At) -> SpecError:
        """Return the error for something after which reading cannot go on."""
        self.problems.append(self.source.problem(code, message, at))
        return SpecError(self.problems)

    def place(self, node: _Node) -> At:
        """Return where a node stands."""
        start, end = node.start, node.end
        return At(self.source.name, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    # -- events → nodes -----------------------------------------------------------------
    def compose(self) -> _Node | None:
        """Return the root node of the only document; None for an empty file."""
        import yaml

        has_c = hasattr(yaml, "CSafeLoader")
        try:
            return self._compose(_c_events(self.source.text) if has_c else self._events())
        except yaml.MarkedYAMLError as error:
            if not has_c or len(self.source.text) > MAX_REPARSED:
                raise SpecError([*self.problems, syntax.translate(error, self.source)]) from None
        # libyaml words its errors differently; messages follow the Python parser.
        self.problems.clear()
        self.anchors.clear()
        try:
            return self._compose(self._events())
        except yaml.MarkedYAMLError as error:
            raise SpecError([*self.problems, syntax.translate(error, self.source)]) from None

    def _events(self) -> Iterator[Any]:
        import yaml

        return _pull(yaml.SafeLoader(self.source.text))

    def _compose(self, events: Iterator[Any]) -> _Node | None:
        roots: list[_Node] = []
        stack: list[_Node] = []
        documents = 0
        for event in events:
            name = type(event).__name__
            if name == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    message = "a file holds one document: `---` starts another"
                    raise self.fail("several-documents", message, self.place(_Node("", event)))
            elif name in ("SequenceEndEvent", "MappingEndEvent"):
                _close(stack.pop(), event)
            elif (node := self._node(name, event)) is not None:
                (stack[-1].members if stack else roots).append(node)
                if name in ("SequenceStartEvent", "MappingStartEvent"):
                    stack.append(node)
                if len(stack) > MAX_DEPTH:
                    message = f"nested more than {MAX_DEPTH} levels deep"
                    raise self.fail("too-deep", message, self.place(node))
        return roots[0] if roots else None

    def _node(self, name: str, event: Any) -> _Node | None:
        if name == "AliasEvent":
            return self._alias(event)
        kinds = {"ScalarEvent": "scalar", "SequenceStartEvent": "seq", "MappingStartEvent": "map"}
        if name not in kinds:
            return None
        node = _Node(kinds[name], event)
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        return node

    def _alias(self, event: Any) -> _Node:
        target = self.anchors.get(event.anchor)
        marker = _Node("scalar", event)
        if target is None:
            message = f"`*{event.anchor}` refers to no anchor; in YAML a leading `*` is an alias"
            self.problem("unknown-alias", message, self.place(marker), "quote the text")
            return marker
        if target.open and target.kind != "scalar":
            message = f"`*{event.anchor}` stands inside what it refers to"
            self.problem("recursive-alias", message, self.place(marker))
            return marker
        return target

    # -- nodes → values -----------------------------------------------------------------
    def construct(self, root: _Node) -> Parts:
        """Return the values below a node, with their places."""
        places: dict[Path, At] = {}
        keys: dict[Path, At] = {}
        scalars: dict[Path, tuple[str, int, int]] = {}
        top: list[Any] = []
        work: list[tuple[_Node, Path, Any, Any]] = [(root, (), top, None)]
        count = 0
        while work:
            node, path, parent, slot = work.pop()
            count += 1
            if count > MAX_NODES:
                message = f"the file expands to more than {MAX_NODES:,} values"
                raise self.fail("too-many-values", message, self.place(node))
            places[path] = self.place(node)
            value: Any
            if node.kind == "scalar":
                value = self._scalar(node)
                if isinstance(value, str):
                    scalars[path] = (node.style, node.start.index, node.end.index)
            elif node.kind == "seq":
                value = [None] * len(node.members)
                self._known_tag(node, "seq")
                work.extend((member, (*path, i), value, i) for i, member in enumerate(node.members))
            else:
                value = {}
                self._known_tag(node, "map")
                pairs = self._pairs(node, path, keys)
                value.update(dict.fromkeys(pair[0] for pair in pairs))
                work.extend((member, (*path, key), value, key) for key, member in pairs)
            if len(path) > MAX_DEPTH:
                raise self.fail(
                    "too-deep", f"nested more than {MAX_DEPTH} levels deep", places[path]
                )
            if slot is None:
                parent.append(value)
            else:
                parent[slot] = value
        return Parts(top[0], places, keys, scalars)

    def _pairs(self, node: _Node, path: Path, keys: dict[Path, At]) -> list[tuple[str, _Node]]:
        pairs: dict[str, _Node] = {}
        merged: list[_Node] = []
        for key, member in zip(node.members[::2], node.members[1::2], strict=True):
            at = self.place(key)
            if key.text == _MERGE and key.kind == "scalar" and key.style == "plain":
                merged += self._mappings(key, member)
                continue
            if key.kind != "scalar":
                message = "a key must be text, not a list or a mapping"
                self.problem("key-not-text", message, at, "quote text that starts with [ or {")
                continue
            name = self._text(key, key.text)
            if name in pairs:
                message = f"`{name}` is given twice"
                self.problem("duplicate-key", message, at, "", keys[(*path, name)])
                continue
            keys[(*path, name)] = at
            pairs[name] = member
        for name, key, member in self._merged(merged):
            if name not in pairs:
                keys[(*path, name)] = self.place(key)
                pairs[name] = member
        return list(pairs.items())

    def _mappings(self, key: _Node, given: _Node) -> list[_Node]:
        """Return the mappings that a merge key names: one, or a list of them."""
        found = given.members if given.kind == "seq" else [given]
        if all(member.kind == "map" for member in found):
            return found
        message = "`<<` takes the keys of a mapping: write `<<: *name` of an anchor"
        self.problem("wrong-merge", message, self.place(key))
        return []

    def _merged(self, waiting: list[_Node]) -> Iterator[tuple[str, _Node, _Node]]:
        """Yield the pairs of mappings and of those that they merge, the nearest first."""
        seen: set[int] = set()
        while waiting:
            node = waiting.pop(0)
            if id(node) in seen:
                continue
            seen.add(id(node))
            inner: list[_Node] = []
            for key, member in zip(node.members[::2], node.members[1::2], strict=True):
                if key.text == _MERGE and key.style == "plain":
                    inner += member.members if member.kind == "seq" else [member]
                elif key.kind == "scalar":
                    yield self._text(key, key.text), key, member
            waiting = [one for one in inner if one.kind == "map"] + waiting

    def _scalar(self, node: _Node) -> Any:
        text, tag = node.text, node.tag
        if tag in (_TAG + "str", "!") or (tag is None and node.style != "plain"):
            return self._text(node, text)
        if tag is not None and tag not in {_TAG + t for t in ("null", "bool", "int", "float")}:
            self._known_tag(node, "str")
            return text
        value = self._core(node, text)
        if tag is not None and _type_name(value) != tag.removeprefix(_TAG):
            kind = tag.removeprefix(_TAG)
            self.problem("wrong-tag", f"`{text}` is not a YAML {kind}", self.place(node))
        return value

    def _core(self, node: _Node, text: str) -> Any:
        """Resolve a plain scalar by the YAML 1.2 core schema."""
        if text in _NULL:
            return None
        if text in _BOOL:
            return _BOOL[text]
        if not (text[0].isdigit() or text[0] in "+-."):
            return text
        if _INT.fullmatch(text):
            if len(text.lstrip("+-")) > 18:
                message = f"numbers have at most 18 digits, this one has {len(text)}"
                self.problem("wrong-number", message, self.place(node), "quote it to make it text")
                return 0
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        if _FLOAT.fullmatch(text):
            number = float(text)
            if math.isfinite(number):
                return number
        elif not _NOT_FINITE.fullmatch(text):
            return text
        message = f"`{text}` is not a finite number"
        self.problem("wrong-number", message, self.place(node), "quote it to make it text")
        return 0

    def _text(self, node: _Node, text: str) -> str:
        """Join the surrogate pairs that JSON escapes leave."""
        if text.isascii() or not UNPRINTABLE.search(text):
            return text
        try:
            return text.encode("utf-16", "surrogatepass").decode("utf-16")
        except UnicodeDecodeError:
            message = "the text holds half of a surrogate pair"
            self.problem("not-text", message, self.place(node))
            return ""

    def _known_tag(self, node: _Node, kind: str) -> None:
        if node.tag in (None, "!", _TAG + kind):
            return
        name = (node.tag or "").replace(_TAG, "!!")
        message = f"the tag `{name}` is not known here; in YAML a leading `!` is a tag"
        self.problem("unknown-tag", message, self.place(node), "quote the text")


def _close(node: _Node, event: Any) -> None:
    """Set the end of a list or mapping; a block ends where its last member does."""
    node.open = False
    if event.start_mark.index != event.end_mark.index:
        node.end = event.end_mark
    elif node.members:
        node.end = node.members[-1].end


def _type_name(value: Any) -> str:
    names = {"NoneType": "null", "str": "str", "bool": "bool", "int": "int", "float": "float"}
    return names[type(value).__name__]


def _c_events(text: str) -> Iterator[Any]:
    import yaml

    return _pull(yaml.CSafeLoader(text))


def _pull(parser: yaml.CSafeLoader | yaml.SafeLoader) -> Iterator[Any]:
    while parser.check_event():
        yield parser.get_event()
