"""No test touches the user's own cache; heavy tests run only under `--all`, whole ones under `--whole`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder: Path = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # one for all workers, each of which has a folder
        folder = folder.parent
    folder /= "evalspec-cache"
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(folder))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="Run the tests marked `heavy` too.")
    parser.addoption(
        "--whole", action="store_true", help="Run every test, also those marked `whole`."
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out heavy tests, and those that try in full what a sample of it shows."""
    if config.getoption("--whole"):
        return
    every = config.getoption("--all")
    left = {
        item
        for item in items
        if item.get_closest_marker("whole") or (not every and _is_heavy(item))
    }
    items[:] = [item for item in items if item not in left]
    if left:
        config.hook.pytest_deselected(items=list(left))


def _is_heavy(item: pytest.Item) -> bool:
    """Tell whether a test is marked so, or is a property that Hypothesis tries to refute."""
    is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    return is_property or item.get_closest_marker("heavy") is not None
