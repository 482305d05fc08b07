"""Read CoNLL-U of any tool: words, their text, and tags of entities in any scheme."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote

from aloi.annotation.rows import LabelledRelation, LabelledSpan
from aloi.annotation.spans import OUTSIDE
from aloi.annotation.tag_schemes import Scheme, SchemeTag, entities_of, read_tags
from aloi.base.errors import AloiError
from aloi.base.records import from_json
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.base import parse_json, read_text
from aloi.gold.formats.source_files import Note, Notebook, excluded
from aloi.gold.formats.spans.conll import BARE_TAGS, JOINED_TAGS, STRAY_TAGS, ZERO_TAGS
from aloi.gold.formats.spans.conllu_misc import misc_of, plain, read_span_entries

T = TypeVar("T")
SUFFIXES = (".conllu", ".conllup")
TAG, BEFORE, AFTER, GLUED = "NER", "SpacesBefore", "SpacesAfter", "SpaceAfter"
OTHER_TEXT = Phrase(
    "import-sentences-whose-comment",
    "sentences whose comment # text differs from their tokens, which are read",
)
EMPTY_NODES = excluded("tags", Phrase("why-empty-nodes", "of empty nodes"))

# Names of the entity tags in MISC, or of a column of CoNLL-U Plus: `NER` here, `ner` in Stanza.
_TAG_NAMES = ("ner", "ne", "netag", "bio", "iob")
_MISC = 9
_COLUMNS = 10
_COMMENT = re.compile(
    r"# ?(newdoc id|newdoc|sent_id|source_id|spans|relations|text|global\.columns)(?: ?= ?(.*))?"
)
_NUMBER = re.compile(r"[0-9]+(?:[-.][0-9]+)?")
_TAG_ALONE = re.compile(r"[BIESLUMW]-\S+|O|_")


@dataclass(frozen=True, slots=True)
class ConllUSentence:
    """A sentence of a CoNLL-U file.

    Parameters
    ----------
    lines : tuple of int
        The line of each word, from 1.
    text : str
        The text of the tokens with their spaces; a range such as `1-2` is one token of several words.
    places : tuple of (start, end)
        The offsets of each word in the text; words of a range have the offsets of the range.
    spans : tuple of LabelledSpan or None
        From the comment `# spans`, which Aloi writes, and attributes from MISC; None without the comment.
    source_id : str
        From the comment `# source_id`, which Aloi writes for imported items; empty without one.
    relations : tuple of LabelledRelation
        From MISC, or from the comment `# relations` of older files.
    """

    id: str
    document: str
    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    lines: tuple[int, ...]
    text: str
    places: tuple[tuple[int, int], ...]
    spans: tuple[LabelledSpan, ...] | None
    source_id: str = ""
    relations: tuple[LabelledRelation, ...] = ()

    def marked(self) -> tuple[LabelledSpan, ...]:
        """Return the spans of the text: those that the file says, or else those of the IOB2 tags."""
        if self.spans is not None:
            return self.spans
        tags = [SchemeTag(tag[0], tag[2:]) for tag in self.tags]
        spans = [
            LabelledSpan(label, ((self.places[start][0], self.places[end - 1][1]),))
            for label, start, end in entities_of(tags)
        ]
        return tuple(dict.fromkeys(spans))


@dataclass(frozen=True, slots=True)
class ConllUFiles:
    """The sentences of CoNLL-U files by file, their tags as IOB2, and the scheme they were written in.

    `plain` marks tags that are labels of single words, such as parts of speech: `BARE` tags, unchanged.
    """

    sentences: Mapping[Path, tuple[ConllUSentence, ...]]
    plain: Mapping[Path, tuple[ConllUSentence, ...]]
    scheme: Scheme | None
    notes: tuple[Note, ...]


@dataclass(slots=True)
class _OpenConllU:
    """The part of a sentence read so far; `range_end` is the last word of the range at `range_place`."""

    id: str = ""
    source_id: str = ""
    said_text: str | None = None
    words: list[tuple[str, str, int]] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    text: str = ""
    spans: tuple[LabelledSpan, ...] | None = None
    relations: tuple[LabelledRelation, ...] = ()
    misc: dict[str, str] = field(default_factory=dict)
    range_end: int = 0
    range_place: tuple[int, int] = (0, 0)

    def describe(self, name: str, value: str, where: str) -> None:
        """Take the value of a comment on the sentence."""
        if name == "sent_id":
            self.id = unquote(value)
        elif name == "source_id":
            self.source_id = unquote(value)
        elif name == "spans":
            self.spans = _listed(LabelledSpan, value, where)
        elif name == "relations":
            self.relations = _listed(LabelledRelation, value, where)
        elif name == "text":
            self.said_text = value

    def add(self, cells: Sequence[str], tag: str, line: int) -> None:
        """Add a line: a word, or a range, whose form is the text of its words."""
        first, _, last = cells[0].partition("-")
        word = int(first)
        range_cells = self.range_place
        misc = misc_of(cells)
        self.misc |= misc
        if last or word > self.range_end:
            before = plain(misc.get(BEFORE, ""))
            after = "" if misc.get(GLUED) == "No" else plain(misc.get(AFTER, " "))
            start = len(self.text) + len(before)
            range_cells = (start, start + len(cells[1]))
            self.text += f"{before}{cells[1]}{after}"
        if last:
            self.range_end, self.range_place = int(last), range_cells
        else:
            self.words.append((cells[1], tag, line))
            self.places.append(range_cells)


def is_conllu(lines: Sequence[str]) -> bool:
    """Return whether the first lines of a file are of CoNLL-U: numbered words in ten columns, or as named.

    Blank lines and comments count for nothing, but that `# global.columns` names the columns.
    """
    width = _COLUMNS
    rows = []
    for line in lines:
        if line.startswith("#"):
            comment = _COMMENT.fullmatch(line.rstrip("\r"))
            if comment and comment[1] == "global.columns":
                width = len((comment[2] or "").split())
        elif line.strip():
            rows.append(line.rstrip("\r").split("\t"))
    return bool(rows) and all(
        len(cells) == width
        and _NUMBER.fullmatch(cells[0])
        and (width != _COLUMNS or "=" in cells[_MISC] or _TAG_ALONE.fullmatch(cells[_MISC]))
        for cells in rows
    )


def looks_like_conllu(path: Path) -> bool:
    """Return whether a file is CoNLL-U, by its lines or its name: a broken one is read as such, too."""
    return path.suffix.lower() in SUFFIXES or is_conllu(read_text(path).removeprefix("\ufeff").split("\n"))


def read_conllu_files(paths: Sequence[Path], scheme: Scheme | None = None) -> ConllUFiles:
    """Return the sentences of CoNLL-U files of one set, whose tags are in one scheme.

    Parameters
    ----------
    scheme : Scheme or None
        None: found from the tags of all files together.

    Raises
    ------
    AloiError
        A file that `read_conllu_sentences` refuses, or tags that are not of one scheme.
    """
    notebook = Notebook()
    files = {path: read_conllu_sentences(path, notebook) for path in paths}
    listed = [(path, sentence) for path, sentences in files.items() for sentence in sentences]
    name = paths[0].name if len(paths) == 1 else paths[0].parent.name
    reading = read_tags([sentence.tags for _, sentence in listed], name, scheme)
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
    read = {
        path: tuple(replace(sentence, tags=next(tags)) for sentence in sentences)
        for path, sentences in files.items()
    }
    return ConllUFiles(
        read, files if reading.scheme is Scheme.BARE else read, reading.scheme, notebook.notes()
    )


def read_conllu_sentences(path: Path, notebook: Notebook | None = None) -> tuple[ConllUSentence, ...]:
    """Return the sentences of a CoNLL-U file, tags unchanged.

    Tags come from `NER=` (`ner=`, `NE=` ...) in MISC, from MISC if it contains a tag alone, or from a column
    that `# global.columns` names so. A sentence without id is named by its index. Its document is the last
    one that a comment named.

    Parameters
    ----------
    notebook : Notebook, optional
        Notes what was excluded.

    Raises
    ------
    AloiError
        A file that cannot be read or contains no word, or a line without exactly ten columns.
    """
    notebook = Notebook() if notebook is None else notebook
    lines = [line.removesuffix("\r") for line in read_text(path).removeprefix("\ufeff").split("\n")]
    tags = _TagReader.of(lines)
    sentences: list[ConllUSentence] = []
    document, documents, sentence = "", 0, _OpenConllU()
    for number, line in enumerate([*lines, ""], start=1):
        where = f"{path}, line {number}"
        if not line.strip():
            if sentence.words:
                name = f"{path.stem}-{len(sentences) + 1}"
                sentences.append(_closed(sentence, document, name, f"{path.name}, line {number}", notebook))
            sentence = _OpenConllU()
        elif comment := _COMMENT.fullmatch(line):
            name, value = comment[1], comment[2] or ""
            if name == "newdoc":
                documents += 1
                document = f"document {documents}"
            elif name == "newdoc id":
                document = unquote(value)
            else:
                sentence.describe(name, value, where)
        elif not line.startswith("#"):
            cells = line.split("\t")
            if len(cells) != tags.width or not cells[1] or not _NUMBER.fullmatch(cells[0]):
                raise AloiError(
                    "aloi.value",
                    name=Term("number-of-fields"),
                    value=len(cells),
                    expected=Term("ten-columns"),
                    todo=Term("correct-or-export"),
                ).at(where)
            if "." not in cells[0]:
                sentence.add(cells, tags.tag(cells), number)
            elif tags.tag(cells) != OUTSIDE:
                notebook.add(EMPTY_NODES, where)
    if not sentences:
        raise AloiError(
            "aloi.no-content", path=path.name, content=Term("no-token"), expected=Term("token-and-tag")
        )
    return tuple(sentences)


@dataclass(frozen=True, slots=True)
class _TagReader:
    """The location of the tags: a column, or a key of MISC; without both, MISC itself is the tag."""

    width: int
    column: int | None
    key: str | None

    @classmethod
    def of(cls, lines: Sequence[str]) -> _TagReader:
        """Return the location of the tags in the lines of a file."""
        columns: list[str] = []
        for line in lines:
            comment = _COMMENT.fullmatch(line)
            if comment and comment[1] == "global.columns":
                columns = (comment[2] or "").split()
                break
        names = [column.rpartition(":")[2].lower() for column in columns]
        named = next((names.index(name) for name in _TAG_NAMES if name in names), None)
        rows = [line.split("\t") for line in lines if line.strip() and not line.startswith("#")]
        keys = {key for cells in rows for key in misc_of(cells)}
        lower = {key.lower(): key for key in sorted(keys)}
        key = next((lower[name] for name in _TAG_NAMES if name in lower), None)
        misc = {cells[_MISC] for cells in rows if len(cells) == _COLUMNS}
        alone = key is None and any("-" in cell for cell in misc) and all(map(_TAG_ALONE.fullmatch, misc))
        if named is None and alone:
            named = _MISC
        return cls(len(columns) or _COLUMNS, named, key)

    def tag(self, cells: Sequence[str]) -> str:
        """Return the tag of a line, `O` without one."""
        if self.column is not None:
            return cells[self.column] if cells[self.column] not in ("", "_") else OUTSIDE
        return plain(misc_of(cells).get(self.key, OUTSIDE)) if self.key else OUTSIDE


def _closed(
    sentence: _OpenConllU, document: str, name: str, where: str, notebook: Notebook
) -> ConllUSentence:
    tokens, tags, lines = zip(*sentence.words, strict=True)
    text = sentence.text if sentence.spans is not None else sentence.text.rstrip()
    full_text = sentence.said_text
    if full_text is not None and full_text.split() != text.split():
        notebook.add(OTHER_TEXT, where)
    spans, relations = sentence.spans, sentence.relations
    if spans is not None:
        try:
            spans, in_misc = read_span_entries(spans, sentence.misc)
        except ValueError as error:
            raise AloiError(
                "aloi.unreadable", path=where, format=Term("entries-of-spans"), error=str(error)
            ) from error
        relations = in_misc or relations
    return ConllUSentence(
        sentence.id or name,
        document,
        tokens,
        tags,
        lines,
        text,
        tuple(sentence.places),
        spans,
        sentence.source_id,
        relations,
    )


def _listed(kind: type[T], value: str, where: str) -> tuple[T, ...]:
    try:
        return tuple(from_json(kind, each) for each in parse_json(value))
    except (TypeError, ValueError) as error:  # no JSON, or other JSON
        raise AloiError(
            "aloi.unreadable", path=where, format=Term("list-of-spans"), error="# spans ="
        ) from error
