"""CoNLL-U: ten columns a token, tags in MISC, and the spaces of the text as UDPipe writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar
from urllib.parse import unquote

from aloi.errors import AloiError
from aloi.records import from_json, to_json
from annotation.rows import LabelledSpan, Row, TaggedTokens
from annotation.spans import OUTSIDE, pieces
from gold.formats.base import Format, only, parse_json, part_files, read_text
from gold.formats.losses import Loss, answers
from gold.model import Release

_TAG, _BEFORE, _AFTER, _GLUED = "NER", "SpacesBefore", "SpacesAfter", "SpaceAfter"
_WRITTEN = {"\\": r"\\", " ": r"\s", "\t": r"\t", "\r": r"\r", "\n": r"\n", "|": r"\p"}
_READ = {written: plain for plain, written in _WRITTEN.items()}
_COMMENT = re.compile(r"# ?(newdoc id|sent_id|spans) ?= ?(.*)")
_WORD = re.compile(r"[0-9]+")


@dataclass(slots=True)
class _Sentence:
    """What was read of a sentence so far; `spans` is None where the file does not tell them."""

    id: str = ""
    tokens: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    spans: tuple[LabelledSpan, ...] | None = None


class ConllU(Format):
    """`<part>.conllu`: a token a line with its tag as `NER=` in MISC; `# sent_id`, `# newdoc id`, `# text`.

    Ids are percent-encoded where they hold white space. A comment `# spans` holds the spans in JSON, also
    those that tags cannot say; together with SpaceAfter and SpacesAfter the text reads back as it was.
    """

    name: ClassVar[str] = "conllu"
    title: ClassVar[str] = "tagged tokens (CoNLL-U)"
    extensions: ClassVar[tuple[str, ...]] = (".conllu",)
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (answers("annotations, support and spread behind each tag"),)

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return one file a part, rows by id.

        Raises
        ------
        AloiError
            A row without a token, or a token that a line cannot carry: empty, with a tab or line end.
        """
        del release  # the rows say it all
        return {f"{part}.conllu": _part(only(TaggedTokens, found)) for part, found in rows.items()}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows."""
        del scale
        return {path.stem: read_conllu(path) for path in part_files(folder, ".conllu")}


def read_conllu(path: Path) -> tuple[TaggedTokens, ...]:
    """Return the sentences of a CoNLL-U file, tags from `NER=` in MISC.

    Ranges (`1-2`) and empty nodes (`1.1`) are passed over. The text is there where the file tells the spans
    of it. A sentence without id is called by its place, its document by what was last named.

    Raises
    ------
    AloiError
        A file that cannot be read or holds no token, or a line of other than ten columns.
    """
    found: list[TaggedTokens] = []
    document, sentence = "", _Sentence()
    for number, line in enumerate([*read_text(path).removeprefix("\ufeff").split("\n"), ""], start=1):
        where = f"{path}, line {number}"
        if not line.strip("\r"):
            if sentence.tokens:
                found.append(_row(sentence, document, f"{path.stem}-{len(found) + 1}"))
            sentence = _Sentence()
        elif comment := _COMMENT.fullmatch(line.removesuffix("\r")):
            name, value = comment.groups()
            if name == "newdoc id":
                document = unquote(value)
            elif name == "sent_id":
                sentence.id = unquote(value)
            else:
                sentence.spans = _spans(value, where)
        elif not line.startswith("#"):
            _add(sentence, line.removesuffix("\r"), where)
    if not found:
        raise AloiError("gold.holds-no-token", name=path.name)
    return tuple(found)


def _row(sentence: _Sentence, document: str, name: str) -> TaggedTokens:
    text = "".join(sentence.text) if sentence.spans is not None else ""
    return TaggedTokens(
        sentence.id or name,
        document,
        tuple(sentence.tokens),
        tuple(sentence.tags),
        text,
        sentence.spans or (),
    )


def _add(sentence: _Sentence, line: str, where: str) -> None:
    cells = line.split("\t")
    if len(cells) != 10 or not cells[1]:
        raise AloiError("gold.conllu-columns", where=where, count=len(cells))
    if not _WORD.fullmatch(cells[0]):
        return
    told = dict(one.partition("=")[::2] for one in cells[9].split("|"))
    sentence.tokens.append(cells[1])
    sentence.tags.append(_plain(told.get(_TAG, OUTSIDE)))
    after = "" if told.get(_GLUED) == "No" else _plain(told.get(_AFTER, " "))
    sentence.text += [_plain(told.get(_BEFORE, "")), cells[1], after]


def _spans(value: str, where: str) -> tuple[LabelledSpan, ...]:
    try:
        return from_json(tuple[LabelledSpan, ...], parse_json(value))
    except ValueError as error:  # no JSON, or other JSON
        raise AloiError("gold.conllu-spans", where=where) from error


def _part(rows: Sequence[TaggedTokens]) -> str:
    lines: list[str] = []
    document: str | None = None
    for one in rows:
        if one.document_id != document:
            document = one.document_id
            lines.append(f"# newdoc id = {_encoded(document)}")
        lines += [f"# sent_id = {_encoded(one.id)}", *_told(one), *_tokens(one), ""]
    return "".join(f"{line}\n" for line in lines)


def _told(one: TaggedTokens) -> list[str]:
    """Return the comments on the text: on one line as it is read aloud, and its spans."""
    text = " ".join((one.text or " ".join(one.tokens)).split())
    spans = json.dumps([to_json(span) for span in one.spans], ensure_ascii=False)
    return [f"# text = {text}", *([f"# spans = {spans}"] if one.text else [])]


def _tokens(one: TaggedTokens) -> list[str]:
    if not one.tokens:
        raise AloiError("gold.row-without-token", id=repr(one.id))
    places = pieces(one.text) if one.text else ()
    ends = [*(start for start, _ in places[1:]), len(one.text)]
    lines = []
    for number, (token, tag) in enumerate(zip(one.tokens, one.tags, strict=True), start=1):
        if not token or re.search(r"[\t\n\r]", token):
            raise AloiError("gold.conllu-token", id=repr(one.id), number=number)
        told = [] if tag == OUTSIDE else [f"{_TAG}={_written(tag)}"]
        if places:
            told += _spaces(one.text, places[number - 1], ends[number - 1], first=number == 1)
        lines.append("\t".join((str(number), token, *"_" * 7, "|".join(told) or "_")))
    return lines


def _spaces(text: str, place: tuple[int, int], end: int, *, first: bool) -> list[str]:
    """Return what MISC tells of the spaces around a token; one space after it goes without saying."""
    before, after = text[: place[0]] if first else "", text[place[1] : end]
    told = [f"{_BEFORE}={_written(before)}"] if before else []
    if not after:
        return [f"{_GLUED}=No", *told]
    return told if after == " " else [f"{_AFTER}={_written(after)}", *told]


def _written(text: str) -> str:
    return "".join(_WRITTEN.get(char, char) for char in text)


def _plain(text: str) -> str:
    return re.sub(r"\\[\\strnp]", lambda match: _READ[match.group()], text)


def _encoded(name: str) -> str:
    """Return an id on one line: white space and `%` percent-encoded."""
    return re.sub(r"[\s%]", lambda match: "".join(f"%{byte:02X}" for byte in match.group().encode()), name)
