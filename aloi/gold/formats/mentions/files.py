"""The readers of linked mentions, one file each; this is the whole list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.corpora.readers.bioc.documents import is_bioc
from aloi.corpora.readers.tables import SUFFIXES
from aloi.gold.formats.mentions.bigbio import read_bigbio
from aloi.gold.formats.mentions.bioc import read_bioc
from aloi.gold.formats.mentions.biosyn import read_concept
from aloi.gold.formats.mentions.brat import read_brat
from aloi.gold.formats.mentions.codiesp import read_codiesp, read_codiesp_diagnoses, read_codiesp_procedures
from aloi.gold.formats.mentions.pubtator import read_pubtator
from aloi.gold.formats.mentions.tables import read_mention_table
from aloi.gold.formats.source_files import Mentions, Note

READERS: Mapping[str, Callable[[Path, Path | None], Mentions]] = {
    "table": read_mention_table,
    "mantra": read_mention_table,
    "e3c": read_mention_table,
    "brat": read_brat,
    "cantemist": read_brat,
    "codiesp": read_codiesp_diagnoses,
    "codiesp-p": read_codiesp_procedures,
    "codiesp-x": read_codiesp,
    "concept": read_concept,
    "bigbio": read_bigbio,
    "bioc": read_bioc,
    "pubtator": read_pubtator,
}
REPEATED_IDS = "mentions with the id of an earlier mention, counted too"
_BY_SUFFIX = {
    **dict.fromkeys(SUFFIXES, "table"),
    ".ann": "brat",
    ".zip": "brat",
    ".concept": "concept",
    ".json": "bigbio",
    ".pubtator": "pubtator",
    ".txt": "pubtator",
}


def read_mentions(path: Path, reader: str | None = None, texts: Path | None = None) -> Mentions:
    """Return the linked mentions of a source and notes on what in it is unusual or was left out.

    Nothing that is odd is fatal: places that do not hold their mention, lines that cannot be read and the
    like are counted in the notes. An id that stands twice gets a number.

    Parameters
    ----------
    reader : str, optional
        One of `READERS`; by default BioC where files are of it, and otherwise what the suffix of the path
        says, brat for a folder.
    texts : Path, optional
        Where the texts stand, if neither in the file nor beside it.

    Raises
    ------
    AloiError
        No such reader, nothing at the path, or nothing in it of the form of the reader.
    """
    chosen = reader or ("bioc" if is_bioc(path) else "")
    chosen = chosen or ("brat" if path.is_dir() else _BY_SUFFIX.get(path.suffix.lower(), ""))
    if chosen not in READERS:
        raise AloiError(
            "gold.no-reader-mentions-called",
            has_chosen=bool(chosen),
            chosen=repr(chosen) if chosen else "",
            path=path,
            readers=READERS,
        )
    if not path.exists():
        raise AloiError("gold.mentions-no", path=path)
    source = READERS[chosen](path, texts)
    seen: Counter[str] = Counter()
    rows = []
    databases = {}
    for mention in source.mentions:
        seen[mention.id] += 1
        rows.append(
            replace(mention, id=f"{mention.id}#{seen[mention.id]}") if seen[mention.id] > 1 else mention
        )
        if mention in source.databases:
            databases[rows[-1]] = source.databases[mention]
    notes = source.notes
    if repeated := seen.total() - len(seen):
        first = next(id_ for id_, count in seen.items() if count > 1)
        notes = (*notes, Note(REPEATED_IDS, repeated, first))
    return Mentions(tuple(rows), notes, source.documents, databases)
