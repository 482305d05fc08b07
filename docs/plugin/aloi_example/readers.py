"""References of PubMed in the form that its button `Send to: Citation manager` writes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase
from aloi.corpora.readers import Reader, ReadText
from aloi.corpora.readers.base import lines, no_text

_METADATA = {"TA": "journal", "DP": "date"}
_EXAMPLE = b"""
PMID- 1
DP  - 2024 Mar
TI  - A cough that
      lasts.
AB  - The patient coughs.
TA  - J Example

PMID- 2
TI  - A letter.
"""
Fields = dict[str, str]


class Nbib(Reader):
    """A text a reference: the title, and the abstract on the next line. Its name is the PubMed identifier."""

    name: ClassVar[str] = "nbib"
    title: ClassVar[str] = Phrase("example-nbib", "references of PubMed (.nbib)")

    def read(self, path: Path) -> Iterator[ReadText]:
        """Yield the references of a file in its order."""
        for where, fields in _records(path):
            if "PMID" not in fields:
                raise AloiError("example.no-pmid").at(where)
            text = "\n".join(fields[tag] for tag in ("TI", "AB") if fields.get(tag))
            if not text:
                raise no_text(where)
            metadata = {name: fields[tag] for tag, name in _METADATA.items() if tag in fields}
            yield ReadText(fields["PMID"], text, metadata, where)

    def example(self) -> tuple[bytes, tuple[str, ...]]:
        """Return two references, one of them without an abstract."""
        return _EXAMPLE, ("A cough that lasts.\nThe patient coughs.", "A letter.")


def _records(path: Path) -> Iterator[tuple[str, Fields]]:
    """Yield the first line and the fields of each record; of a repeated field, the first value."""
    fields: Fields = {}
    where, is_first = "", True  # of the record; of the field that is being read
    tag = ""
    with path.open("rb") as file:
        for number, line in enumerate(lines(file, path), start=1):
            content = line.rstrip("\r\n")
            if not content.strip():
                if fields:
                    yield where, fields
                fields, tag = {}, ""
            elif content.startswith("      ") and tag:
                if is_first:
                    fields[tag] += f" {content.strip()}"
            elif content[4:6] == "- " and content[:4].strip():
                tag = content[:4].strip()
                where = where if fields else f"{path}, line {number}"
                is_first = tag not in fields
                fields.setdefault(tag, content[6:].strip())
            else:
                raise AloiError("example.not-nbib").at(f"{path}, line {number}")
    if fields:
        yield where, fields
