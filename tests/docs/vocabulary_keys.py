"""The table of keys in docs/new-domain.md, from the schema: `python -m tests.docs.vocabulary_keys`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from evalspec.source import schema

PAGE = Path(__file__).parent.parent.parent / "docs" / "new-domain.md"
START, END = "<!-- keys -->\n", "<!-- end of keys -->\n"


def table() -> str:
    """Return a table of every key of a vocabulary, and one of the roles."""
    definitions = schema.load()["$defs"]
    sections = definitions["vocabulary"]["properties"]
    rows = ["| section | key | what it says |", "| --- | --- | --- |"]
    for name, section in sections.items():
        rows += [f"| `{name}` | | {section['description']} |", *_rows(section)]
    rows += ["", "| role | what its words do |", "| --- | --- |"]
    for role, said in sections["roles"]["properties"].items():
        rows.append(f"| `{role}` | {said['description']} |")
    return "\n".join(rows) + "\n"


def _rows(section: dict[str, Any]) -> Iterator[str]:
    fields = section.get("additionalProperties", {})
    for key, said in fields.get("properties", {}).items() if isinstance(fields, dict) else ():
        yield f"| | `{key}` | {said.get('description', '')} |"


def main() -> None:
    """Write the tables into the page."""
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(START)
    after = rest.partition(END)[2]
    PAGE.write_text(f"{before}{START}{table()}{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
