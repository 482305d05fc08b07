"""Original names of imported objects: the ids, file names and columns of their sources, with our ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from aloi.corpora.model import Json
from aloi.corpora.readers.cells import delimited_line
from aloi.corpora.source_ids import source_id
from aloi.gold.releasing.manifest import entries, listed, rows_of

_ITEM_COLUMNS = ("item_id", "part", "source_id", "document_ids", "documents")
_DOCUMENT_COLUMNS = ("document_id", "document")
_BETWEEN = " | "  # between several ids of one item


@dataclass(frozen=True, slots=True)
class RowSource:
    """The names of a gold item in its source.

    Parameters
    ----------
    ids : tuple of str
        The ids it had in its sources; several if several rows of a source are one item.
    document_ids, documents : tuple of str
        The distinct documents of its sentences, in their order: our ids, and their names in the source.
    columns : mapping
        The other columns of its row; those of the first row that has them.
    """

    ids: tuple[str, ...] = ()
    document_ids: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """A document of a release: our id, its name in the source, and its other columns there."""

    id: str
    name: str
    metadata: Mapping[str, str]


def row_sources(manifest: Mapping[str, Json]) -> dict[str, RowSource]:
    """Return the name of each item of a release in its source, by item id."""
    ids: dict[str, dict[str, None]] = {}
    columns: dict[str, dict[str, str]] = {}
    for origin in rows_of(manifest, "origins"):
        parameters = entries(origin, "parameters")
        item_id = str(origin["item_id"])
        if its_id := source_id(str(origin["miner"]), parameters):
            ids.setdefault(item_id, {})[its_id] = None
        if isinstance(parameters.get("columns"), dict):
            for name, value in entries(parameters, "columns").items():
                item_columns = columns.setdefault(item_id, {})
                item_columns[name] = item_columns.get(name) or str(value)
    sources_by_item = {}
    for item in rows_of(manifest, "items"):
        item_id = str(item["id"])
        sentences = [part for part in item.values() if isinstance(part, dict) and "document_id" in part]
        documents = {str(part["document_id"]): str(part.get("document", "")) for part in sentences}
        sources_by_item[item_id] = RowSource(
            tuple(ids.get(item_id, ())), tuple(documents), tuple(documents.values()), columns.get(item_id, {})
        )
    return sources_by_item


def document_sources(manifest: Mapping[str, Json]) -> tuple[DocumentSource, ...]:
    """Return the documents of a release by name; of one frozen before columns were kept, names alone."""
    if "documents" in manifest:
        sources = [
            DocumentSource(
                str(document["id"]),
                str(document["name"]),
                {name: str(value) for name, value in entries(document, "metadata").items()},
            )
            for document in rows_of(manifest, "documents")
        ]
    else:
        named = {
            our_id: name
            for source in row_sources(manifest).values()
            for our_id, name in zip(source.document_ids, source.documents, strict=True)
        }
        sources = [DocumentSource(our_id, name, {}) for our_id, name in named.items()]
    return tuple(sorted(sources, key=lambda source: (source.name, source.id)))


def own_columns(names: Iterable[str], fixed: Sequence[str]) -> dict[str, str]:
    """Return a name for each column of a source, in order: its own, with `_` after it where that is taken."""
    renamed: dict[str, str] = {}
    used = set(fixed)
    for name in dict.fromkeys(names):
        candidate = name
        while candidate in used:
            candidate += "_"
        used.add(candidate)
        renamed[name] = candidate
    return renamed


def source_tables(
    manifest: Mapping[str, Json], sources: Mapping[str, RowSource], documents: Sequence[DocumentSource]
) -> dict[str, str]:
    """Return two tables by the names of their files: of the items, and of the documents they come from.

    They map our ids to those of the sources, and contain the other columns of rows and documents.
    """
    return {
        "sources/items.tsv": _table(*_items(manifest, sources)),
        "sources/documents.tsv": _table(
            _DOCUMENT_COLUMNS, [((one.id, one.name), one.metadata) for one in documents]
        ),
    }


def _items(
    manifest: Mapping[str, Json], sources: Mapping[str, RowSource]
) -> tuple[Sequence[str], list[tuple[Sequence[str], Mapping[str, str]]]]:
    lines: list[tuple[Sequence[str], Mapping[str, str]]] = []
    for part in rows_of(entries(manifest, "splits"), "parts"):
        for item_id in sorted(map(str, listed(part, "item_ids"))):
            source = sources[item_id]
            joined = (_BETWEEN.join(each) for each in (source.ids, source.document_ids, source.documents))
            lines.append(((item_id, str(part["name"]), *joined), source.columns))
    return _ITEM_COLUMNS, lines


def _table(columns: Sequence[str], rows: Sequence[tuple[Sequence[str], Mapping[str, str]]]) -> str:
    """Return a table of fixed cells and further cells of each row, empty if it has none."""
    more = own_columns((name for _, other in rows for name in other), columns)
    lines = [delimited_line((*columns, *more.values()), "\t")]
    lines += [
        delimited_line((*cells, *(other.get(name, "") for name in more)), "\t") for cells, other in rows
    ]
    return "".join(lines)
