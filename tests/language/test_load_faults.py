"""Every kind of bad spec, vocabulary, policy and rule file gets its exact message."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evalspec.core.errors import SpecError
from evalspec.language.load import load_program
from tests import quick_yaml

FAULTS = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in sorted((Path(__file__).parent / "faults").glob("*.yaml"))
    for case in quick_yaml.load(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("case", FAULTS)
def test_message(case: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {"spec.yaml": case["spec"], **case.get("files", {})}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        load_program("spec.yaml", cache=False)
    assert str(caught.value) + "\n" == case["error"]


def test_there_are_many() -> None:
    assert len(FAULTS) >= 150


BYTES = {
    "not UTF-8": (
        b"evalspec: 1\ntitle: caf\xe9\n",
        "spec.yaml:2:11: byte 0xe9 is not UTF-8: save the file as UTF-8",
    ),
    "UTF-16": ("evalspec: 1".encode("utf-16"), "spec.yaml: the file is UTF-16: save it as UTF-8"),
    "too large": (b"# " + b"x" * (1 << 20), "spec.yaml: the file is larger than 1 MiB"),
    "alias bomb": (
        b"a: &a [x,x,x,x,x,x,x,x,x,x]\n"
        + b"".join(
            b"%c: &%c [%s]\n" % (98 + i, 98 + i, b",".join([b"*%c" % (97 + i)] * 10))
            for i in range(6)
        ),
        "spec.yaml:1:12: the file expands to more than 100,000 values",
    ),
}


@pytest.mark.parametrize("name", BYTES)
def test_bytes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content, message = BYTES[name]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spec.yaml").write_bytes(content)
    with pytest.raises(SpecError) as caught:
        load_program("spec.yaml", cache=False)
    assert str(caught.value).splitlines()[0] == message


def test_no_such_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    for name, message in {
        "spec.yaml": "spec.yaml: no such file",
        "folder": "folder: this is a folder, not a file",
        "a\0b": "a\0b: cannot be read: not a usable path",
    }.items():
        with pytest.raises(SpecError) as caught:
            load_program(name)
        assert str(caught.value) == message
