"""PubTator: `id|t|title`, `id|a|abstract`, then tab-separated mentions; documents parted by blank lines."""

from __future__ import annotations

import re
from pathlib import Path

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.gold.formats.mention_offsets import resolve_mentions
from aloi.gold.formats.source_files import Mentions, Notebook, contents

_TEXT = re.compile(r"(?P<document>[^|\t]+)\|(?P<part>[ta])\|(?P<text>.*)")
_WITHOUT_CONCEPT = 5


def read_pubtator(path: Path, texts: Path | None = None) -> Mentions:
    """Return the mentions of PubTator files: a file, a folder or a .zip.

    The text of a document is its title, one character between, and its abstract, which is what the places
    count in. Relations are counted in the notes.

    Raises
    ------
    AloiError
        No mention in this form.
    """
    del texts  # they stand in the file
    notebook = Notebook()
    rows: list[LinkedMention] = []
    places: list[str] = []
    for name, content in contents(path, (".txt", ".pubtator"), notebook=notebook).items():
        parts: dict[str, dict[str, str]] = {}
        lines = [line.rstrip("\r") for line in content.split("\n")]
        for line in lines:
            if match := _TEXT.fullmatch(line):
                parts.setdefault(match["document"], {})[match["part"]] = match["text"]
        text_by_document = {one: f"{has.get('t', '')}\n{has.get('a', '')}" for one, has in parts.items()}
        for number, line in enumerate(lines, 1):
            if line.strip() and not _TEXT.fullmatch(line):
                where = f"{name}, line {number}"
                if row := _row(line, where, text_by_document, notebook, len(rows)):
                    rows.append(row)
                    places.append(where)
    if not rows:
        raise AloiError("gold.no-mention-form-pubtator", path=path)
    return Mentions(resolve_mentions(rows, places, notebook), notebook.notes())


def _row(
    line: str, where: str, texts: dict[str, str], notebook: Notebook, number: int
) -> LinkedMention | None:
    fields = line.split("\t")
    if len(fields) < _WITHOUT_CONCEPT or not (fields[1].isdigit() and fields[2].isdigit()):
        relation = len(fields) > 1 and not fields[1].isdigit()
        notebook.add(
            "lines that hold no mention (relations)" if relation else "lines that cannot be read", where
        )
        return None
    document, start, end, mention, group, *rest = fields
    text = texts.get(document, "")
    if not text:
        notebook.add("no text of this document", where)
    spans = ((int(start), int(end)),)
    return LinkedMention(
        f"{document}:{number + 1}", document, text, spans, mention, group, rest[0].strip() if rest else ""
    )
