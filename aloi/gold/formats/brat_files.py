"""Raw contents of brat standoff files: the text and the lines of each `.ann` file, in folders or a .zip."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path, PurePosixPath

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.mention_offsets import MarkedWords, resolve_offsets
from aloi.gold.formats.source_files import Notebook, Spans, contents, excluded, spans_of

NO_ANN = excluded("texts", Phrase("why-without-ann-file", "without an .ann file"))
_UNREADABLE = Phrase("import-lines-cannot-read", "lines that cannot be read")
_OTHER_NOTES = excluded(
    "notes", Phrase("why-other-than-spans", "on other than spans, or further notes on one")
)
RELATIONS, EVENTS, ATTRIBUTES = excluded("relations"), excluded("events"), excluded("attributes")
EQUIVALENCE = "Equiv"  # the type of `*` lines: their spans stand for the same


@dataclass(frozen=True, slots=True)
class BratEvent:
    """An event: its type, its trigger, and the roles of its arguments, spans or events, by their ids."""

    type: str
    trigger: str
    arguments: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class BratLink:
    """A relation line: its type, and the ids of its two ends."""

    type: str
    head: str
    tail: str


@dataclass(frozen=True, slots=True)
class BratFile:
    """The content of an `.ann` file, and its text.

    Parameters
    ----------
    document : str
        The path of the file in its folder, without its suffix.
    text : str or None
        None if there is no `.txt` file next to it.
    types : dict
        Type, offsets and mention of each text-bound line, by its id.
    references, remarks : dict
        Normalisations of a mention, and the note on it, by the id of the mention.
    links : list of BratLink
        Relations and equivalences.
    events : dict
        By id.
    attributes : list of (target, name, value)
        The value is empty for a flag.
    """

    document: str
    text: str | None
    types: dict[str, tuple[str, Spans, str]] = field(default_factory=dict)
    references: dict[str, list[str]] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)
    links: list[BratLink] = field(default_factory=list)
    events: dict[str, BratEvent] = field(default_factory=dict)
    attributes: list[tuple[str, str, str]] = field(default_factory=list)

    def note_rest(self, notebook: Notebook) -> None:
        """Count relations, events and attributes, for readers of mentions, which have no room for them."""
        for description, content in (
            (RELATIONS, self.links), (EVENTS, self.events), (ATTRIBUTES, self.attributes),
        ):  # fmt: skip
            if content:
                notebook.add(description, self.document, len(content))


def read_brat_files(path: Path, notebook: Notebook, texts: Path | None = None) -> tuple[BratFile, ...]:
    """Return the `.ann` files of a folder, a .zip or one file; irregularities are noted, not fatal.

    Parameters
    ----------
    texts : Path, optional
        The directory of the `.txt` files, if it is not that of the `.ann` files.

    Raises
    ------
    AloiError
        No `.ann` file, a damaged archive, or a file that is not UTF-8.
    """
    files = contents(path, (".ann", ".txt"), notebook=notebook)
    if path.is_file() and path.suffix.lower() == ".ann" and path.with_suffix(".txt").is_file():
        files |= contents(path.with_suffix(".txt"), (".txt",), notebook=notebook)
    text_files = {name: text for name, text in files.items() if name.lower().endswith(".txt")}
    if texts is not None:
        text_files |= contents(texts, (".txt",), notebook=notebook)
    by_stem = {PurePosixPath(name).with_suffix("").as_posix(): text for name, text in text_files.items()}
    annotated = {name: lines for name, lines in files.items() if name.lower().endswith(".ann")}
    if not annotated:
        raise AloiError(
            "aloi.no-content",
            path=path,
            content=Term("no-file-of", suffix=".ann"),
            expected=Term("files-of", suffixes=".ann"),
            todo=Term("check-or-other-format"),
        )
    files_read: list[BratFile] = []
    for name, lines in annotated.items():
        document = PurePosixPath(name).with_suffix("").as_posix()
        if document not in by_stem:
            notebook.add(Phrase("import-no-text-next", "no text next to the annotations"), name)
        file = BratFile(document, by_stem.get(document))
        _read_lines(file, name, lines, notebook)
        files_read.append(file)
    # Brat lists a text only if it has an `.ann` file: without one, nobody has annotated it.
    documents = {file.document for file in files_read}
    for document in (document for document in by_stem if document not in documents):
        notebook.add(NO_ANN, f"{document}.txt")
    _resolve(files_read, notebook)
    return tuple(files_read)


def _resolve(files: Sequence[BratFile], notebook: Notebook) -> None:
    """Replace the spans of all files by those in code points that match their annotated words."""
    names = [(file, name) for file in files if file.text is not None for name in file.types]
    marked = [
        MarkedWords(file.text or "", *file.types[name][1:], f"{file.document}, {name}")
        for file, name in names
    ]
    for (file, name), spans in zip(names, resolve_offsets(marked, notebook), strict=True):
        kind, _, words = file.types[name]
        file.types[name] = (kind, spans, words)


def _read_lines(brat_file: BratFile, name: str, lines: str, notebook: Notebook) -> None:
    """Bring the lines of an `.ann` file into what is found."""
    for number, line in enumerate(lines.split("\n"), 1):
        where = f"{name}, line {number}"
        # Words of a text may contain tabs: only the first two separate the fields.
        fields = line.rstrip("\r").split("\t", 2)
        kind = line[:1]
        if not line.strip():
            continue
        if kind == "T":
            head = fields[1].split(" ", 1) if len(fields) > 1 else []
            spans = spans_of(head[1]) if len(head) == 2 else None
            if spans is None:
                notebook.add(_UNREADABLE, where)
            else:
                its_name = fields[0] if fields[0] not in brat_file.types else f"{fields[0]}, line {number}"
                brat_file.types[its_name] = (head[0], spans, "".join(fields[2:]))
        elif not _read_other(brat_file, kind, fields):
            notebook.add(_OTHER_NOTES if kind == "#" else _UNREADABLE, where)


def _read_other(brat_file: BratFile, kind: str, fields: Sequence[str]) -> bool:
    """Take a line that is no text-bound annotation, and return whether it can be read."""
    words = fields[1].split() if len(fields) > 1 else []
    match kind:
        case "N" if len(words) == 3:
            brat_file.references.setdefault(words[1], []).append(words[2].split(":", 1)[-1])
        case "#" if len(fields) == 3 and _note_on_span(fields[1], brat_file.remarks):
            brat_file.remarks[words[1]] = fields[2]
        case "R" if len(words) == 3 and all(":" in word for word in words[1:]):
            ends = dict(word.split(":", 1) for word in words[1:])
            listed = sorted(ends) if ends.keys() == {"Arg1", "Arg2"} else [*ends]
            if len(listed) < 2:
                return False
            brat_file.links.append(BratLink(words[0], *(ends[role] for role in listed)))
        case "*" if len(words) > 2:
            brat_file.links.extend(BratLink(words[0], *pair) for pair in pairwise(words[1:]))
        case "E" if words and all(":" in word for word in words):
            (type_, trigger), *arguments = (word.split(":", 1) for word in words)
            roles = tuple((role.rstrip("0123456789") or role, target) for role, target in arguments)
            brat_file.events[fields[0]] = BratEvent(type_, trigger, roles)
        case "A" | "M" if len(words) in (2, 3):
            brat_file.attributes.append((words[1], words[0], "".join(words[2:])))
        case _:
            return False
    return True


def _note_on_span(head: str, noted: Container[str]) -> bool:
    """Return whether a note is the first one on a span."""
    words = head.split()
    return len(words) == 2 and words[1].startswith("T") and words[1] not in noted
