"""Rows read from a release, an export of one, files of annotations or plain tables, whatever their kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from aloi.annotation.rows import LabelledText, LinkedMention, MultipleChoice, Row, ScoredPair, TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.readers.tables import SUFFIXES, look_into
from aloi.evaluation.rows import KINDS, LearntRow, Provenance, answer_of
from aloi.gold.formats import format_named
from aloi.gold.formats.base import DOCUMENT, document_of
from aloi.gold.formats.huggingface.folder import card_of
from aloi.gold.formats.labels.label_tables import Columns as LabelColumns
from aloi.gold.formats.labels.label_tables import read_labelled
from aloi.gold.formats.mentions.files import read_mentions
from aloi.gold.formats.questions.mcqa_jsonl import read_questions
from aloi.gold.formats.spans.span_files import read_spans
from aloi.gold.model import Release
from aloi.gold.releasing.manifest import entries, rows_by_split
from aloi.gold.releasing.provenance import provenance
from aloi.gold.splitting.splits import Splittable, make_splits
from aloi.modeling.data.dataset import (
    Dataset,
    Scale,
    dataset,
    kind_of_release,
    manifest_at,
    one_scale,
    scale_of_release,
)
from aloi.modeling.data.scored_tables import (
    ALL,
    ScoreColumns,
    holds_pairs,
    part_of,
    read_pairs,
    shard,
    tables_of,
)
from aloi.modeling.data.sentences import LANGUAGE, cut

__all__ = ["ALL", "ScoreColumns", "read"]

T = TypeVar("T")
Parts = Mapping[str, Sequence[Row]]
RowProvenance = tuple[
    tuple[str, ...], str | None, Mapping[str, Row], tuple[str, ...]
]  # miners, status, answers, documents
ProvenanceByPart = dict[str, dict[str, Provenance]]  # part -> row id -> provenance of the row

_PAIR_MARKS = ("sts.tsv", "id_to_sentence.json")
_CLISTER = _PAIR_MARKS[1]  # the one with texts in a separate file
_BRAT, _CONLL = (".ann", ".zip"), (".conll", ".bio", ".iob")
_PLACES = {"start", "end", "mention"}
_CONCEPTS = {"concept_id", "concept", "cui", "code"}
# Columns of tables that name groups of rows, for scores by group.
_GROUPS = ("domain", "genre", "fold")
_UNSCALED = (0.0, 1.0)  # the message for formats that read rows without scores


def read(
    source: Path | Release,
    *,
    kind: type | None = None,
    scale: Scale | None = None,
    columns: ScoreColumns | None = None,
    split: str | None = None,
) -> Dataset:
    """Return the rows of a source by part; tagged texts sentence by sentence, each with its document.

    Parameters
    ----------
    source : Path or Release
        A release; a folder that a format wrote (`huggingface`, `sts_tsv`, `clister`, `drbenchmark_jsonl`,
        `labelled_jsonl`, `mcqa_jsonl`, `conll`, brat); a folder with a table a part (`train.csv`,
        `x-test.tsv`, `data/train-00000-of-00001.parquet`); or one such file. A table that names no part is
        the part `all`.
    kind : type or None
        The kind of rows requested; None for the kind of the source.
    scale : (float, float) or None
        The ends of the scale of scored pairs. A release, a folder of the format `huggingface` and any folder
        that holds the release's `manifest.json` declare their scale; for other sources it must be given.
    columns : ScoreColumns or None
        The columns of tables of pairs whose names are not among the usual ones.
    split : str or None
        Parts and their shares, such as `train=.7,dev=.1,test=.2`: the rows of all parts are shared out
        anew, whole documents at a time.

    Raises
    ------
    AloiError
        No such source, rows of another kind, no scale, a scale that is not the data's own, a score outside
        it, an id that occurs twice in a split.
    """
    if isinstance(source, Release):
        data = _of_release(source, kind, scale)
    elif source.exists():
        data = _of_path(source, kind, scale, columns)
    else:
        raise AloiError("aloi.no-file", path=source, expected=Term("annotation-sources", suffixes=SUFFIXES))
    return data if split is None else _shared_out(data, split)


def _of_release(release: Release, kind: type | None, scale: Scale | None) -> Dataset:
    manifest = release.manifest
    name = f"{entries(manifest, 'campaign')['name']} {release.version}"
    release_kind = kind_of_release(manifest)
    if (kind or release_kind) is ScoredPair:
        one_scale(name, scale, scale_of_release(manifest))
    by_item = provenance(manifest)
    provenance_by_id = {
        item_id: (item.miners, item.status, item.answers, item.documents[:2])
        for item_id, item in by_item.items()
    }
    language = str(entries(manifest, "corpus").get("language") or LANGUAGE)
    return _dataset(name, kind or release_kind, rows_by_split(manifest), provenance_by_id, language)


def _of_path(source: Path, kind: type | None, scale: Scale | None, columns: ScoreColumns | None) -> Dataset:
    return _with_groups(_rows_of_path(source, kind, scale, columns), source)


def _with_groups(data: Dataset, source: Path) -> Dataset:
    """Return data with the groups that columns of its tables name, such as the domain of each row."""
    named: dict[str, dict[str, tuple[str, ...]]] = {}
    for path in _tables(source):
        groups = [name for name in _GROUPS if name in _columns(path)]
        if not groups or "id" not in _columns(path):
            continue
        for row in look_into(path).rows:
            values = {name: (value,) for name in groups if (value := row.text(name).strip())}
            named.setdefault(row.text("id"), {}).update(values)
    if not named:
        return data
    by_part: ProvenanceByPart = {}
    for part, rows in data.parts.items():
        before = data.provenance_of(part)
        by_part[part] = {
            row.id: replace(facts, clusters={**facts.clusters, **named.get(row.id, {})})
            for row, facts in ((row, before.get(row.id, Provenance())) for row in rows)
        }
    return replace(data, provenance=by_part)


def _rows_of_path(
    source: Path, kind: type | None, scale: Scale | None, columns: ScoreColumns | None
) -> Dataset:
    name = source.resolve().stem if source.is_file() else source.resolve().name
    manifest = manifest_at(source) if source.is_dir() else None
    row_kind = kind or _kind_at(source, manifest, columns)
    if row_kind is ScoredPair:
        return _pairs(source, name, scale, columns, manifest)
    cards = [path for path in _tables(source) if card_of(path).name]
    if cards:
        folders = [
            format_named("huggingface").read(folder, _UNSCALED) for folder in {one.parent for one in cards}
        ]
        provenance_by_id = {row_id: one for path in cards for row_id, one in _provenance_rows(path)}
        titles = [title for path in cards if (title := card_of(path).name)]
        return _dataset(
            titles[0],
            row_kind,
            {part: rows for one in folders for part, rows in one.items()},
            provenance_by_id,
        )
    return _dataset(name, row_kind, _READERS[row_kind](source), _documents(source, row_kind))


def _kind_at(source: Path, manifest: Mapping[str, Json] | None, columns: ScoreColumns | None) -> type:
    """Return the kind of rows of a file or folder, by the marks of formats and the columns of tables."""
    if columns is not None:
        return ScoredPair
    if manifest is not None:
        return kind_of_release(manifest)
    if source.is_dir():
        if any((source / mark).is_file() for mark in _PAIR_MARKS):
            return ScoredPair
        if (source / "labels.json").is_file():
            return LabelledText
        if any(source.glob("*.conll")) or any(source.rglob("*.ann")):
            return TaggedTokens
    tables = _tables(source)
    if not tables:
        if source.is_dir():
            raise _no_table(source)
        return MultipleChoice if source.suffix.lower() == ".json" else TaggedTokens
    heads = [_columns(path) for path in tables]
    # Tables of marked texts have their own form: their positions must be determined.
    texts = any("text" in one for one in heads)
    for columns_present in heads:
        if "question" in columns_present:
            return MultipleChoice
        if {"tokens", "tags"} <= columns_present or (texts and columns_present >= _PLACES):
            return TaggedTokens
        if "mention" in columns_present and columns_present & _CONCEPTS:
            return LinkedMention
        if columns_present >= _PLACES:
            return TaggedTokens
    return ScoredPair if holds_pairs(tables[0]) else LabelledText


def _columns(path: Path) -> set[str]:
    """Return the columns of a table; none of one without a header, whose first line can be anything."""
    try:
        return {one.strip().lower() for one in look_into(path).columns}
    except AloiError:
        return set()


def _tables(source: Path) -> list[Path]:
    if source.is_dir():
        return tables_of(source)
    return [source] if source.suffix.lower() in SUFFIXES else []


def _no_table(source: Path) -> AloiError:
    return AloiError(
        "aloi.no-content",
        path=source,
        content=Term("no-table"),
        expected=Term("annotation-sources", suffixes=SUFFIXES),
        todo=Term("name-folder"),
    )


def _pairs(
    source: Path,
    name: str,
    scale: Scale | None,
    columns: ScoreColumns | None,
    manifest: Mapping[str, Json] | None,
) -> Dataset:
    declared = scale_of_release(manifest) if manifest is not None else None
    if source.is_dir() and columns is None and (source / _CLISTER).is_file():
        rows = format_named("clister").read(source, one_scale(source, scale, declared))
        named = {part: [_named(one) for one in found] for part, found in rows.items()}
        row_provenance = {
            part: {one.id: Provenance(clusters=clusters) for one in pairs if (clusters := _of_sentences(one))}
            for part, pairs in named.items()
        }
        return dataset(name, ScoredPair, named, row_provenance)
    paths = tables_of(source) if source.is_dir() else [source]
    if not paths:
        raise _no_table(source)
    cards = {path: card_of(path) for path in paths}
    ends = one_scale(
        source, scale, next((one.scale for one in cards.values() if one.scale), None) or declared
    )
    parts: dict[str, list[LearntRow]] = {}
    provenance_by_part: ProvenanceByPart = {}
    for path, card in cards.items():
        default = card.part or part_of(path, alone=len(paths) == 1)
        for part, pairs in read_pairs(path, ends, columns or ScoreColumns(), default).items():
            _one_file_a_part(source, path, part, parts)
            parts.setdefault(part, []).extend(row for row, _ in pairs)
            provenance_by_part.setdefault(part, {}).update(
                (row.id, provenance) for row, provenance in pairs if provenance != Provenance()
            )
    title = next((one.name for one in cards.values() if one.name), None)
    return dataset(title or name, ScoredPair, parts, provenance_by_part)


def _of_sentences(row: ScoredPair) -> dict[str, tuple[str, ...]]:
    """Return the documents in the names of a pair's sentences, if both names begin with one."""
    named = (document_of(row.left_id), document_of(row.right_id))
    return {"document": named} if all(named) else {}


def _named(row: Row) -> ScoredPair:
    """Return a pair with an id: that of its sentences if the format has none."""
    if not isinstance(row, ScoredPair):
        raise TypeError(f"a row of the kind {type(row).__name__} is no pair")
    return row if row.id else replace(row, id=f"{row.left_id} {row.right_id}")


def _one_file_a_part(source: Path, path: Path, part: str, parts: Mapping[str, object]) -> None:
    if part in parts and not shard(path):
        raise AloiError("modeling.not-only-file-part", source=source, name=path.name, part=repr(part))


def _labelled(source: Path) -> Parts:
    """Return labelled texts of tables, a part each; the labels known are those of all parts, sorted."""
    if source.is_dir() and (source / "labels.json").is_file():
        return format_named("labelled_jsonl").read(source, _UNSCALED)
    lines = _by_table(source, lambda path: read_labelled(path, LabelColumns()))
    all_labels = tuple(sorted({label for part in lines.values() for one in part for label in one.labels}))
    return {
        part: [
            LabelledText(
                text.name,
                text.text,
                "",
                tuple(label for label in all_labels if label in text.labels),
                all_labels,
            )
            for text in texts
        ]
        for part, texts in lines.items()
    }


def _tagged(source: Path) -> Parts:
    suffix = source.suffix.lower()
    if source.is_dir():
        if any(source.glob("*.conll")):
            return format_named("conll").read(source, _UNSCALED)
        if any(source.rglob("*.ann")):
            return read_spans(source, "brat").parts
        marked = [one for one in tables_of(source) if set(look_into(one).columns) >= _PLACES]
        if not marked:
            raise AloiError(
                "aloi.no-content",
                path=source,
                content=Term("no-tagged-text"),
                expected=Term("tagged-files"),
                todo=Term("name-folder"),
            )
        return read_spans(marked[0], "table").parts
    if suffix in _BRAT or suffix in _CONLL:
        return read_spans(source, "brat" if suffix in _BRAT else "conll").parts
    return read_spans(source, "table" if suffix in SUFFIXES else None).parts


def _questions(source: Path) -> Parts:
    if source.is_dir():
        return format_named("mcqa_jsonl").read(source, _UNSCALED)
    return {part_of(source, alone=True): read_questions(source)}


def _mentions(source: Path) -> Parts:
    if _tables(source):
        # Tables of texts may be next to those of mentions.
        return _by_table(source, lambda path: read_mentions(path, "table").mentions, "mention")
    return {ALL: read_mentions(source).mentions}


def _by_table(source: Path, reader: Callable[[Path], Sequence[T]], column: str = "") -> dict[str, list[T]]:
    paths = [one for one in _tables(source) if not column or column in look_into(one).columns]
    if not paths:
        raise _no_table(source)
    parts: dict[str, list[T]] = {}
    for path in paths:
        part = part_of(path, alone=len(paths) == 1)
        _one_file_a_part(source, path, part, parts)
        parts.setdefault(part, []).extend(reader(path))
    return parts


_READERS: Mapping[type, Callable[[Path], Parts]] = {
    LabelledText: _labelled,
    TaggedTokens: _tagged,
    MultipleChoice: _questions,
    LinkedMention: _mentions,
}


def _dataset(
    name: str,
    kind: type,
    parts: Parts,
    provenance_by_id: Mapping[str, RowProvenance],
    language: str = LANGUAGE,
) -> Dataset:
    """Return rows as data, tagged texts cut into sentences; provenance is by the ids of the uncut rows."""
    rows: dict[str, list[LearntRow]] = {}
    provenance_by_part: ProvenanceByPart = {}
    for part, part_rows in parts.items():
        for uncut in part_rows:
            miners, status, answers, documents = provenance_by_id.get(uncut.id, ((), None, {}, ()))
            for row, taggings in _sentences(uncut, answers, language):
                rows.setdefault(part, []).append(row)
                plain_answers = {who: answer_of(other) for who, other in taggings.items()}
                row_provenance = Provenance(
                    miners, status, plain_answers, {"document": documents} if documents else {}
                )
                if row_provenance != Provenance():
                    provenance_by_part.setdefault(part, {})[row.id] = row_provenance
    return dataset(name, kind, rows, provenance_by_part)


def _sentences(
    row: Row, answers: Mapping[str, Row], language: str
) -> Iterable[tuple[LearntRow, Mapping[str, LearntRow]]]:
    if not isinstance(row, LearntRow):
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-data"),
            kind=type(row).__name__,
            expected=Term("one-of", choices=KINDS),
        )
    taggings = {who: one for who, one in answers.items() if isinstance(one, LearntRow)}
    if not isinstance(row, TaggedTokens):
        return [(row, taggings)]
    return cut(row, {who: one for who, one in taggings.items() if isinstance(one, TaggedTokens)}, language)


def _documents(source: Path, kind: type) -> dict[str, RowProvenance]:
    """Return document by row id, from tables that name documents, for kinds of rows without that field."""
    if kind not in (LabelledText, MultipleChoice):
        return {}
    tables = [path for path in _tables(source) if {"id", DOCUMENT} <= _columns(path)]
    return {row_id: one for path in tables for row_id, one in _provenance_rows(path)}


def _provenance_rows(path: Path) -> Iterable[tuple[str, RowProvenance]]:
    """Yield miners, status and document of each row of a table that a release was written to, by row id."""
    for row in look_into(path).rows:
        miners = row.values.get("miners")
        listed = tuple(sorted(map(str, miners))) if isinstance(miners, list) else ()
        names = row.values.get("documents")
        document = row.text(DOCUMENT).strip() or (str(names[0]) if isinstance(names, list) and names else "")
        yield row.text("id"), (listed, row.text("status") or None, {}, (document,) if document else ())


def _shared_out(data: Dataset, split: str) -> Dataset:
    """Return data with new splits of full documents, deterministic."""
    # A part that a leak filter made holds rows of another one.
    rows = list(dict.fromkeys(row for part in data.parts.values() for row in part))
    provenance_by_id = {name: one for part in data.provenance.values() for name, one in part.items()}
    of = {row.id: getattr(row, "document_id", "") or row.id for row in rows}
    documents = [Splittable(one, None, (), ()) for one in sorted(set(of.values()))]
    split_set = make_splits(documents, _shares(split), low=0.0, high=1.0, seed=0, stratify=False)
    parts = {part.name: set(part.item_ids) for part in split_set.splits}
    shared = {name: [row for row in rows if of[row.id] in held] for name, held in parts.items()}
    row_provenance = {
        name: {row.id: provenance_by_id[row.id] for row in part_rows if row.id in provenance_by_id}
        for name, part_rows in shared.items()
    }
    return dataset(data.name, data.kind, shared, row_provenance)


def _shares(split: str) -> dict[str, int | float | str]:
    shares: dict[str, int | float | str] = {}
    for entry in split.split(","):
        name, _, share = entry.partition("=")
        try:
            shares[name.strip()] = share.strip() if share.strip() == "rest" else float(share)
        except ValueError:
            raise AloiError("modeling.data-split", split=repr(split)) from None
    return shares
