"""No test touches the user's own cache; heavy tests run only under `--all`."""

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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out heavy tests: properties over many examples, large inputs, whole data sets."""
    if config.getoption("--all"):
        return
    heavy = {item for item in items if _is_heavy(item)}
    items[:] = [item for item in items if item not in heavy]
    if heavy:
        config.hook.pytest_deselected(items=list(heavy))


def _is_heavy(item: pytest.Item) -> bool:
    """Tell whether a test is marked so, or is a property that Hypothesis tries to refute."""
    is_property = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    return is_property or item.get_closest_marker("heavy") is not None
