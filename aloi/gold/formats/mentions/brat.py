"""Brat standoff files with concepts: `.ann` beside `.txt`, in folders or a .zip.

Concepts are looked for where corpora put them: in normalisations (`N1 Reference T1 UMLS:C0027651 name`), in
the type of the mention (Mantra GSC), or in a note on it (`#1 AnnotatorNotes T1 8000/6`, Cantemist).
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

from aloi.annotation.rows import NO_CONCEPT, LinkedMention
from aloi.gold.formats.brat_files import BratFile, read_brat_files
from aloi.gold.formats.mention_offsets import resolve_mentions
from aloi.gold.formats.source_files import Mentions, Notebook

_CUI = re.compile(r"C[0-9]{7}([|+]C[0-9]{7})*")
_CODE = re.compile(r"(?=.*[0-9])[\w.:/+|-]+")


def read_brat(path: Path, texts: Path | None = None) -> Mentions:
    """Return the mentions of brat files: a folder, a .zip or one `.ann` file.

    Parameters
    ----------
    texts : Path, optional
        Where the `.txt` files stand, if not beside the `.ann` files.
    """
    notebook = Notebook()
    files = read_brat_files(path, notebook, texts)
    rows = [row for one in files for row in _mentions(one, notebook)]
    where = [f"{row.document_id}, {row.id.removeprefix(f'{row.document_id}:')}" for row in rows]
    return Mentions(resolve_mentions(rows, where, notebook), notebook.notes(), len(files))


def _mentions(brat_file: BratFile, notebook: Notebook) -> list[LinkedMention]:
    document, text = brat_file.document, brat_file.text or ""
    rows = []
    for name, (_, spans, mention) in brat_file.types.items():
        where = f"{document}, {name}"
        group, concept = group_and_concept(brat_file, name)
        if not concept and name in brat_file.remarks:
            notebook.add("notes that hold no concept", where)
        row = LinkedMention(f"{document}:{name}", document, text, spans, mention, group, concept)
        rows.append(row)
    return rows


def group_and_concept(brat_file: BratFile, name: str) -> tuple[str, str]:
    """Return the type or semantic group of a mention, and its concept; either may be empty."""
    kind, remark = brat_file.types[name][0], _cells(brat_file.remarks.get(name, ""))
    if name in brat_file.references:
        return kind, "|".join(brat_file.references[name])
    if _CUI.fullmatch(kind) or kind.upper() in NO_CONCEPT:
        return (remark[-1] if len(remark) > 1 else ""), kind
    coded = remark and (_CODE.fullmatch(remark[0]) or remark[0].upper() in NO_CONCEPT)
    return kind, remark[0] if coded else ""


def _cells(remark: str) -> list[str]:
    """Return the values of a note such as `"C0027651", "Neoplasms" ,"DISO"`, or the note alone."""
    cells = next(csv.reader([remark], skipinitialspace=True), [])
    return [cell.strip() for cell in cells]
