"""BigBio-style JSON (schema `kb`): documents with passages, and entities with places and concepts."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from aloi.annotation.rows import LabelledRelation, LabelledSpan, LinkedMention, Row, TaggedTokens
from aloi.annotation.spans import related, tokens_and_tags, with_text
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.gold.formats.base import Format, only, part_files
from aloi.gold.formats.losses import UNTEXTED_TOKENS, Loss, answers
from aloi.gold.formats.mention_offsets import resolve_mentions
from aloi.gold.formats.mentions.bioc import Databases, unambiguous
from aloi.gold.formats.offsets import OffsetCounting, OffsetMap, remaining
from aloi.gold.formats.source_files import MentionLink, Mentions, Notebook, contents, covered, excluded
from aloi.gold.formats.span_schema import several
from aloi.gold.model import Release
from aloi.gold.releasing.companions import MANIFEST

_SPANS = "spans"  # the type of the passage of a text with spans
OTHERS = ("relations", "events", "coreferences")  # other than entities, in the schema
_COUNTINGS = (OffsetCounting(), *remaining((OffsetCounting(),)))


class BigBio(Format):
    """`<part>.jsonl`: one document a line, in the schema `kb` of BigBio; ids are unique in the data set.

    A mention may be in two splits, as in those of filtered test sets. In the second split, its id ends with
    `@` and the name of the split. Spans are entities of documents whose passage has the type `spans`: their
    attributes are normalisations, with the attribute as `db_name` and the value as `db_id`.
    """

    name: ClassVar[str] = "bigbio"
    title: ClassVar[str] = Phrase("format-bigbio-json-schema", "BigBio JSON (schema kb), a document a line")
    extensions: ClassVar[tuple[str, ...]] = (".jsonl",)
    row_kinds: ClassVar[tuple[type, ...]] = (LinkedMention, TaggedTokens)
    lost_fields: ClassVar[tuple[str, ...]] = ()
    lost: ClassVar[tuple[Loss, ...]] = (
        UNTEXTED_TOKENS,
        answers(
            Phrase(
                "loss-annotations-support-spread-behind-each-mention",
                "annotations, support and spread behind each mention",
            )
        ),
    )

    def files(self, rows: Mapping[str, Sequence[Row]], release: Release) -> dict[str, str]:
        """Return one file a part, documents by name and mentions by id."""
        seen: set[str] = set()
        databases = Databases.of(release.manifest)
        return {
            f"{part}.jsonl": "".join(
                (*_lines(part, part_rows, seen, databases), *_lines_of_spans(part, part_rows))
            )
            for part, part_rows in rows.items()
        }

    def read(self, folder: Path, scale: tuple[float, float]) -> dict[str, tuple[Row, ...]]:
        """Return the rows of each part, by id; `scale` means nothing here."""
        del scale
        return {
            path.stem: read_bigbio_spans(path)
            or tuple(
                sorted(
                    (
                        replace(mention, id=mention.id.removesuffix(f"@{path.stem}"))
                        for mention in read_bigbio(path).mentions
                    ),
                    key=lambda mention: mention.id,
                )
            )
            for path in part_files(folder, ".jsonl")
        }


def read_bigbio(path: Path, texts: Path | None = None) -> Mentions:
    """Return the mentions of BigBio-style files: a list of documents (.json) or a document a line (.jsonl).

    Several concepts of an entity become a composite one, `|` between them.

    Raises
    ------
    AloiError
        Not JSON, or a document without passages or entities.
    """
    del texts  # they are in the file
    notebook = Notebook()
    rows: list[LinkedMention] = []
    places: list[str] = []
    databases: list[dict[str, str]] = []
    links: list[MentionLink] = []
    files = contents(path, (".json", ".jsonl"), notebook=notebook)
    if len(files) > 1:
        files.pop(MANIFEST, None)
    for name, content in files.items():
        for where, document in _documents(name, content):
            for kind in OTHERS:
                if (others := document.get(kind)) and isinstance(others, list):
                    notebook.add(excluded(kind), where, len(others))
            links += [
                MentionLink(str(each.get("type") or ""), str(each["arg1_id"]), str(each["arg2_id"]))
                for each in document.get("relations") or ()
                if isinstance(each, dict) and {"arg1_id", "arg2_id"} <= each.keys()
            ]
            for at, row, names in _rows(where, document, notebook):
                rows.append(row)
                places.append(at)
                databases.append(names)
    resolved = resolve_mentions(rows, places, notebook)
    named = {row: names for row, names in zip(resolved, databases, strict=True) if names}
    return Mentions(resolved, notebook.notes(), databases=named, links=tuple(links))


def _lines(part: str, rows: Sequence[Row], seen: set[str], databases: Databases) -> Iterator[str]:
    """Yield the documents of a part; `seen` contains the ids of mentions written so far."""
    documents: dict[tuple[str, str], list[LinkedMention]] = {}
    for mention in sorted(only(LinkedMention, rows), key=lambda mention: (mention.document_id, mention.text)):
        documents.setdefault((mention.document_id, mention.text), []).append(mention)
    for number, ((document, text), mentions) in enumerate(documents.items(), 1):
        its_id = f"{part}-{number}"
        passage = {"id": f"{its_id}-text", "type": "text", "text": [text], "offsets": [[0, len(text)]]}
        written = {
            "id": its_id,
            "document_id": document,
            "passages": [passage],
            "entities": [
                _entity(mention, _free_id(mention.id, part, seen), databases) for mention in mentions
            ],
            "events": [],
            "coreferences": [],
            "relations": [],
        }
        yield json.dumps(written, ensure_ascii=False) + "\n"


def _lines_of_spans(part: str, rows: Sequence[Row]) -> Iterator[str]:
    """Yield the texts of a part with their spans, attributes and relations."""
    for number, row in enumerate(map(with_text, only(TaggedTokens, rows)), 1):
        its_id = f"{part}-{number}"
        passage = {
            "id": f"{its_id}-text",
            "type": _SPANS,
            "text": [row.text],
            "offsets": [[0, len(row.text)]],
        }
        entities = [
            {
                "id": f"{its_id}-{at}",
                "type": span.label,
                "text": [row.text[start:end] for start, end in span.parts],
                "offsets": [list(offsets) for offsets in span.parts],
                "normalized": [
                    {"db_name": name, "db_id": value} for name, values in span.attributes for value in values
                ],
            }
            for at, span in enumerate(row.spans)
        ]
        relations = [
            {
                "id": f"{its_id}-r{at}",
                "type": each.type,
                "arg1_id": f"{its_id}-{each.head}",
                "arg2_id": f"{its_id}-{each.tail}",
                "normalized": [],
            }
            for at, each in enumerate(row.relations)
        ]
        written = {"id": row.id, "document_id": row.document_id, "passages": [passage], "entities": entities}
        yield (
            json.dumps(
                {**written, "events": [], "coreferences": [], "relations": relations}, ensure_ascii=False
            )
            + "\n"
        )


def read_bigbio_spans(path: Path) -> tuple[TaggedTokens, ...]:
    """Return the texts of a file that Aloi wrote of spans; none if it is one of mentions."""
    rows = []
    for name, content in contents(path, (".json", ".jsonl")).items():
        if name == MANIFEST:
            continue
        for _, document in _documents(name, content):
            passages = document.get("passages") or [{}]
            if passages[0].get("type") != _SPANS:
                return ()
            text = passages[0]["text"][0]
            index = {entity["id"]: at for at, entity in enumerate(document["entities"])}
            spans = [
                LabelledSpan(
                    entity["type"],
                    tuple((start, end) for start, end in entity["offsets"]),
                    several((each["db_name"], each["db_id"]) for each in entity["normalized"]),
                )
                for entity in document["entities"]
            ]
            ends = [
                LabelledRelation(each["type"], index[each["arg1_id"]], index[each["arg2_id"]])
                for each in document["relations"]
            ]
            ordered, relations = related(spans, ends)
            tagged = tokens_and_tags(text, ordered)
            rows.append(
                TaggedTokens(document["id"], document["document_id"], *tagged, text, ordered, relations)
            )
    return tuple(rows)


def _free_id(its_id: str, part: str, seen: set[str]) -> str:
    """Return an unused id, with the name of the split after it if needed; reading removes that."""
    mark = f"@{part}"
    new_id = its_id + mark if its_id in seen or its_id.endswith(mark) else its_id
    seen.add(new_id)
    return new_id


def _entity(mention: LinkedMention, its_id: str, databases: Databases) -> dict[str, object]:
    apart = [mention.text[start:end] for start, end in mention.spans]
    concepts = mention.concept.split("|") if mention.concept else []
    linked = [{"db_name": databases.name(mention.id, part), "db_id": part} for part in concepts]
    return {
        "id": its_id,
        "type": mention.group,
        "text": apart if covered(mention.text, mention.spans) == mention.mention else [mention.mention],
        "offsets": [list(span) for span in mention.spans],
        "normalized": linked,
    }


def _documents(name: str, content: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the documents of a file with their location."""
    try:
        if name.lower().endswith(".jsonl"):
            lines = [(number, line) for number, line in enumerate(content.split("\n"), 1) if line.strip()]
            documents = [(f"{name}, line {number}", json.loads(line)) for number, line in lines]
        else:
            read = json.loads(content)
            listed = read if isinstance(read, list) else [read]
            documents = [(f"{name}, document {place}", one) for place, one in enumerate(listed, 1)]
    except (ValueError, RecursionError) as error:
        raise AloiError(
            "aloi.not-json", path=name, error=error, expected=Term("documents-or-lines")
        ) from None
    for where, document in documents:
        if not isinstance(document, dict) or not isinstance(document.get("entities"), list):
            raise AloiError(
                "aloi.missing",
                name=where,
                missing="`entities`",
                expected=Term("bigbio-documents"),
                todo=Term("check-or-other-format"),
            )
        yield where, document


def _rows(
    where: str, document: dict[str, Any], notebook: Notebook
) -> list[tuple[str, LinkedMention, dict[str, str]]]:
    """Return the location of each mention of a document, the mention, and the databases of its concepts."""
    name = str(document.get("document_id") or document.get("id") or where)
    text = _text(document)
    rows = []
    for index, entity in enumerate(document["entities"]):
        at = f"{where}, entity {index + 1}"
        try:
            spans = tuple((int(start), int(end)) for start, end in entity.get("offsets", ()))
            written = entity["text"]
            mention = written if isinstance(written, str) else " ".join(map(str, written))
            linked = [
                (str(concept["db_id"]), str(concept.get("db_name") or ""))
                for concept in entity.get("normalized", ())
            ]
            concept = "|".join(its_id for its_id, _ in linked)
            row_id, group = str(entity.get("id", f"{name}:{index}")), entity.get("type", "")
        except (AttributeError, KeyError, TypeError, ValueError):
            notebook.add(Phrase("import-entities-cannot-read", "entities that cannot be read"), at)
            continue
        row = LinkedMention(row_id, name, text, spans, mention, str(group), concept)
        rows.append((at, row, unambiguous(linked)))
    return rows


def _text(document: dict[str, Any]) -> str:
    """Return the text the places count in: passages put at their offsets, blanks between them.

    The lengths of the passages say how their offsets count, code points if no way fits.
    """
    parts = [
        (str(part), int(start), int(end))
        for passage in document.get("passages", ())
        for part, (start, end) in zip(passage.get("text", ()), passage.get("offsets", ()), strict=False)
    ]
    counting = next((one for one in _COUNTINGS if _are_as_long(parts, one)), _COUNTINGS[0])
    text = ""
    for part, start, _ in parts:
        before = OffsetMap(text, counting)
        if start > before.total:
            text += " " * (start - before.total)
        else:
            text = text[: before.code_point(start)]
        text += part
    return text


def _are_as_long(parts: Sequence[tuple[str, int, int]], counting: OffsetCounting) -> bool:
    """Return whether the offsets of all passages span as much as their texts, counted in one way."""
    return all(end - start == OffsetMap(part, counting).total for part, start, end in parts)
