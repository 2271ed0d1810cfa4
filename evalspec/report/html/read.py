"""Result files of `evalspec run -o` and of `evalspec check -f json|jsonl` → lines."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.core.verdict import Cited, Outcome, Reading, ScopeResult
from evalspec.report.json import SCHEMA_VERSION, report_data
from evalspec.report.report import Report
from evalspec.run.folder import lines_of

MAX_BYTES = 1 << 30
"""Largest result file that is read, unpacked."""


class Label(Record, frozen=True):
    """A label and the verdict that stands against it."""

    label: Outcome
    verdict: Outcome


class Unread(Record, frozen=True):
    """What was wrong with a row of the data set."""

    message: str
    code: str = ""


class Struck(Record, frozen=True):
    """A claim that was struck from a statement."""

    text: str
    proof: str


class Judged(Record, frozen=True):
    """What a judge said, as far as the page shows it."""

    judge: str = ""
    kind: str = ""
    model: str = ""
    outcome: Outcome | None = None
    reason: str = ""
    rationale: str = ""
    reply: str = ""
    dropped: tuple[str, ...] = ()
    members: tuple[Judged, ...] = ()
    agreement: float | None = None
    detail: str = ""
    round: int = 0
    struck: tuple[Struck, ...] = ()
    rests_on: tuple[str, ...] = ()


class Line(Record, frozen=True):
    """One verdict as a result file holds it."""

    schema_version: int = SCHEMA_VERSION
    line: int = 0
    row: str = ""
    """Name of the response in a run."""
    response: str = ""
    """Name of the response in a check."""
    response_text: str | None = None
    request: str = ""
    name: str = ""
    id: str = ""
    text: str = ""
    canonical: str = ""
    outcome: Outcome | None = None
    reason: str = ""
    detail: str = ""
    method: str = ""
    severity: str = "error"
    groups: dict[str, str] = {}
    labels: dict[str, Label] = {}
    assumptions: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    doubts: tuple[Cited, ...] = ()
    scopes: tuple[ScopeResult, ...] = ()
    judgement: Judged | None = None
    """What a judge said, when one was asked."""
    also: tuple[Line, ...] = ()
    """What another method says of the same constraint."""
    problem: Unread | None = None
    """Given instead of an outcome when a row could not be read."""


class Inapplicable(Record, frozen=True):
    """A constraint whose condition does not hold for a case."""

    id: str
    detail: str = ""


class Checked(Record, frozen=True):
    """The verdicts on one response, as `check -f json` writes them."""

    response: str
    verdicts: tuple[Line, ...]
    inapplicable: tuple[Inapplicable, ...] = ()
    title: str = ""
    response_text: str | None = None
    request: str = ""


class Document(Record, frozen=True):
    """What `check -f json` writes."""

    reports: tuple[Checked, ...]
    schema_version: int = SCHEMA_VERSION


class Run(Record, frozen=True):
    """The lines of one file."""

    file: str
    title: str
    """Title of the spec, when the file names one."""
    lines: tuple[Line, ...]
    inapplicable: tuple[str, ...] = ()
    """Constraints that do not apply to some response: they count nowhere."""


def read_run(path: Path) -> Run:
    """Read a result file. Raises `InputError` for what is none."""
    content = _bytes(path)
    try:
        document = msgspec.json.decode(content, type=Document)
    except msgspec.ValidationError as error:
        if b'"reports"' in content[:200]:
            message = f"this is no result of `evalspec check -f json`: {error}"
            raise _error(path, 0, message) from error
    except (msgspec.DecodeError, UnicodeDecodeError):
        pass  # several lines, each a document
    else:
        _check_version(path, 0, document.schema_version)
        return _checked(str(path), document)
    if content.strip()[:1] not in (b"", b"{", b"["):
        hint = "`evalspec compare --dataset ADAPTER` reads verdicts of other files"
        message = "this is no result of `evalspec run -o` or `evalspec check -f json`"
        raise _error(path, 0, message, hint)
    lines = tuple(_lines(path, content))
    if not lines:
        raise _error(path, 0, "there is no result in this file")
    return Run(str(path), "", lines)


def run_of(reports: Sequence[Report]) -> Run:
    """Return the lines of a check that was just made."""
    data = [{**report_data(report), "response_text": report.response} for report in reports]
    return _checked("", msgspec.convert({"reports": data}, Document))


def _checked(file: str, document: Document) -> Run:
    lines = [
        replace(
            line,
            response=report.response,
            response_text=report.response_text,
            request=report.request,
        )
        for report in document.reports
        for line in report.verdicts
    ]
    titles = {report.title for report in document.reports}
    apart = dict.fromkeys(one.id for report in document.reports for one in report.inapplicable)
    return Run(file, titles.pop() if len(titles) == 1 else "", tuple(lines), tuple(apart))


_INAPPLICABLE = b'"outcome":"does-not-apply"'
"""What a line of a constraint holds that does not apply: it counts nowhere."""


def _lines(path: Path, content: bytes) -> Iterator[Line]:
    decoder = msgspec.json.Decoder(Line)
    for number, text in enumerate(content.split(b"\n"), start=1):
        if not text.strip():
            continue
        if _INAPPLICABLE in text:
            continue
        try:
            line = decoder.decode(text)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise _error(path, number, f"this line is no result: {error}") from error
        _check_version(path, number, line.schema_version)
        if line.outcome is None and line.problem is None:
            raise _error(path, number, "this line is no result: it has no `outcome`")
        yield line


def _check_version(path: Path, line: int, version: int) -> None:
    if version != SCHEMA_VERSION:
        message = f"results of version {version}; this evalspec reads version {SCHEMA_VERSION}"
        raise _error(path, line, message)


def _bytes(path: Path) -> bytes:
    kept = lines_of(path)
    if kept is not None:
        return "".join(kept).encode()
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _error(path, 0, f"cannot read the results: {reason}") from error
    if len(content) > MAX_BYTES:
        raise _error(path, 0, f"the results are larger than {MAX_BYTES >> 20} MiB")
    return content.removeprefix(b"\xef\xbb\xbf")


def _error(path: Path, line: int, message: str, hint: str = "") -> InputError:
    at = At(file=str(path), line=line, column=1 if line else 0)
    return InputError.of("not-a-result", message, at, hint=hint)
