"""A headless Chromium for tests and benchmarks, where there is one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class NoBrowserError(Exception):
    """Says why there is no browser."""


@contextmanager
def chromium() -> Iterator[Any]:
    """Start a Chromium: of EVALSPEC_CHROMIUM, of playwright, or of the system."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        raise NoBrowserError(
            "playwright is not installed (pip install 'evalspec[browser]')"
        ) from error
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
        installed = own if os.path.exists(own) else None
        path = os.environ.get("EVALSPEC_CHROMIUM") or installed or _of_the_system()
        try:
            browser = playwright.chromium.launch(executable_path=path)
        except Error as error:
            reason = str(error).strip().splitlines()[0]
            raise NoBrowserError(f"no Chromium could be started: {reason}") from error
        try:
            yield browser
        finally:
            browser.close()


def _of_the_system() -> str | None:
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)
