"""What people called things before they came here: their ids, file names and columns, beside ours."""

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
    """What a gold item was called where it came from.

    Parameters
    ----------
    ids : tuple of str
        The ids it had in its sources; several where several rows of a source are one item.
    document_ids, documents : tuple of str
        The documents of its sentences, in their order and each once: our ids, and their names in the source.
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
    """Return what each item of a release was called where it came from, by item id."""
    ids: dict[str, dict[str, None]] = {}
    columns: dict[str, dict[str, str]] = {}
    for one in rows_of(manifest, "origins"):
        told = entries(one, "parameters")
        item_id = str(one["item_id"])
        if its_id := source_id(str(one["miner"]), told):
            ids.setdefault(item_id, {})[its_id] = None
        if isinstance(told.get("columns"), dict):
            for name, value in entries(told, "columns").items():
                own = columns.setdefault(item_id, {})
                own[name] = own.get(name) or str(value)
    found = {}
    for item in rows_of(manifest, "items"):
        item_id = str(item["id"])
        held = [part for part in item.values() if isinstance(part, dict) and "document_id" in part]
        documents = {str(part["document_id"]): str(part.get("document", "")) for part in held}
        found[item_id] = RowSource(
            tuple(ids.get(item_id, ())), tuple(documents), tuple(documents.values()), columns.get(item_id, {})
        )
    return found


def document_sources(manifest: Mapping[str, Json]) -> tuple[DocumentSource, ...]:
    """Return the documents of a release by name; of one frozen before columns were kept, names alone."""
    if "documents" in manifest:
        found = [
            DocumentSource(
                str(one["id"]),
                str(one["name"]),
                {name: str(value) for name, value in entries(one, "metadata").items()},
            )
            for one in rows_of(manifest, "documents")
        ]
    else:
        named = {
            our_id: name
            for one in row_sources(manifest).values()
            for our_id, name in zip(one.document_ids, one.documents, strict=True)
        }
        found = [DocumentSource(our_id, name, {}) for our_id, name in named.items()]
    return tuple(sorted(found, key=lambda one: (one.name, one.id)))


def own_columns(names: Iterable[str], taken: Sequence[str]) -> dict[str, str]:
    """Return a name for each column of a source, in order: its own, with `_` after it where that is taken."""
    given: dict[str, str] = {}
    used = set(taken)
    for name in dict.fromkeys(names):
        wanted = name
        while wanted in used:
            wanted += "_"
        used.add(wanted)
        given[name] = wanted
    return given


def source_tables(
    manifest: Mapping[str, Json], sources: Mapping[str, RowSource], documents: Sequence[DocumentSource]
) -> dict[str, str]:
    """Return two tables by the names of their files: of the items, and of the documents they come from.

    They join our ids with those of the sources, and hold the other columns of rows and documents.
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
            one = sources[item_id]
            joined = (_BETWEEN.join(each) for each in (one.ids, one.document_ids, one.documents))
            lines.append(((item_id, str(part["name"]), *joined), one.columns))
    return _ITEM_COLUMNS, lines


def _table(columns: Sequence[str], rows: Sequence[tuple[Sequence[str], Mapping[str, str]]]) -> str:
    """Return a table of fixed cells and what else each row has, an empty cell where it has nothing."""
    more = own_columns((name for _, other in rows for name in other), columns)
    lines = [delimited_line((*columns, *more.values()), "\t")]
    lines += [
        delimited_line((*cells, *(other.get(name, "") for name in more)), "\t") for cells, other in rows
    ]
    return "".join(lines)
