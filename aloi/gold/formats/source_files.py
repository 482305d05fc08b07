"""Functions that readers of linked mentions share: their result, and how they open files."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import cast

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers import base
from aloi.corpora.readers.archive import is_hidden, read_archive, read_files
from aloi.corpora.readers.encodings import encoding_of_stream

Spans = tuple[tuple[int, int], ...]
_ZIP = ".zip"


def excluded(content: str, why: Phrase | None = None) -> Phrase:
    """Return the description of content that is not imported: its kind, and which of it or why."""
    kind = Phrase(f"what-{content}", content)
    if why is None:
        return Phrase("excluded-all", "{what}, excluded", what=kind)
    return Phrase("excluded", "{what} {why}, excluded", what=kind, why=why)


@dataclass(frozen=True, slots=True)
class Note:
    """Something irregular that was read anyway, or excluded: its count, and its first location."""

    description: str = field(metadata={JSON_NAME: "what"})
    count: int
    first: str

    @property
    def omitted(self) -> Mapping[str, str] | None:
        """The excluded content: its kind (`what`) and why (`why`); None if it was read anyway."""
        if not isinstance(self.description, Phrase) or not self.description.key.startswith("excluded"):
            return None
        values = self.description.values
        return {name: cast("str", values.get(name, "")) for name in ("what", "why")}


@dataclass(frozen=True, slots=True)
class MentionLink:
    """A relation between two mentions, by their ids; an end is empty if it is no single mention."""

    type: str
    head: str
    tail: str


@dataclass(frozen=True, slots=True)
class Mentions:
    """The mentions of a source, in its order, and what a person should know about them.

    `documents` counts those read, with or without mentions; None if the source lists none.
    `databases` are the names of the databases of a mention's concepts by concept, if the source states them.
    `links` are relations with two ends: readers of spans take them, the notes count them as excluded.
    """

    mentions: tuple[LinkedMention, ...]
    notes: tuple[Note, ...]
    documents: int | None = None
    databases: Mapping[LinkedMention, Mapping[str, str]] = field(default_factory=dict)
    links: tuple[MentionLink, ...] = ()

    def counts(self) -> dict[str, int]:
        """Return how many documents and mentions there are, and mentions of each sort.

        `linked + without_concept + empty == mentions`; `concepts` counts distinct concept fields, a
        composite as one.
        """
        mentions = self.mentions
        linked = [one for one in mentions if one.concepts]
        holding = len({one.document_id for one in mentions})
        return {
            "documents": holding if self.documents is None else self.documents,
            "documents_with_mentions": holding,
            "mentions": len(mentions),
            "linked": len(linked),
            "without_concept": sum(not one.concepts and bool(one.concept) for one in mentions),
            "empty": sum(not one.concept for one in mentions),
            "concepts": len({one.concept for one in linked}),
            "discontinuous": sum(len(one.spans) > 1 for one in mentions),
            "composite": sum(len(one.concepts) > 1 for one in mentions),
        }


@dataclass(slots=True)
class Notebook:
    """Notes while a source is read."""

    counts: Counter[Phrase] = field(default_factory=Counter)
    first: dict[Phrase, str] = field(default_factory=dict)

    def add(self, description: Phrase, where: str, count: int = 1) -> None:
        """Count one case or several, and record the first location."""
        self.counts[description] += count
        self.first.setdefault(description, where)

    def notes(self) -> tuple[Note, ...]:
        """Return what was noted, in the order of first cases."""
        return tuple(Note(what, self.counts[what], where) for what, where in self.first.items())


def covered(text: str, spans: Spans) -> str:
    """Return the covered text of some stretches, with a space between them."""
    return " ".join(text[start:end] for start, end in spans)


def squeezed(text: str) -> str:
    """Return a text with single spaces for runs of white space, none at its ends."""
    return " ".join(text.split())


def spans_of(written: str) -> Spans | None:
    """Return the offsets in a text such as `3 8` or `3 8;12 20`; None if it has another form."""
    spans = []
    for part in written.split(";"):
        ends = part.split()
        if len(ends) != 2 or not all(end.isdigit() for end in ends):
            return None
        spans.append((int(ends[0]), int(ends[1])))
    return tuple(spans)


def contents(
    path: Path, suffixes: Sequence[str], *, nested: bool = False, notebook: Notebook | None = None
) -> dict[str, str]:
    """Return the text of a file, or of each file with these suffixes in a folder or a .zip, by its name.

    Hidden files are skipped.

    Parameters
    ----------
    nested : bool
        Whether a .zip in the folder or .zip is read too, as a folder with its name without the suffix.
    notebook : Notebook, optional
        With it, files in UTF-16 or Windows-1252 are read, and noted; without it, they are refused.

    Raises
    ------
    AloiError
        No file with such a suffix, a damaged archive, not UTF-8, or more than the limits of readers.
    """
    contents: dict[str, bytes] = {}
    size = 0
    for name, content in read_files(path, (*suffixes, _ZIP) if nested else suffixes):
        if is_hidden(PurePosixPath(name)):
            continue
        if nested and name.lower().endswith(_ZIP):
            inner = _unpacked(PurePosixPath(name), tuple(suffixes), content)
            contents |= {f"{name[: -len(_ZIP)]}/{each}": inner[each] for each in inner}
            size += sum(map(len, inner.values()))
        else:
            contents[name] = content
        if size > base.MAX_TOTAL:
            raise base.too_much(path.name)
    if not contents:
        expected = Term("files-of", suffixes=" or ".join(suffixes))
        if not path.exists():
            raise AloiError("aloi.no-file", path=path, expected=expected)
        no_file = Term("no-file-of", suffix=" or ".join(suffixes))
        raise AloiError("aloi.no-content", path=path, content=no_file, expected=expected)
    return {name: _decoded(content, f"{path}, {name}", name, notebook) for name, content in contents.items()}


def _unpacked(path: PurePosixPath, suffixes: tuple[str, ...], content: bytes) -> dict[str, bytes]:
    """Return the files of an archive inside another archive, by name."""
    archive = read_archive(Path(path), lambda name: name.suffix.lower() in suffixes, base.MAX_TOTAL, content)
    return {name: b"".join(chunks) for name, chunks in archive}


def texts_of(path: Path, notebook: Notebook) -> Mapping[str, str]:
    """Return the texts of a folder or .zip of .txt files by the name of the file, without its suffix."""
    files = contents(path, (".txt",), notebook=notebook)
    return {PurePosixPath(name).stem: text for name, text in files.items()}


def _decoded(content: bytes, where: str, name: str, notebook: Notebook | None) -> str:
    if content.startswith(base.BOM):
        content = content[len(base.BOM) :]
    encoding = "utf-8" if notebook is None else encoding_of_stream(io.BytesIO(content))
    if encoding == "utf-8" or notebook is None:
        return base.decode(content, where)
    try:
        text = content.decode(encoding)
    except UnicodeError:
        return base.decode(content, where)  # says which byte is wrong
    notebook.add(Phrase("import-encoding", "files in {encoding}, read as such", encoding=encoding), name)
    return text
