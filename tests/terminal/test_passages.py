"""`aloi passages make`."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.conftest import Run


def test_passages_are_made_once(told: Run, refused, folder: Path) -> None:
    (folder / "texts").mkdir()
    (folder / "texts" / "a.txt").write_text("Elle tousse. Elle dort.\n\nElle mange.", encoding="utf-8")
    told("corpus", "import", folder / "texts", "--name", "notes", "--language", "fr", "--licence", "CC0")
    done = told("passages", "make", "notes")
    assert (done["by"], done["items"], done["new"]) == ("document", 1, 1)
    assert told("passages", "make", "notes", "--by", "paragraph")["new"] == 2
    assert told("passages", "make", "notes", "--by", "sentence")["new"] == 2  # one is a paragraph too
    assert "The corpus 'other' does not exist" in refused("passages", "make", "other")
