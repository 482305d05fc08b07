"""Brat standoff files with concepts: `.ann` beside `.txt`, in folders or a .zip.

Concepts are looked for where corpora put them: in normalisations (`N1 Reference T1 UMLS:C0027651 name`), in
the type of the mention (Mantra GSC), or in a note on it (`#1 AnnotatorNotes T1 8000/6`, Cantemist).
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from annotation.rows import NO_CONCEPT, LinkedMention
from errors import AloiError
from gold.formats.mention_base import Mentions, Notebook, Spans, contents, spans_of

_CUI = re.compile(r"C[0-9]{7}([|+]C[0-9]{7})*")
_CODE = re.compile(r"(?=.*[0-9])[\w.:/+|-]+")


@dataclass(slots=True)
class _Found:
    """What an `.ann` file says, by the id of the mention; `types` holds type, places and the mention."""

    types: dict[str, tuple[str, Spans, str]] = field(default_factory=dict)
    references: dict[str, list[str]] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)


def read_brat(path: Path, texts: Path | None = None) -> Mentions:
    """Return the mentions of brat files: a folder, a .zip or one `.ann` file.

    Parameters
    ----------
    texts : Path, optional
        Where the `.txt` files stand, if not beside the `.ann` files.
    """
    notebook = Notebook()
    files = contents(path, (".ann", ".txt"))
    if path.is_file() and path.suffix.lower() == ".ann" and path.with_suffix(".txt").is_file():
        files |= contents(path.with_suffix(".txt"), (".txt",))
    beside = {name: text for name, text in files.items() if name.lower().endswith(".txt")}
    if texts is not None:
        beside |= contents(texts, (".txt",))
    by_stem = {PurePosixPath(name).with_suffix("").as_posix(): text for name, text in beside.items()}
    rows: list[LinkedMention] = []
    annotated = {name: lines for name, lines in files.items() if name.lower().endswith(".ann")}
    if not annotated:
        raise AloiError(
            f"{path} is no .ann file.",
            "Brat files were expected: a folder, a .zip or a file of .ann.",
            "Check the path, or choose another reader.",
        )
    for name, lines in annotated.items():
        document = PurePosixPath(name).with_suffix("").as_posix()
        if document not in by_stem:
            notebook.add("no text beside the annotations", name)
        rows += _mentions(document, by_stem.get(document, ""), _found(name, lines, notebook), notebook)
    return Mentions(tuple(rows), notebook.notes(), len(annotated))


def _found(name: str, lines: str, notebook: Notebook) -> _Found:
    found = _Found()
    for number, line in enumerate(lines.split("\n"), 1):
        where = f"{name}, line {number}"
        fields = line.rstrip("\r").split("\t")
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
            notebook.add("lines that hold no mention (relations, events, attributes)", where)
    return found


def _mentions(document: str, text: str, found: _Found, notebook: Notebook) -> list[LinkedMention]:
    rows = []
    for name, (kind, spans, mention) in found.types.items():
        where = f"{document}, {name}"
        remark = _cells(found.remarks.get(name, ""))
        group, concept = kind, ""
        if name in found.references:
            concept = "|".join(found.references[name])
        elif _CUI.fullmatch(kind) or kind.upper() in NO_CONCEPT:
            group, concept = (remark[-1] if len(remark) > 1 else ""), kind
        elif remark and (_CODE.fullmatch(remark[0]) or remark[0].upper() in NO_CONCEPT):
            concept = remark[0]
        elif name in found.remarks:
            notebook.add("notes that hold no concept", where)
        row = LinkedMention(f"{document}:{name}", document, text, spans, mention, group, concept)
        notebook.check_place(row, where)
        rows.append(row)
    return rows


def _cells(remark: str) -> list[str]:
    """Return the values of a note such as `"C0027651", "Neoplasms" ,"DISO"`, or the note alone."""
    cells = next(csv.reader([remark], skipinitialspace=True), [])
    return [cell.strip() for cell in cells]
