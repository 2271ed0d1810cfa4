"""The statistics libraries of the extra `compare`, imported when a figure needs them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from evalspec.core.errors import InputError


@cache
def library(name: str) -> Any:
    """Import a module. Raises `InputError` when its package is not installed."""
    try:
        return import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        message = f"comparing needs the package {package}, which is not installed"
        hint = "install the extra `compare` of evalspec"
        raise InputError.of("missing-package", message, hint=hint) from error
