"""A small written benchmark, its answers and a model that decides them: for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from evalspec.bench.kept.folder import Folder
from evalspec.bench.planned.reading import load_plan
from evalspec.bench.proven.instance import checksum
from evalspec.source import yaml

SPEC = Path(__file__).with_suffix(".yaml")
CONSTRAINTS = {
    f"{name}-1": (group["pool"][0]["text"], group["pool"][0]["check"])
    for name, group in yaml.read_file(SPEC).value["bench"]["write"]["groups"].items()
}
ANSWERS = (
    "Dear Ann, the rose blooms. Yours, Bo",
    "Yours, Bo, says hello. Dear Ann, no flowers here.",
    "Dear all, the tulip, the lily and the rose bloom, and so does every other plant that I know"
    " of in our garden. Yours, Bo",
)
LABELS: tuple[dict[str, Any], ...] = (
    {"positive-1": "satisfied", "negative-1": True, "sequencing-1": "yes"},
    {"positive-1": "unsatisfied", "sequencing-1": "no"},
    {"negative-1": False, "conditional-1": 0},
)
REPLIES = """replies:
  - {when: "Look for:\\\\s+the greeting", reply: "{marker}\\n{\\"quotes\\": [\\"Dear\\"]}"}
  - {when: "Look for:\\\\s+the farewell", reply: "{marker}\\n{\\"quotes\\": [\\"Yours, Bo\\"]}"}
  - {when: "(?s)no flowers here.*constraint:\\\\s+it names a flower", reply: "It names none.\\n{marker}\\nno"}
  - {when: "(?s)Dear all.*constraint:\\\\s+it greets by name", reply: "It says all.\\n{marker}\\nno"}
  - {when: "constraint:\\\\s+Use at most 20 words", reply: "I count twelve words.\\n{marker}\\nyes"}
  - {when: "(?s)no flowers here.*constraint:\\\\s+Greet before", reply: "I cannot tell."}
  - {reply: "So it is.\\n{marker}\\nyes"}
"""


def line(number: int) -> dict[str, Any]:
    """Return an instance."""
    names = list(CONSTRAINTS)[: 3 if number % 3 == 0 else 4]
    texts = [CONSTRAINTS[name][0] for name in names]
    made = {
        "id": f"letters-7-{number}", "instance": number, "seed": 7, "parameters": {}, "data": {},
        "topic": "a garden",
        "constraints": [
            {"id": name, "group": name.partition("-")[0], "text": text, "check": check}
            for name in names for text, check in [CONSTRAINTS[name]]
        ],
        "written": {"topic": "pool", "constraints": dict.fromkeys(names, "pool")},
        "constrainedness": f"{len(names) / 8:.4f}", "wording": "plain",
        "prompt": "Write a letter on a garden.\n" + "\n".join(f"- {text}" for text in texts),
        "draws": {"refused": {"repeats another one": number}, "dropped": []},
    }  # fmt: skip
    return {**made, "sha256": checksum(made)}


def folder(path: Path, number: int = 3) -> Path:
    """Write the benchmark, with so many instances; every third one has one constraint less."""
    place = Folder(path)
    place.begin(load_plan(SPEC), 7)
    with place.opened() as stream:
        stream.writelines(json.dumps(line(one)) + "\n" for one in range(1, number + 1))
    place.end(number)
    return path


def answers(path: Path, *, labels: bool = False) -> Path:
    """Write an answer to each of the first three instances."""
    rows = [
        {"id": f"letters-7-{number}", "response": text, **({"labels": said} if labels else {})}
        for number, (text, said) in enumerate(zip(ANSWERS, LABELS, strict=True), 1)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path
