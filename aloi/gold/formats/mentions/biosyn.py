"""BioSyn's files: `.concept`, a mention a line with `||` between its fields, and dictionaries `CUI||name`."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.terminologies.files import biosyn_line
from aloi.gold.formats.mention_offsets import resolve_mentions
from aloi.gold.formats.source_files import Mentions, Notebook, contents

_FIELDS = 6


def read_concept(path: Path, texts: Path | None = None) -> Mentions:
    """Return the mentions of a `.concept` file, or of a folder or .zip of them.

    A line is `document||start|end||type||mention||concept`, or has `||` between start and end; the places
    of a discontinuous mention are written one after the other. Texts,
    `<document>.txt`, are searched for next to the files or in `texts`.

    Raises
    ------
    AloiError
        No line of this form.
    """
    notebook = Notebook()
    files = contents(path, (".concept", ".txt"), notebook=notebook)
    if texts is not None:
        files |= contents(texts, (".txt",), notebook=notebook)
    texts_by_document = {
        PurePosixPath(name).stem: text for name, text in files.items() if name.lower().endswith(".txt")
    }
    rows: list[LinkedMention] = []
    places: list[str] = []
    for name, lines in files.items():
        if name.lower().endswith(".txt") and path.name != name:
            continue
        for number, line in enumerate(lines.split("\n"), 1):
            if line.strip():
                where = f"{name}, line {number}"
                if row := _row(line.rstrip("\r"), where, texts_by_document, notebook, len(rows)):
                    rows.append(row)
                    places.append(where)
    if not rows:
        raise AloiError(
            "aloi.no-content",
            path=path,
            content=Term("no-mention-of", form="BioSyn"),
            expected="`document||start|end||type||mention||concept`",
            todo=Term("check-or-other-format"),
        )
    return Mentions(resolve_mentions(rows, places, notebook), notebook.notes())


def read_names(path: Path) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Return the (concept, name) lines of a dictionary `CUI||name`, and the lines that are none.

    Raises
    ------
    AloiError
        No file of it, or several in a folder or a .zip.
    """
    files = contents(path, (".txt", ".dict", ".concept"))
    if len(files) > 1:
        raise AloiError(
            "aloi.too-many",
            name=Term("possible-dictionaries", path=path),
            count=len(files),
            most=1,
            todo=Term("name-the-file"),
        )
    (content,) = files.values()
    names, bad = [], []
    for number, line in enumerate(content.split("\n"), 1):
        fields = biosyn_line(line)
        if fields is not None:
            names.append(fields)
        elif line.strip():
            bad.append(f"line {number}")
    return tuple(names), tuple(bad)


def _row(
    line: str, where: str, texts: dict[str, str], notebook: Notebook, number: int
) -> LinkedMention | None:
    fields = line.split("||")
    if len(fields) > _FIELDS - 1 and fields[1].isdigit() and fields[2].isdigit():
        fields[1:3] = ["|".join(fields[1:3])]  # start and end as fields of their own
    if len(fields) < _FIELDS - 1:
        notebook.add(Phrase("import-lines-cannot-read", "lines that cannot be read"), where)
        return None
    document, places, group, *mention, concept = fields
    ends = places.split("|")
    spans: tuple[tuple[int, int], ...] = ()
    if len(ends) % 2 == 0 and all(end.strip().isdigit() for end in ends):
        numbers = [int(end) for end in ends]
        spans = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    else:
        notebook.add(Phrase("import-offsets-cannot-read", "offsets that cannot be read"), where)
    text = texts.get(document, "")
    return LinkedMention(
        f"{document}:{number + 1}", document, text, spans, "||".join(mention), group, concept.strip()
    )
