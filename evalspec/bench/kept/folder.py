"""The files of a benchmark: what it is, its spec, its instances.

    bench.json        name, seed, number, checksums of the files
    spec.yaml …       the spec and the files beside it that it rests on
    instances.jsonl   one instance a line, in order
    verified.json     what `bench verify` found of all of them, for the card

The last line of a run that was broken off may be cut; it is dropped and made again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO, Any

from msgspec.structs import replace

from evalspec import __version__
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.reading import load_plan, load_scorer
from evalspec.bench.proven.instance import checksum
from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At
from evalspec.report.json import indented
from evalspec.source import files
from evalspec.source.whole import drop_cut_line, write_whole

VERSION = 1
_WRITTEN_BY = ("models", "prompts")
"""Keys of a manifest that only instances written by a model have."""
MANIFEST, INSTANCES, VERIFIED = "bench.json", "instances.jsonl", "verified.json"


class Folder:
    """The folder of a benchmark."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)

    @property
    def instances_file(self) -> Path:
        return self.path / INSTANCES

    # -- making ------------------------------------------------------------------------------
    def begin(self, plan: Plan, seed: int, more: Mapping[str, Any] | None = None) -> None:
        """Make the folder, or go on with one. Raises `InputError` for a folder of something else.

        `more` is what else its instances rest on: who wrote them.
        """
        about = {
            "evalspec_bench": VERSION,
            "name": plan.name,
            "seed": seed,
            "spec": Path(plan.program.source).name,
            "files": {name: sha256(content).hexdigest() for name, content in _contents(plan)},
            **(more or {}),
        }
        if self.path.exists() and not self.path.is_dir():
            raise _wrong(self.path, "is a file, not a folder")
        held = sorted(one.name for one in self.path.iterdir()) if self.path.is_dir() else []
        if MANIFEST in held:
            known = self.manifest()
            wanted = {**dict.fromkeys(_WRITTEN_BY), **about}
            differing = [key for key, value in wanted.items() if known.get(key) != value]
            if differing:
                raise _wrong(self.path, f"holds another benchmark: its {differing[0]} differs")
            self._write({**about, "instances": known["instances"], "complete": False})
            return
        if held:
            raise _wrong(self.path, f"is not empty: it holds {', '.join(held[:3])}")
        self.path.mkdir(parents=True, exist_ok=True)
        for name, content in _contents(plan):
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
        self._write({**about, "instances": 0, "complete": False})

    def end(self, number: int) -> None:
        """Note that all instances are there, and what their file is."""
        content = self.instances_file.read_bytes()
        about = {**self.manifest(), "instances": number, "complete": True,
                 "sha256": sha256(content).hexdigest(), "evalspec": __version__}  # fmt: skip
        self._write(about)

    def _write(self, about: dict[str, Any]) -> None:
        write_whole(self.path / MANIFEST, indented(about).encode())

    def opened(self) -> IO[str]:
        """Return the file of instances to add to, without a last line that was cut."""
        drop_cut_line(self.instances_file)
        return self.instances_file.open("a", encoding="utf-8", newline="\n")

    # -- reading -----------------------------------------------------------------------------
    def manifest(self) -> dict[str, Any]:
        path = self.path / MANIFEST
        try:
            found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise _wrong(self.path, f"is no benchmark: it has no {MANIFEST}") from None
        except (OSError, ValueError) as error:
            raise _wrong(path, f"cannot be read: {error}") from None
        return found

    def plan(self) -> Plan:
        """Return the plan of the spec in the folder. Raises `InputError` before all is generated."""
        about = self.manifest()
        if not about["complete"]:
            raise _wrong(self.path, "is not finished: `bench generate` goes on with it")
        return replace(load_plan(_inside(self.path, about["spec"])), name=about["name"])

    def plan_for(self, spec: str | None) -> Plan:
        """Return the plan of another spec, or of the one in the folder."""
        return self.plan() if spec is None else load_scorer(spec)

    def known(self, limit: int | None = None) -> dict[str, dict[str, Any]]:
        """Return the instances by their names. Raises `InputError` when a file was changed."""
        lines = {line["id"]: line for line in islice(self.instances(), limit)}
        changed = self.changed()
        if changed:
            raise InputError(changed)
        return lines

    def changed(self) -> list[Problem]:
        """Return which files are not those that the folder was made of."""
        about = self.manifest()
        found = []
        sums = {**about["files"], **({INSTANCES: about["sha256"]} if about["complete"] else {})}
        for name, known in sums.items():
            path = _inside(self.path, name)
            if not path.is_file() or sha256(path.read_bytes()).hexdigest() != known:
                message = "this file was changed after the instances were made"
                found.append(Problem("changed", message, At(str(path))))
        return found

    def keep_verified(self, found: dict[str, Any]) -> None:
        """Keep what was verified, with the checksum of the instances that it is about."""
        text = indented({"instances": self.manifest().get("sha256"), **found})
        write_whole(self.path / VERIFIED, text.encode())

    def verified(self) -> dict[str, Any] | None:
        """Return what was verified of these instances; None where nothing was since they were made."""
        try:
            found: dict[str, Any] = json.loads((self.path / VERIFIED).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return found if found.get("instances") == self.manifest().get("sha256") else None

    def instances(self) -> Iterator[dict[str, Any]]:
        """Yield every instance. Raises `InputError` for a line that is not what was written."""
        if not self.instances_file.is_file():
            raise _wrong(self.path, "holds no instances: generate them first")
        with self.instances_file.open(encoding="utf-8") as lines:
            for number, text in enumerate(lines, 1):
                if not text.endswith("\n"):
                    return
                at = At(str(self.instances_file), number, 1, number, 1)
                try:
                    line = json.loads(text)
                except ValueError as error:
                    raise InputError.of("bad-json", f"expected JSON: {error}", at) from None
                if not isinstance(line, dict) or line.get("sha256") != checksum(line):
                    name = line.get("id", "?") if isinstance(line, dict) else "?"
                    message = f"instance {name} was edited: its checksum does not fit"
                    raise InputError.of("edited", message, at)
                yield line


def _contents(plan: Plan) -> Iterator[tuple[str, bytes]]:
    """Yield the spec and the files that it names, by their paths from its folder.

    Those that are shipped need no copy but the spec. Raises `InputError` for one elsewhere.
    """
    spec = _located(plan.program.source)
    for name in dict.fromkeys((plan.program.source, *plan.files)):
        path = _located(name)
        if not path.is_relative_to(spec.parent):
            raise _wrong(path, f"is not below {spec.parent}: a benchmark keeps what its spec names")
        yield path.relative_to(spec.parent).as_posix(), path.read_bytes()


def _located(name: str) -> Path:
    return (files.locate(name) or Path(name)).resolve()


def _inside(folder: Path, name: str) -> Path:
    """Return a file below a folder. Raises `InputError` for a name that leads elsewhere."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise _wrong(folder / MANIFEST, f"names a file outside of the folder: {name}")
    return path


def _wrong(path: Path, message: str) -> InputError:
    return InputError.of("bench-folder", f"{path} {message}")
