"""A JSON answer read as keyed blocks.

A small scanner keeps the place of every key and value (the standard library's parser
does not), tolerates trailing commas, and uses a stack of its own, so depth is no limit.
Members become label lines or bullets by depth, an array of flat objects becomes a
table; the rest of the reader works on them unchanged.
"""

from __future__ import annotations

import re

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import Block, BlockKind

_TOKEN = regex(
    r'[\s,\ufeff]*(?:(?P<text>"(?:[^"\\]++|\\.)*+")|(?P<mark>[{}\[\]:])'
    r"|(?P<word>-?\d[\d.eE+-]*|true|false|null))",
    re.DOTALL,
)
AMOUNT = regex(r"[^\w\s]?\s?\d[\d.,]*\s?[^\d\s]{0,8}")
_WORD = regex(r"[^\W\d_]{3}")
_FENCE = regex(r"^[ \t\ufeff]*+(`{3,}+|~{3,}+)[ \t]*+(\w*+)[^\n`]*+\n", re.MULTILINE)
_OPENING = regex(r"^[{\[][ \t]*$", re.MULTILINE)


class JsonTree:
    """A JSON value with the place of each part, in parallel lists by node number."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        """`{`, `[` or `"` (text) or `0` (number, true, false, null)."""
        self.starts: list[int] = []
        """Of the value; inside the quotes of a text."""
        self.ends: list[int] = []
        self.keys: list[Span | None] = []
        """Inside the quotes of the key; None for array elements and the root."""
        self.children: list[list[int]] = []
        self.text = ""

    def add(self, kind: str, start: int, end: int, key: Span | None) -> int:
        """Append a node and return its number."""
        self.kinds.append(kind)
        self.starts.append(start)
        self.ends.append(end)
        self.keys.append(key)
        self.children.append([])
        return len(self.kinds) - 1

    def child(self, node: int, step: str) -> int | None:
        """Return the member with this key or the element with this number."""
        if self.kinds[node] == "[":
            known = step.isascii() and step.isdigit() and int(step) < len(self.children[node])
            return self.children[node][int(step)] if known else None
        for member in self.children[node]:
            key = self.keys[member]
            if key is not None and key.of(self.text) == step:
                return member
        return None


def find_json(text: str) -> JsonTree | None:
    """Read the JSON that a text is, bare or as its main fenced block; None when it is not."""
    body = text.lstrip("\ufeff \t\r\n")
    start = len(text) - len(body)
    if body[:1] in ("{", "[") and (tree := read_json(text, start, len(text.rstrip()))):
        return tree
    fence = _FENCE.search(text)
    if fence is None:
        return _amid_lines(text)
    end = text.find("\n" + fence[1], fence.end() - 1)
    end = len(text) if end < 0 else end
    inner = text[fence.end() : end].strip()
    if inner[:1] not in ("{", "[") or 2 * len(inner) < len(text.strip()):
        return None
    return read_json(text, fence.end(), end)


def _amid_lines(text: str) -> JsonTree | None:
    """Read the JSON that stands between lines of prose, and is most of the text."""
    first = _OPENING.search(text)
    end = 1 + max(text.rfind("}"), text.rfind("]"))
    if first is None or 2 * (end - first.start()) < len(text.strip()):
        return None
    return read_json(text, first.start(), end)


def read_json(text: str, start: int, end: int) -> JsonTree | None:
    """Read one object or array that fills `text[start:end]`; None when it is not JSON."""
    tree = JsonTree()
    tree.text = text
    stack: list[int] = []
    key: Span | None = None
    at = start
    while match := _TOKEN.match(text, at, end):
        at = match.end()
        if tree.kinds and not stack:
            return None
        kind = match.lastgroup
        place = match.span(kind or 0)
        mark = match["mark"]
        if mark == ":":
            return None
        if mark in ("}", "]"):
            if not stack or key is not None or tree.kinds[stack[-1]] != {"}": "{", "]": "["}[mark]:
                return None
            tree.ends[stack.pop()] = at
            continue
        in_object = bool(stack) and tree.kinds[stack[-1]] == "{"
        if in_object and key is None:
            colon = _TOKEN.match(text, at, end)
            if kind != "text" or colon is None or colon["mark"] != ":":
                return None
            key = Span(place[0] + 1, place[1] - 1)
            at = colon.end()
            continue
        if not stack and mark is None:
            return None
        if mark:
            node = tree.add(mark, place[0], place[1], key)
        elif kind == "text":
            node = tree.add('"', place[0] + 1, place[1] - 1, key)
        else:
            node = tree.add("0", place[0], place[1], key)
        key = None
        if stack:
            tree.children[stack[-1]].append(node)
        if mark:
            stack.append(node)
    complete = tree.kinds and not stack and not text[at:end].strip(" \t\r\n\ufeff,")
    return tree if complete else None


def json_blocks(tree: JsonTree) -> tuple[Block, ...]:
    """Return the members of a JSON value as blocks, nested by level."""
    _set_apart(tree)
    blocks: list[Block] = []
    tables = 0
    work: list[tuple[int, int]] = [(child, 0) for child in reversed(tree.children[0])]
    if _is_table(tree, 0):
        _table(tree, 0, 1, blocks)
        work = []
    parents = {child: node for node, held in enumerate(tree.children) for child in held}
    while work:
        node, level = work.pop()
        children = tree.children[node]
        container = tree.kinds[node] in "{["
        key = tree.keys[node]
        if key is not None and (amount := _amount(tree, children)):
            number, unit = (Span(tree.starts[part], tree.ends[part]) for part in amount)
            whole = Span(key.start, max(number.end, unit.end))
            blocks.append(
                Block(BlockKind.BULLET, whole, whole, level, 0, "", key, number, unit=unit)
            )
            continue
        if key is None and tree.kinds[node] == "{":
            named = _title(tree, children, parents.get(node))
            blocks.append(_titled(tree, node, named, level))
            children = [child for child in children if child != named]
        elif key is not None or not container:
            blocks.append(_member(tree, node, level))
        if container and _is_table(tree, node):
            tables += 1
            _table(tree, node, 1 + tables, blocks)
        elif container:
            work.extend((child, level + 1) for child in reversed(children))
    return tuple(blocks)


def _set_apart(tree: JsonTree) -> None:
    """Make an object of the thing that an object names beside another one told alike, below its key.

    `{"day": "Mon", "main": "Stew", "price": 3.8, "veg": {"dish": "Pie", "price": 3.4}}` tells two things; so
    do the others of its list.
    """
    parents = {child: node for node, held in enumerate(tree.children) for child in held}
    called: dict[int, str] = {}
    objects = [node for node, kind in enumerate(tree.kinds) if kind == "{"]
    for node in objects:
        own = _named_beside(tree, node)
        if own is not None and node in parents:
            called[parents[node]] = _key(tree, own)
    for node in objects if called else ():
        key = called.get(parents.get(node, -1), "")
        own = next((text for text in _texts(tree, node) if key and _key(tree, text) == key), None)
        if own is None:
            continue
        numbers = _numbers(tree, node)
        for other in _beside(tree, node):
            _hold(tree, other, tree.children[other])
        first = tree.add("{", tree.starts[node], tree.ends[node], tree.keys[own])
        rest = [child for child in tree.children[node] if child not in (own, *numbers)]
        tree.children[node] = [first, *rest]
        _hold(tree, first, [own, *numbers])


def _named_beside(tree: JsonTree, node: int) -> int | None:
    """Return the only text of an object, but its title, where another one in it has numbers of its keys."""
    beside = _beside(tree, node)
    named = _title(tree, tree.children[node], None) if beside else None
    own = [text for text in _texts(tree, node) if text != named]
    told = {_key(tree, number) for number in _numbers(tree, node)}
    shared = any(told & {_key(tree, n) for n in _numbers(tree, other)} for other in beside)
    return own[0] if len(own) == 1 and shared else None


def _beside(tree: JsonTree, node: int) -> list[int]:
    """Return the objects below keys of an object that have one text each."""
    inner = [c for c in tree.children[node] if tree.kinds[c] == "{" and tree.keys[c] is not None]
    return [other for other in inner if len(_texts(tree, other)) == 1]


def _numbers(tree: JsonTree, node: int) -> list[int]:
    plain = [child for child in tree.children[node] if tree.kinds[child] == "0"]
    return [n for n in plain if tree.text[tree.starts[n]] in "-0123456789"]


def _hold(tree: JsonTree, node: int, members: list[int]) -> None:
    """Let what a key holds be one object of some members."""
    thing = tree.add("{", tree.starts[node], tree.ends[node], None)
    tree.children[thing] = members
    tree.children[node] = [thing]


def _texts(tree: JsonTree, node: int) -> list[int]:
    """Return the members of an object that are words."""
    texts = [child for child in tree.children[node] if tree.kinds[child] == '"']
    return [t for t in texts if _WORD.search(tree.text, tree.starts[t], tree.ends[t])]


def _key(tree: JsonTree, node: int) -> str:
    key = tree.keys[node]
    return key.of(tree.text) if key is not None else ""


def _member(tree: JsonTree, node: int, level: int) -> Block:
    key = tree.keys[node]
    value = Span(tree.starts[node], tree.ends[node])
    if key is None:
        return Block(BlockKind.BULLET, value, value, level, 0)
    if tree.kinds[node] in "{[":
        return Block(BlockKind.BULLET, key, key, level, 0, label=key, rest=Span(key.end, key.end))
    whole = Span(key.start, value.end)
    return Block(BlockKind.BULLET, whole, whole, level, 0, label=key, rest=value)


def _amount(tree: JsonTree, children: list[int]) -> tuple[int, int] | None:
    """Return the number and the unit that an object of nothing else holds."""
    kinds = {tree.kinds[child]: child for child in children}
    unit = tree.keys[kinds['"']] if len(children) == len(kinds) == 2 and '"' in kinds else None
    told = unit is not None and unit.of(tree.text).lower() in ("unit", "units", "currency")
    return (kinds["0"], kinds['"']) if told and "0" in kinds else None


def _title(tree: JsonTree, children: list[int], holder: int | None) -> int | None:
    """Return the member that names an object: by its key, else its first text, else a plain value.

    The key is a `name` or `title`, or the list is called by its plural: `"tasks": [{"task": …}]`.
    """
    plain = [child for child in children if tree.kinds[child] in '"0']
    texts = [child for child in plain if tree.kinds[child] == '"']
    if all(AMOUNT.fullmatch(tree.text, tree.starts[t], tree.ends[t]) for t in texts):
        return plain[0] if plain else None  # `{"day": 1, "total": "85 EUR"}`
    list_key = tree.keys[holder] if holder is not None else None
    plural = list_key.of(tree.text).lower() if list_key is not None else ""
    return min(texts, key=lambda child: (_names_by(tree, child, plural), texts.index(child)))


def _names_by(tree: JsonTree, member: int, plural: str) -> int:
    """Return how far the key of a text is from being that of a name: 0 for `task` of tasks, 1 for `name`,
    more for what says something else or, last, has no words.
    """
    place = tree.keys[member]
    key = place.of(tree.text).lower() if place is not None else ""
    if key and plural in (f"{key}s", f"{key}es", f"{key[:-1]}ies"):
        return 0
    if key.endswith(("name", "title")):
        return 1
    worded = _WORD.search(tree.text, tree.starts[member], tree.ends[member])
    return 2 if worded is not None else 3  # `"time": "08:00"`


def _titled(tree: JsonTree, node: int, named: int | None, level: int) -> Block:
    mark = Span(tree.starts[node], tree.starts[node] + 1)
    if named is None:
        return Block(BlockKind.BULLET, mark, Span(mark.end, mark.end), level, 0)
    value = Span(tree.starts[named], tree.ends[named])
    key = tree.keys[named]
    if tree.kinds[named] == '"' or key is None:
        return Block(BlockKind.BULLET, mark, value, level, 0)
    whole = Span(key.start, value.end)
    return Block(BlockKind.BULLET, mark, whole, level, 0, label=key, rest=value)


def _is_table(tree: JsonTree, node: int) -> bool:
    rows = tree.children[node]
    return (
        tree.kinds[node] == "["
        and len(rows) > 0
        and all(
            tree.kinds[row] == "{"
            and len(tree.children[row]) > 1
            and all(tree.kinds[cell] in '"0' for cell in tree.children[row])
            for row in rows
        )
    )


def _table(tree: JsonTree, node: int, group: int, blocks: list[Block]) -> None:
    headers: dict[str, Span] = {}
    rows = []
    for row in tree.children[node]:
        cells: dict[str, Span] = {}
        for cell in tree.children[row]:
            key = tree.keys[cell]
            if key is not None:
                headers.setdefault(key.of(tree.text), key)
                cells[key.of(tree.text)] = Span(tree.starts[cell], tree.ends[cell])
        rows.append((row, cells))
    mark = Span(tree.starts[node], tree.starts[node] + 1)
    header = Block(BlockKind.TABLE_HEADER, mark, mark, 0, group, cells=tuple(headers.values()))
    blocks.append(header)
    for row, cells in rows:
        whole = Span(tree.starts[row], tree.ends[row])
        empty = Span(whole.start, whole.start)
        found = tuple(cells.get(name, empty) for name in headers)
        blocks.append(Block(BlockKind.TABLE_ROW, whole, whole, 0, group, cells=found))
