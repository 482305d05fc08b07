"""CoNLL files: a token and its tag a line, a blank line after each sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote, unquote

from aloi.errors import AloiError, quoted
from annotation.rows import Row, TaggedTokens
from gold.formats.base import Format, only, read_text
from gold.formats.losses import UNTAGGED_SPANS, WIDENED_SPANS, Loss, answers, rows_with
from gold.model import Release

_COMMENT = re.compile(r"# ?(id|sent_id|document|newdoc id) = ?([^\t]*)")
_BOUNDARY = "-DOCSTART-"
_BETWEEN = f"{_BOUNDARY} -X- O O\n\n"  # as CoNLL-2003 parts documents, and spaCy knows them
_OWN_COLUMNS = re.compile(r"[^\t]+\t-\tid=([^\t]*)\tdocument=([^\t]*)\t[^\t]+")


@dataclass(frozen=True, slots=True)
class ConllSentence:
    """A sentence of a CoNLL file.

    Parameters
    ----------
    lines : tuple of int
        Where each token stands, from 1.
    id, document : str
        What comments say, `# id = ...` and `# document = ...`; empty without any.
    """

    tokens: tuple[str, ...]
    tags: tuple[str, ...]
    lines: tuple[int, ...]
    id: str
    document: str


class Conll(Format):
    """`<part>.conll`: token, `-`, `id=...`, `document=...`, tag; a blank line after each sentence.

    Readers that take the first column and the last, as those of spaCy and seqeval do, read it as it is: they
    know no comments. Ids are percent-encoded. Files with `# id = ` and `# document = ` before each sentence,
    as they were written before, are read too.
    """

    name: ClassVar[str] = "conll"
    title: ClassVar[str] = "tagged tokens (CoNLL)"
    extensions: ClassVar[tuple[str, ...]] = (".conll",)
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    lost_fields: ClassVar[tuple[str, ...]] = ("text", "spans")
    lost: ClassVar[tuple[Loss, ...]] = (
        Loss("the spaces between tokens", rows_with("text")),
        UNTAGGED_SPANS,
        WIDENED_SPANS,
        answers("annotations, support and spread behind each tag"),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return one file a part, rows by id.

        Raises
        ------
        AloiError
            A row without a token, or a token or tag that a line cannot carry: empty, with a tab or line end,
            or `-DOCSTART-`.
        """
        del release  # the rows say it all
        return {f"{part}.conll": _part(only(TaggedTokens, found)) for part, found in rows.items()}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows.

        A sentence without id is called by its place in its file.
        """
        del scale
        parts: dict[str, tuple[Row, ...]] = {
            path.stem: tuple(
                TaggedTokens(one.id or f"{path.stem}-{place}", one.document, one.tokens, one.tags)
                for place, one in enumerate(read_conll(path), start=1)
            )
            for path in sorted(folder.glob("*.conll"))
        }
        if not parts:
            raise AloiError("gold.conll-holds-no-conll-file", folder=folder)
        return parts


def read_conll(path: Path) -> tuple[ConllSentence, ...]:
    """Return the sentences of a CoNLL file, tags as they stand.

    The token is the first column and the tag the last, between tabs where the line has one, else between
    spaces. A line that begins with `-DOCSTART-` is no token: it begins a document, called by its number.

    Raises
    ------
    AloiError
        A file that cannot be read, holds no token, or has a line without a token or without a tag.
    """
    sentences: list[ConllSentence] = []
    told: dict[str, str] = {}
    found: list[tuple[str, str, int]] = []
    boundaries = 0
    text = read_text(path).removeprefix("\ufeff")

    def close() -> None:
        if found:
            tokens, tags, lines = zip(*found, strict=True)
            sentences.append(ConllSentence(tokens, tags, lines, told.pop("id", ""), told.get("document", "")))
            found.clear()

    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.removesuffix("\r")
        if not line.strip(" \t"):
            close()
        elif line.startswith(_BOUNDARY):
            close()
            boundaries += 1
            told["document"] = f"document {boundaries}"
        elif comment := _COMMENT.fullmatch(line):
            close()
            told["id" if comment[1] in ("id", "sent_id") else "document"] = comment[2]
        else:
            if own := _OWN_COLUMNS.fullmatch(line):
                if found and unquote(own[1]) != told.get("id"):
                    close()
                told |= {"id": unquote(own[1]), "document": unquote(own[2])}
            found.append((*_columns(line, f"{path.name}, line {number}"), number))
    close()
    if not sentences:
        raise AloiError("gold.holds-no-token", name=path.name)
    return tuple(sentences)


def with_b_prefix(tags: Sequence[str]) -> tuple[str, ...]:
    """Return tags that stand each for its own token, such as parts of speech, as spans of one: `B-NOM`.

    Tags that have the prefix already stay.
    """
    return tuple(tag if tag.startswith("B-") else f"B-{tag}" for tag in tags)


def _columns(line: str, where: str) -> tuple[str, str]:
    """Return the token and the tag of a line."""
    cells = line.split("\t") if "\t" in line else re.split(" +", line.strip(" "))
    token, tag = cells[0], cells[-1].strip(" ")
    if len(cells) < 2 or not token or not tag:
        raise AloiError(
            "gold.lacks-tag", where=where, line=quoted(line), has_cells=bool(len(cells) < 2 or token)
        )
    return token, tag


def _part(rows: Sequence[TaggedTokens]) -> str:
    """Return the lines of a part, one document after the other as far as rows by id stand together."""
    lines = []
    document: str | None = None
    for one in rows:
        if one.document_id != document:
            lines.append(_BETWEEN)
            document = one.document_id
        lines.append(_written(one))
    return "".join(lines)


def _written(one: TaggedTokens) -> str:
    """Return the lines of a row."""
    if not one.tokens:
        raise AloiError("gold.row-without-token", id=repr(one.id))
    for cell in (*one.tokens, *one.tags):
        if not cell.strip(" ") or re.search(r"[\t\n\r]", cell) or cell.startswith(_BOUNDARY):
            raise AloiError("gold.row-token-or-tag", id=repr(one.id), cell=quoted(cell), boundary=_BOUNDARY)
    named = f"-\tid={quote(one.id, safe='')}\tdocument={quote(one.document_id, safe='')}"
    lines = "".join(f"{token}\t{named}\t{tag}\n" for token, tag in zip(one.tokens, one.tags, strict=True))
    return f"{lines}\n"
