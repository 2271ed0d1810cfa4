"""What the wheel holds beside the files of the repository: tables of the parsers.

A table fits only the release of lark it was built with; with another one the first
check builds its own, as in a checkout.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ParserTables(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the table of each grammar into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the tables and name them for the wheel."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        try:
            from evalspec.language.tables import OPTIONS, SUFFIX, packaged_table
        finally:
            sys.path.remove(self.root)
        self.folder = TemporaryDirectory()
        for grammar in OPTIONS:
            table = Path(self.folder.name, grammar + SUFFIX)
            table.write_bytes(packaged_table(grammar))
            build_data["force_include"][str(table)] = f"evalspec/_data/grammars/{table.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was written."""
        if version != "editable":
            self.folder.cleanup()
