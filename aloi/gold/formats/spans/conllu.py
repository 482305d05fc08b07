"""CoNLL-U: ten columns a token, tags in MISC, and the spaces of the text as UDPipe writes them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from aloi.annotation.rows import Row, TaggedTokens
from aloi.annotation.spans import OUTSIDE, pieces
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Phrase, Term
from aloi.corpora.source_ids import SourceIds
from aloi.gold.formats.base import Format, only, part_files
from aloi.gold.formats.losses import Loss, answers
from aloi.gold.formats.source_ids import release_source_ids
from aloi.gold.formats.spans.conllu_files import (
    AFTER,
    BEFORE,
    GLUED,
    TAG,
    ConllUSentence,
    read_conllu_files,
)
from aloi.gold.formats.spans.conllu_misc import escaped, span_entries
from aloi.gold.model import Release


class ConllU(Format):
    """`<part>.conllu`: a token a line with its tag as `NER=` in MISC; `# sent_id`, `# newdoc id`, `# text`.

    `# source_id` is the id of the item in its source, if it is unique there. Ids are
    percent-encoded if they contain white space. A comment `# spans` has the spans in JSON, also those that
    tags cannot express. MISC of the first token of a span has its attributes and relations (`span_entries`).
    With SpaceAfter and SpacesAfter, reading restores the text exactly.
    """

    name: ClassVar[str] = "conllu"
    title: ClassVar[str] = Phrase("format-tagged-tokens-conll-u", "tagged tokens (CoNLL-U)")
    extensions: ClassVar[tuple[str, ...]] = (".conllu",)
    row_kinds: ClassVar[tuple[type, ...]] = (TaggedTokens,)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (
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
            A row without a token, or a token that a line cannot carry: empty, with a tab or line end.
        """
        ids = release_source_ids(release)
        return {f"{part}.conllu": _part(only(TaggedTokens, found), ids) for part, found in rows.items()}

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part; the scale is that of other rows.

        Tags of other schemes become IOB2; if each token has a tag without a letter, such as parts of speech,
        they stay.
        """
        del scale
        files = read_conllu_files(part_files(folder, ".conllu"))
        return {path.stem: _rows(sentences) for path, sentences in files.plain.items()}


def _rows(sentences: Sequence[ConllUSentence]) -> tuple[TaggedTokens, ...]:
    return tuple(
        TaggedTokens(
            sentence.id,
            sentence.document,
            sentence.tokens,
            sentence.tags,
            sentence.text if sentence.spans is not None else "",
            sentence.spans or (),
            sentence.relations,
        )
        for sentence in sentences
    )


def _part(rows: Sequence[TaggedTokens], ids: SourceIds) -> str:
    lines: list[str] = []
    document: str | None = None
    for row in rows:
        if row.document_id != document:
            document = row.document_id
            lines.append(f"# newdoc id = {_encoded(document)}")
        lines.append(f"# sent_id = {_encoded(row.id)}")
        if its_source_id := ids.of_item(row.id):
            lines.append(f"# source_id = {_encoded(its_source_id)}")
        lines += [*_comments(row), *_tokens(row), ""]
    return "".join(f"{line}\n" for line in lines)


def _comments(tagged: TaggedTokens) -> list[str]:
    """Return the comments on the text: its words on one line, and its spans."""
    text = " ".join((tagged.text or " ".join(tagged.tokens)).split())
    spans = json.dumps([to_json(span.bare()) for span in tagged.spans], ensure_ascii=False)
    return [f"# text = {text}", *([f"# spans = {spans}"] if tagged.text else [])]


def _tokens(tagged: TaggedTokens) -> list[str]:
    if not tagged.tokens:
        raise AloiError(
            "aloi.missing",
            name=Term("row-has", id=repr(tagged.id)),
            missing=Term("a-token"),
            todo=Term("export-huggingface"),
        )
    places = pieces(tagged.text) if tagged.text else ()
    ends = [*(start for start, _ in places[1:]), len(tagged.text)]
    of_spans = span_entries(tagged.spans, tagged.relations, places)
    lines = []
    for number, (token, tag) in enumerate(zip(tagged.tokens, tagged.tags, strict=True), start=1):
        if not token or re.search(r"[\t\n\r]", token):
            raise AloiError(
                "aloi.value",
                name=Term("token-in-row", number=number, id=repr(tagged.id)),
                value="''",
                expected=Term("conllu-token-form"),
                todo=Term("export-huggingface"),
            )
        features = [] if tag == OUTSIDE else [f"{TAG}={escaped(tag)}"]
        if places:
            features += of_spans.get(number - 1, [])
            features += _spaces(tagged.text, places[number - 1], ends[number - 1], first=number == 1)
        lines.append("\t".join((str(number), token, *"_" * 7, "|".join(features) or "_")))
    return lines


def _spaces(text: str, offsets: tuple[int, int], end: int, *, first: bool) -> list[str]:
    """Return the entries of MISC for the spaces around a token; a single space after it needs none."""
    before, after = text[: offsets[0]] if first else "", text[offsets[1] : end]
    features = [f"{BEFORE}={escaped(before)}"] if before else []
    if not after:
        return [f"{GLUED}=No", *features]
    return features if after == " " else [f"{AFTER}={escaped(after)}", *features]


def _encoded(name: str) -> str:
    """Return an id on one line: white space and `%` percent-encoded."""
    return re.sub(r"[\s%]", lambda match: "".join(f"%{byte:02X}" for byte in match.group().encode()), name)
