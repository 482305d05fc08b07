"""Brat files: the spans of a text, or the mentions that its annotations link to concepts."""

from __future__ import annotations

from pathlib import Path

from aloi.errors import AloiError
from gold.formats.source_files import contents
from workbench.imports.layouts.base import Layout, Reading, Source
from workbench.imports.layouts.mentions import mention_source
from workbench.imports.layouts.spans import SPANS, span_source


class Brat(Layout):
    """A folder, a .zip or one `.ann` file, each beside its text."""

    name = "brat"
    title = "brat standoff files"
    also_called = ("cantemist",)
    tasks = (SPANS, "linking")

    def accepts(self, path: Path) -> bool:
        """Return whether there is an `.ann` file."""
        if path.is_file() and path.suffix.lower() not in (".ann", ".zip"):
            return False
        try:
            return bool(contents(path, (".ann",)))
        except AloiError:
            return False

    def read(self, path: Path, asked: Reading) -> Source:
        """Return the texts with their spans, or the mentions with the concepts they are linked to."""
        if self.task(asked) == SPANS:
            return span_source(path, self.name, asked)
        return mention_source(path, self.name, asked)
