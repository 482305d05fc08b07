"""The tab-separated form of CodiEsp: document, kind, code, evidence, places; no header.

`*X.tsv` holds diagnoses and procedures. CodiEsp-D, the corpus of the papers, is the diagnoses alone.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.corpora.readers import read_lines
from aloi.gold.formats.mention_offsets import resolve_mentions
from aloi.gold.formats.source_files import Mentions, Notebook, spans_of, texts_of

DIAGNOSIS, PROCEDURE = "DIAGNOSTICO", "PROCEDIMIENTO"
_COLUMNS = 5


def read_codiesp(path: Path, texts: Path | None = None, *, kind: str = "") -> Mentions:
    """Return the mentions of a CodiEsp file.

    Parameters
    ----------
    texts : Path, optional
        A folder or .zip with the texts, `<document>.txt`; by default `<part>_text_files.zip` beside the
        file, if it is there. Places are checked against them.
    kind : str
        `DIAGNOSTICO` or `PROCEDIMIENTO`; empty for both. What is left out is counted in the notes.

    Raises
    ------
    AloiError
        A file without any line of five columns.
    """
    notebook = Notebook()
    texts_path = path.with_name(f"{path.stem.removesuffix('X')}_text_files.zip")
    texts = texts or (texts_path if texts_path.is_file() else None)
    texts_by_document = texts_of(texts, notebook) if texts else {}
    rows: list[LinkedMention] = []
    lines: list[str] = []
    for number, line in enumerate(read_lines(path), 1):
        where = f"line {number}"
        fields = line.rstrip("\r").split("\t")
        if len(fields) != _COLUMNS:
            notebook.add("lines that cannot be read", where)
            continue
        document, group, concept, mention, places = fields
        if kind and group != kind:
            notebook.add(f"left out: lines of {group}", where)
            continue
        spans = spans_of(places)
        if spans is None:
            notebook.add("places that cannot be read", where)
        text = texts_by_document.get(document, "")
        if texts_by_document and not text:
            notebook.add("no text of this document", where)
        row = LinkedMention(f"{document}:{number}", document, text, spans or (), mention, group, concept)
        rows.append(row)
        lines.append(where)
    if not rows:
        raise AloiError(
            "gold.no-mention-form-codiesp",
            path=path,
            columns=_COLUMNS,
            diagnosis=DIAGNOSIS,
            procedure=PROCEDURE,
        )
    return Mentions(resolve_mentions(rows, lines, notebook), notebook.notes(), len(texts_by_document) or None)


read_codiesp_diagnoses = partial(read_codiesp, kind=DIAGNOSIS)
read_codiesp_procedures = partial(read_codiesp, kind=PROCEDURE)
