"""Data sets behind URLs that fsspec knows (`s3://`, `gs://`, `https://`), fetched while a run lasts."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from evalspec.core.errors import InputError, needs
from evalspec.core.span import At


def is_url(name: str) -> bool:
    """Tell whether a name is a URL, not a path."""
    return "://" in name


def fetched(url: str) -> list[tuple[Path, str]]:
    """Fetch the files that a URL or a pattern of one names; return each with its own URL.

    Raises `InputError` when there is none, or it cannot be fetched.
    """
    with needs("reading a URL needs the package fsspec", "tables", At(file=url)):
        from fsspec.core import url_to_fs
    try:
        files, pattern = url_to_fs(url)
        if files.isdir(pattern):
            pattern = f"{pattern.rstrip('/')}/**"
        found = [name for name in sorted(files.glob(pattern)) if not files.isdir(name)]
        made = []
        for name in map(str, found):
            path = _folder() / f"{len(list(_folder().iterdir())):05}-{name.rpartition('/')[2]}"
            files.get_file(name, str(path))
            made.append((path, files.unstrip_protocol(name)))
    except (OSError, ValueError, ImportError) as error:
        message = f"cannot be fetched: {error}"
        raise InputError.of("unreadable", message, At(file=url)) from error
    if not made:
        raise InputError.of("no-data", "no file fits", At(file=url))
    return made


@cache
def _folder() -> Path:
    """Return the folder that is fetched into; it goes when the process ends."""
    path = tempfile.mkdtemp(prefix="evalspec-")
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return Path(path)
