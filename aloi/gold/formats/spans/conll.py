"""CoNLL files: a token and its tag a line, a blank line after each sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote, unquote

from aloi.annotation.rows import Row, TaggedTokens
from aloi.annotation.tag_schemes import Scheme, read_tags
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Phrase, Term
from aloi.corpora.source_ids import SourceIds
from aloi.gold.formats.base import Format, only, read_text
from aloi.gold.formats.losses import (
    LOST_ATTRIBUTES,
    LOST_RELATIONS,
    UNTAGGED_SPANS,
    WIDENED_SPANS,
    Loss,
    answers,
    rows_with,
)
from aloi.gold.formats.source_files import Note, Notebook, excluded
from aloi.gold.formats.source_ids import release_source_ids
from aloi.gold.model import Release

STRAY_TAGS = Phrase(
    "import-tags-their-scheme", "tags that their scheme would write otherwise, read as the nearest span"
)
JOINED_TAGS = Phrase(
    "import-tags-without-letter",
    "tags without a letter, joined with the same label before them; --scheme BARE separates them",
)
BARE_TAGS = Phrase(
    "import-tags-without-letter-each",
    "tags without a letter, each token a span of its own; --scheme IO joins them",
)
ZERO_TAGS = Phrase("import-tags-such-o", "tags such as o or _ beside spans, read as O")
OTHER_TAGS = excluded("columns", Phrase("why-tags-before-last", "of tags before the last column"))
OTHER_COMMENTS = excluded("comments")

_COMMENT = re.compile(r"# ?(id|sent_id|document|newdoc id) = ?([^\t]*)")
_BOUNDARY = "-DOCSTART-"
_BETWEEN = f"{_BOUNDARY} -X- O O\n\n"  # as CoNLL-2003 parts documents, and spaCy knows them
_TAG = re.compile(r"O|[BIESLUMW]-.+")
_OWN_COLUMNS = re.compile(r"[^\t]+\t-\tid=([^\t]*)\tdocument=([^\t]*)(?:\tsource_id=([^\t]*))?\t[^\t]+")


@dataclass(frozen=True, slots=True)
class ConllSentence:
    """A sentence of a CoNLL file.

    Parameters
    ----------
    lines : tuple of int
        The line of each token, from 1.
    id, document : str
        From the comments `# id = ...` and `# document = ...`; empty without them.
    released : bool
        Whether Aloi wrote it: its tags need no scheme.
    source_id : str
        The source id that Aloi wrote for an imported item; empty without one.
    """

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    lines: tuple[int, ...]
    id: str
    document: str
    released: bool = False
    source_id: str = ""


@dataclass(frozen=True, slots=True)
class TaggedFiles:
    """The sentences of CoNLL files by file, their tags as IOB2, and the scheme they were written in."""

    sentences: Mapping[Path, tuple[ConllSentence, ...]]
    scheme: Scheme | None
    notes: tuple[Note, ...]


class Conll(Format):
    """`<part>.conll`: token, `-`, `id=...`, `document=...`, tag; a blank line after each sentence.

    A column `source_id=...` before the tag is the id of the item in its source, if it is
    unique there.

    Readers that take the first column and the last, as those of spaCy and seqeval do, read it correctly: they
    know no comments. Ids are percent-encoded. Files with `# id = ` and `# document = ` before each sentence,
    as they were written before, are read too.
    """

    name: ClassVar[str] = "conll"
    title: ClassVar[str] = Phrase("format-tagged-tokens-conll", "tagged tokens (CoNLL)")
    extensions: ClassVar[tuple[str, ...]] = (".conll",)
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    lost_fields: ClassVar[tuple[str, ...]] = ("text", "spans", "relations")
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss(Phrase("loss-spaces-between-tokens", "the spaces between tokens"), rows_with("text")),
        UNTAGGED_SPANS,
        WIDENED_SPANS,
        LOST_ATTRIBUTES,
        LOST_RELATIONS,
        answers(
            Phrase(
                "loss-annotations-support-spread-behind-each-tag",
                "annotations, support and spread behind each tag",
            )
        ),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return one file a part, rows by id.

        Raises
        ------
        AloiError
            A row without a token, or a token or tag that a line cannot carry: empty, with a tab or line end,
            or `-DOCSTART-`.
        """
        ids = release_source_ids(release)
        return {f"{part}.conll": _part(only(TaggedTokens, found), ids) for part, found in rows.items()}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows.

        A sentence without id is called by its place in its file. Tags of other schemes become IOB2; if each
        token has a tag without a letter, such as parts of speech, they stay.
        """
        del scale
        paths = sorted(folder.glob("*.conll"))
        if not paths:
            raise AloiError(
                "aloi.no-content",
                path=folder,
                content=Term("no-file-of", suffix=".conll"),
                expected=Term("one-per-split"),
                todo=Term("export-again"),
            )
        tagged = read_tagged(paths)
        plain = tagged.scheme is Scheme.BARE
        files = {path: read_conll(path) for path in paths} if plain else tagged.sentences
        return {
            path.stem: tuple(
                TaggedTokens(
                    sentence.id or f"{path.stem}-{number}", sentence.document, sentence.tokens, sentence.tags
                )
                for number, sentence in enumerate(sentences, start=1)
            )
            for path, sentences in files.items()
        }


def read_tagged(paths: Sequence[Path], scheme: Scheme | None = None) -> TaggedFiles:
    """Return the sentences of CoNLL files of one set, whose tags are in one scheme.

    Parameters
    ----------
    scheme : Scheme or None
        None: found from the tags of all files together.

    Raises
    ------
    AloiError
        A file that `read_conll` refuses, or tags that are not of one scheme.
    """
    notebook = Notebook()
    files = {path: read_conll(path, notebook) for path in paths}
    listed = [(path, sentence) for path, sentences in files.items() for sentence in sentences]
    if scheme is None and all(one.released for _, one in listed):
        return TaggedFiles(files, Scheme.IOB2, notebook.notes())
    name = paths[0].name if len(paths) == 1 else paths[0].parent.name
    reading = read_tags([one.tags for _, one in listed], name, scheme)
    for number, at in reading.strays:
        path, sentence = listed[number]
        notebook.add(STRAY_TAGS, f"{path.name}, line {sentence.lines[at]}")
    for description, count in (
        (JOINED_TAGS, reading.joined),
        (BARE_TAGS, reading.entities if reading.scheme is Scheme.BARE and scheme is None else 0),
        (ZERO_TAGS, reading.zeros),
    ):
        if count:
            notebook.add(description, name, count)
    tags = iter(reading.iob2())
    return TaggedFiles(
        {
            path: tuple(replace(one, tags=next(tags)) for one in sentences)
            for path, sentences in files.items()
        },
        reading.scheme,
        notebook.notes(),
    )


def read_conll(path: Path, notebook: Notebook | None = None) -> tuple[ConllSentence, ...]:
    """Return the sentences of a CoNLL file, tags unchanged.

    The token is the first column, or the second if the first column numbers the tokens. The tag is the last
    column. Columns are separated by tabs if the line has one, otherwise by spaces. A line that begins with
    `-DOCSTART-` is no token: it begins a document, named by its number. Lines that begin with `#` are
    comments, unless they have the same columns and a tag like the others.

    Parameters
    ----------
    notebook : Notebook, optional
        Notes what was excluded.

    Raises
    ------
    AloiError
        A file that cannot be read, contains no token, or has a line without a token or without a tag.
    """
    notebook = Notebook() if notebook is None else notebook
    lines = [line.removesuffix("\r") for line in _lines(read_text(path).removeprefix("\ufeff"))]
    plain = [_cells(line) for line in lines if line.strip(" \t") and not line.startswith(("#", _BOUNDARY))]
    widths, tags = {len(cells) for cells in plain}, {cells[-1].strip(" ") for cells in plain}
    _note_tag_columns(plain, path, notebook)
    open_ = _OpenSentence(numbered=_numbered(lines))
    for number, line in enumerate(lines, start=1):
        where = f"{path.name}, line {number}"
        if _is_comment(line, widths, tags) and not _COMMENT.fullmatch(line):
            notebook.add(OTHER_COMMENTS, where)
        else:
            open_.take(line, number, where)
    open_.close()
    if not open_.sentences:
        raise AloiError(
            "aloi.no-content", path=path.name, content=Term("no-token"), expected=Term("token-and-tag")
        )
    return tuple(open_.sentences)


@dataclass(slots=True)
class _OpenSentence:
    """The sentence that lines are added to, and those before it; `comment_values` is from comments."""

    numbered: bool
    sentences: list[ConllSentence] = field(default_factory=list)
    comment_values: dict[str, str] = field(default_factory=dict)
    tokens: list[tuple[str, str, int]] = field(default_factory=list)
    boundaries: int = 0
    released: bool = False

    def close(self) -> None:
        """End the sentence, if it has a token."""
        if self.tokens:
            tokens, tags, lines = zip(*self.tokens, strict=True)
            names = self.comment_values.pop("id", ""), self.comment_values.get("document", "")
            source_id = self.comment_values.pop("source_id", "")
            self.sentences.append(
                ConllSentence(tokens, tags, lines, *names, released=self.released, source_id=source_id)
            )
            self.tokens.clear()

    def take(self, line: str, number: int, where: str) -> None:
        """Take a line: a blank one or a boundary ends the sentence, a comment names the next."""
        if not line.strip(" \t"):
            self.close()
        elif line.startswith(_BOUNDARY):
            self.close()
            self.boundaries += 1
            self.comment_values["document"] = f"document {self.boundaries}"
        elif comment := _COMMENT.fullmatch(line):
            self.close()
            self.comment_values["id" if comment[1] in ("id", "sent_id") else "document"] = comment[2]
        else:
            columns = _OWN_COLUMNS.fullmatch(line)
            self.released = columns is not None
            if columns:
                if self.tokens and unquote(columns[1]) != self.comment_values.get("id"):
                    self.close()
                self.comment_values |= {
                    "id": unquote(columns[1]),
                    "document": unquote(columns[2]),
                    "source_id": unquote(columns[3] or ""),
                }
            self.tokens.append((*_columns(line, where, numbered=self.numbered), number))


def with_b_prefix(tags: Sequence[str]) -> tuple[str, ...]:
    """Return tags that label single tokens, such as parts of speech, as spans of one token: `B-NOM`.

    Tags with the prefix stay unchanged.
    """
    return tuple(tag if tag.startswith("B-") else f"B-{tag}" for tag in tags)


def _lines(text: str) -> list[str]:
    """Return the lines of a text; files of old systems end them with a carriage return alone."""
    return text.split("\n") if "\n" in text else text.split("\r")


def _cells(line: str) -> list[str]:
    return line.split("\t") if "\t" in line else re.split(" +", line.strip(" "))


def _columns(line: str, where: str, *, numbered: bool) -> tuple[str, str]:
    """Return the token and the tag of a line."""
    cells = _cells(line)[1:] if numbered else _cells(line)
    token, tag = cells[0], cells[-1].strip(" ")
    if len(cells) < 2 or not token or not tag:
        raise AloiError(
            "aloi.missing", name=quoted(line), missing=Term("token-or-tag"), expected=Term("token-and-tag")
        ).at(where)
    return token, tag


def _is_comment(line: str, widths: set[int], tags: set[str]) -> bool:
    """Return whether a line that begins with `#` is no token: it lacks the columns or a tag of the others."""
    if not line.startswith("#") or _OWN_COLUMNS.fullmatch(line):
        return False
    cells = _cells(line)
    if len(cells) < 2 or (widths and len(cells) not in widths):
        return True
    return bool(tags) and cells[-1].strip(" ") not in tags and not _TAG.fullmatch(cells[-1].strip(" "))


def _numbered(lines: Sequence[str]) -> bool:
    """Return whether the first of three columns or more numbers the tokens of each sentence, from 0 or 1."""
    expected: set[int] = set()
    sentences = tokens = 0
    for line in lines:
        if not line.strip(" \t") or line.startswith(("#", _BOUNDARY)):
            expected = set()
            continue
        cells = _cells(line)
        if len(cells) < 3 or not re.fullmatch("[0-9]{1,9}", cells[0]):
            return False
        number = int(cells[0])
        if number not in (expected or {0, 1}):
            return False
        sentences += not expected
        tokens += 1
        expected = {number + 1}
    return tokens > sentences


def _note_tag_columns(rows: Sequence[Sequence[str]], path: Path, notebook: Notebook) -> None:
    """Note columns between token and tag that also contain entity tags, such as those of an outer level."""
    if len({len(row) for row in rows}) != 1:
        return
    for column in list(zip(*rows, strict=True))[1:-1]:
        cells = set(column)
        if any(cell.startswith("B-") for cell in cells) and all(map(_TAG.fullmatch, cells)):
            notebook.add(OTHER_TAGS, path.name)


def _part(rows: Sequence[TaggedTokens], ids: SourceIds) -> str:
    """Return the lines of a split, document by document if consecutive rows by id share a document."""
    lines = []
    document: str | None = None
    for row in rows:
        if row.document_id != document:
            lines.append(_BETWEEN)
            document = row.document_id
        lines.append(_written(row, ids.of_item(row.id)))
    return "".join(lines)


def _written(row: TaggedTokens, its_source_id: str) -> str:
    """Return the lines of a row."""
    if not row.tokens:
        raise AloiError(
            "aloi.missing",
            name=Term("row-has", id=repr(row.id)),
            missing=Term("a-token"),
            todo=Term("export-huggingface"),
        )
    for cell in (*row.tokens, *row.tags):
        if not cell.strip(" ") or re.search(r"[\t\n\r]", cell) or cell.startswith(_BOUNDARY):
            raise AloiError(
                "aloi.value",
                name=Term("token-of-row", id=repr(row.id)),
                value=quoted(cell),
                expected=Term("token-form", boundary=_BOUNDARY),
                todo=Term("other-format"),
            )
    named = f"-\tid={quote(row.id, safe='')}\tdocument={quote(row.document_id, safe='')}"
    named += f"\tsource_id={quote(its_source_id, safe='')}" if its_source_id else ""
    lines = "".join(f"{token}\t{named}\t{tag}\n" for token, tag in zip(row.tokens, row.tags, strict=True))
    return f"{lines}\n"
