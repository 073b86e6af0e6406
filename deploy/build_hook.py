"""Hatchling's hook: .po files in, the .mo files that the program reads out: into the wheel, or here."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileMessages(BuildHookInterface):
    """Only what is built is written to; a wheel leaves the sources as they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, str(Path(self.root) / "deploy"))
        import catalogues  # noqa: PLC0415 - found by the line above

        if version == "editable":
            catalogues.compile_here(Path(self.root))
        elif self.target_name == "wheel":
            self._folder = tempfile.TemporaryDirectory()
            build_data["force_include"] |= catalogues.compile_into(Path(self._folder.name), Path(self.root))
