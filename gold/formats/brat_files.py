"""Brat standoff files as they stand: the text and the lines of each `.ann` file, in folders or a .zip."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from aloi.errors import AloiError
from gold.formats.source_files import Notebook, Spans, contents, spans_of

# What stands in an `.ann` file beside mentions, by the first letter of its line.
_OTHERS = {
    "R": "relations, left out",
    "*": "relations, left out",
    "E": "events, left out",
    "A": "attributes, left out",
    "M": "attributes, left out",
    "N": "lines that cannot be read",
    "#": "notes on relations and documents, left out",
}


@dataclass(frozen=True, slots=True)
class BratFile:
    """What an `.ann` file says, and the text beside it.

    Parameters
    ----------
    document : str
        The path of the file in its folder, without its suffix.
    text : str or None
        None where no `.txt` stands beside it.
    types : dict
        Type, places and mention of each text-bound line, by its id.
    references, remarks : dict
        Normalisations of a mention; the note on it; by the id of the mention.
    """

    document: str
    text: str | None
    types: dict[str, tuple[str, Spans, str]] = field(default_factory=dict)
    references: dict[str, list[str]] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)


def read_brat_files(path: Path, notebook: Notebook, texts: Path | None = None) -> tuple[BratFile, ...]:
    """Return the `.ann` files of a folder, a .zip or one file; what is odd is noted, not fatal.

    Parameters
    ----------
    texts : Path, optional
        Where the `.txt` files stand, if not beside the `.ann` files.

    Raises
    ------
    AloiError
        No `.ann` file there, a damaged archive, or not UTF-8.
    """
    files = contents(path, (".ann", ".txt"))
    if path.is_file() and path.suffix.lower() == ".ann" and path.with_suffix(".txt").is_file():
        files |= contents(path.with_suffix(".txt"), (".txt",))
    beside = {name: text for name, text in files.items() if name.lower().endswith(".txt")}
    if texts is not None:
        beside |= contents(texts, (".txt",))
    by_stem = {PurePosixPath(name).with_suffix("").as_posix(): text for name, text in beside.items()}
    annotated = {name: lines for name, lines in files.items() if name.lower().endswith(".ann")}
    if not annotated:
        raise AloiError("gold.no-ann-file", path=path)
    found = []
    for name, lines in annotated.items():
        document = PurePosixPath(name).with_suffix("").as_posix()
        if document not in by_stem:
            notebook.add("no text beside the annotations", name)
        one = BratFile(document, by_stem.get(document))
        _read_lines(one, name, lines, notebook)
        found.append(one)
    return tuple(found)


def _read_lines(found: BratFile, name: str, lines: str, notebook: Notebook) -> None:
    """Bring the lines of an `.ann` file into what is found."""
    for number, line in enumerate(lines.split("\n"), 1):
        where = f"{name}, line {number}"
        # Words of a text may hold tabs: only the first two part the fields.
        fields = line.rstrip("\r").split("\t", 2)
        kind = line[:1]
        if not line.strip():
            continue
        if kind == "T":
            head = fields[1].split(" ", 1) if len(fields) == 3 else []
            spans = spans_of(head[1]) if len(head) == 2 else None
            if spans is None:
                notebook.add("lines that cannot be read", where)
            else:
                found.types[fields[0]] = (head[0], spans, fields[2])
        elif kind == "N" and len(fields) > 1 and len(words := fields[1].split()) == 3:
            found.references.setdefault(words[1], []).append(words[2].split(":", 1)[-1])
        elif kind == "#" and len(fields) == 3 and len(words := fields[1].split()) == 2:
            found.remarks[words[1]] = fields[2]
        else:
            notebook.add(_OTHERS.get(kind, "lines that cannot be read"), where)
