"""Questions for Label Studio and Argilla, and labels from what these export.

What a label is about travels with the task as plain fields, so that an export comes back as lines
of a labels file. Both tools have their own order and do not hide who labels what from each other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

from evalspec.compare.people.label import Label
from evalspec.compare.people.question import Question, label_in_words
from evalspec.core.errors import InputError
from evalspec.core.span import At


# -- there ------------------------------------------------------------------------------------
def label_studio_tasks(asked: Sequence[Question]) -> str:
    """Write tasks to import into a project."""
    return _json([{"data": {"asked": one.asked, **_texts(one), **_about(one)}} for one in asked])


def label_studio_config(asked: Sequence[Question]) -> str:
    """Write the labelling interface of the project. Raises `InputError` for several kinds."""
    first = _one_kind(asked)
    shown = [f"  <Text name={quoteattr(n)} value={quoteattr('$' + n)}/>" for n in _texts(first)]
    choices = [
        f"    <Choice value={quoteattr(c.words)} hotkey={quoteattr(c.key)}/>" for c in first.menu
    ]
    return "\n".join(
        ["<View>", *shown, '  <Text name="asked" value="$asked"/>',
         '  <Choices name="label" toName="asked" choice="single" required="true">', *choices,
         "  </Choices>", '  <TextArea name="note" toName="asked" maxSubmissions="1"/>', "</View>", ""]
    )  # fmt: skip


def argilla_records(asked: Sequence[Question]) -> str:
    """Write records to load into a data set. Raises `InputError` for several kinds."""
    _one_kind(asked)
    return _json(
        [
            {"id": one.item, "fields": {"asked": one.asked, **_texts(one)}, "metadata": _about(one)}
            for one in asked
        ]
    )


def _one_kind(asked: Sequence[Question]) -> Question:
    if len({len(one.texts) for one in asked}) != 1:
        message = "there is nothing to label" if not asked else "pairs and single responses"
        hint = "a project shows one kind of question"
        raise InputError.of("mixed-questions", message, hint=hint)
    return asked[0]


def _texts(one: Question) -> dict[str, str]:
    """Return what is shown; a request that is empty is a field of every task all the same."""
    names = ["response"] if len(one.texts) == 1 else ["response_1", "response_2"]
    return {"request": one.request, **dict(zip(names, one.shown, strict=True))}


def _about(one: Question) -> dict[str, str]:
    return {"item": one.item, "digest": one.digest, "order": one.order}


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


# -- and back ---------------------------------------------------------------------------------
def read_export(tool: str, path: Path, names: Mapping[str, str]) -> list[Label]:
    """Read an export of a tool; `names` are those of people by what the tool calls them.

    Raises `InputError` for a file that is none, or was made of other tasks, with its record.
    """
    at = At(file=str(path))
    try:
        records = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise InputError.of("unreadable", f"cannot read the export: {error}", at) from error
    found = []
    for number, record in enumerate(records if isinstance(records, list) else [records], 1):
        try:
            found += [_label(tool, one, names) for one in _ANSWERS[tool](record)]
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            message = f"record {number} is no answer to a task that was written for {tool}"
            hint = "of Label Studio the export is JSON or JSON-MIN, of Argilla `records.to_json`"
            raise InputError.of("not-an-export", message, at, hint=hint) from error
    return found


class _Answer(NamedTuple):
    """One answer as a tool exports it."""

    about: Mapping[str, str]
    """What stands in the task: item, digest, order."""
    words: str
    who: str
    time: str = ""
    note: str = ""


def _label(tool: str, given: _Answer, names: Mapping[str, str]) -> Label:
    item, digest, order = (str(given.about[name]) for name in ("item", "digest", "order"))
    time = given.time and datetime.fromisoformat(given.time).astimezone(UTC)
    return Label(
        item=item,
        label=label_in_words(given.words, order),
        person=names.get(given.who, f"{tool}-{given.who}"),
        order=order,
        seen=("request", "responses" if order else "response"),
        digest=digest,
        time=time.isoformat(timespec="seconds") if time else "",
        note=given.note,
    )


def _of_label_studio(record: dict[str, Any]) -> Iterator[_Answer]:
    """Yield the answers of a task of the full export, or that of a record of the short one."""
    if "annotations" not in record:
        yield _Answer(record, record["label"], str(record["annotator"]), record["updated_at"],
                      _one_text(record.get("note", "")))  # fmt: skip
        return
    for one in record["annotations"]:
        said = {result["from_name"]: result["value"] for result in one["result"]}
        if not one["was_cancelled"]:
            (words,) = said["label"]["choices"]
            note = _one_text(said.get("note", {}).get("text", ""))
            who = str(one["completed_by"])
            yield _Answer(record["data"], words, who, one["updated_at"], note)


def _of_argilla(record: dict[str, Any]) -> Iterator[_Answer]:
    """Yield the answers to a record; a note belongs to the answer of the same person."""
    responses = record["responses"]
    notes = {one["user_id"]: str(one["value"]) for one in responses.get("note", ())}
    for one in responses.get("label", ()):
        who = one["user_id"]
        yield _Answer(record["metadata"], one["value"], str(who), note=notes.get(who, ""))


def _one_text(given: str | Sequence[str]) -> str:
    return given if isinstance(given, str) else " ".join(given)


_ANSWERS: dict[str, Callable[[dict[str, Any]], Iterator[_Answer]]] = {
    "label-studio": _of_label_studio,
    "argilla": _of_argilla,
}
TOOLS = tuple(_ANSWERS)
