"""Rows to train and score models on, found by the name a person gives: a release, a folder, a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from annotation.rows import LabelledText, Row, TaggedTokens
from corpora.readers.tables import SUFFIXES
from errors import AloiError
from evaluation.rows import KINDS, LearntRow
from gold.formats import format_named
from gold.formats.labels.label_tables import Columns, read_labelled
from gold.formats.questions.mcqa_jsonl import read_questions
from gold.formats.spans.span_files import read_spans
from gold.releasing.manifest import entries, rows_by_split
from gold.splitting.splits import Splittable, make_splits
from workbench.models.row_sentences import by_sentence

if TYPE_CHECKING:
    from storage.store import Store

_BRAT = (".ann", ".zip")
_SPAN_COLUMNS = {"start", "end", "mention"}


@dataclass(frozen=True, slots=True)
class RowSource:
    """Rows of one kind by part, and the short name of where they are from."""

    name: str
    parts: Mapping[str, tuple[LearntRow, ...]]

    @property
    def kind(self) -> type:
        """Return the kind of its rows."""
        return type(next(row for rows in self.parts.values() for row in rows))


def load_rows(store: Store | None, source: str, split: str | None = None) -> RowSource:
    """Return the rows a source names; tagged texts sentence by sentence, each with its document.

    Parameters
    ----------
    store : Store or None
        Where releases are looked for.
    source : str
        A folder in the format `labelled_jsonl`, `mcqa_jsonl`, `conll` or brat; a folder of tables of
        labelled texts, a part each; one such file; a table of mentions with their places; or a release.
    split : str or None
        Parts and their shares, such as `train=.7,dev=.1,test=.2`: the rows of all parts are shared out
        anew, whole documents at a time.

    Raises
    ------
    AloiError
        Nothing of that name, or nothing in it that these recipes learn from.
    """
    path = Path(source).expanduser()
    found = _read(path) if path.exists() else _released(store, source)
    rows = [row for part in found.parts.values() for row in part]
    kinds = {type(row).__name__ for row in rows}
    if len(kinds) != 1 or not kinds <= set(KINDS):
        raise AloiError(
            f"{source} holds rows of the kind {' and '.join(sorted(kinds)) or 'none'}.",
            f"Rows of one kind were expected: {', '.join(KINDS)}.",
            "Name other data.",
        )
    return found if split is None else replace(found, parts=_shared_out(rows, split))


def _released(store: Store | None, source: str) -> RowSource:
    if store is None:
        raise AloiError(
            f"{source!r} is no file or folder here.",
            "A path was expected, or a store with releases.",
            "Check the path.",
        )
    release = store.gold.release(":".join(source.rsplit("@", 1)))
    name = f"{entries(release.manifest, 'campaign')['name']} {release.version}"
    return RowSource(name, _learnt(rows_by_split(release.manifest)))


def _read(path: Path) -> RowSource:
    name = path.resolve().stem if path.is_file() else path.resolve().name
    if path.is_file():
        return RowSource(name, _learnt(_read_file(path)))
    suffixes = {one.suffix.lower() for one in path.rglob("*") if one.is_file()}
    if (path / "labels.json").is_file():
        found: Mapping[str, Sequence[Row]] = format_named("labelled_jsonl").read(path, (0.0, 1.0))
    elif any(path.glob("*.conll")):
        found = format_named("conll").read(path, (0.0, 1.0))
    elif ".ann" in suffixes:
        found = read_spans(path, "brat").parts
    elif any(path.glob("*.jsonl")):
        found = format_named("mcqa_jsonl").read(path, (0.0, 1.0))
    else:
        tables = [one for one in sorted(path.iterdir()) if one.suffix.lower() in SUFFIXES]
        marked = [one for one in tables if _has_spans(one)]
        found = (
            read_spans(marked[0], "table").parts if marked else _labelled({one.stem: one for one in tables})
        )
    return RowSource(name, _learnt(found))


def _has_spans(path: Path) -> bool:
    """Return whether a table holds mentions with their places; their texts stand beside it."""
    from corpora.readers import read_table

    return set(read_table(path).columns) >= _SPAN_COLUMNS


def _read_file(path: Path) -> Mapping[str, Sequence[Row]]:
    suffix = path.suffix.lower()
    readers: dict[str, Callable[[], Mapping[str, Sequence[Row]]]] = {
        **dict.fromkeys(_BRAT, lambda: read_spans(path, "brat").parts),
        **dict.fromkeys((".conll", ".bio", ".iob"), lambda: read_spans(path, "conll").parts),
        **dict.fromkeys((".jsonl", ".json"), lambda: {path.stem: read_questions(path)}),
    }
    if suffix in readers:
        return readers[suffix]()
    if suffix in SUFFIXES:
        if _has_spans(path):
            return read_spans(path, "table").parts
        return _labelled({path.stem: path})
    return read_spans(path).parts


def _labelled(paths: Mapping[str, Path]) -> dict[str, tuple[LabelledText, ...]]:
    """Return labelled texts of tables, a part each; the labels known are those of all parts, sorted."""
    lines = {part: read_labelled(path, Columns()) for part, path in paths.items()}
    known = tuple(sorted({label for part in lines.values() for one in part for label in one.labels}))
    return {
        part: tuple(
            LabelledText(
                one.name, one.text, "", tuple(label for label in known if label in one.labels), known
            )
            for one in found
        )
        for part, found in lines.items()
    }


def _learnt(parts: Mapping[str, Sequence[Row]]) -> dict[str, tuple[LearntRow, ...]]:
    """Return the parts that have rows, tagged texts cut into sentences."""
    found: dict[str, tuple[LearntRow, ...]] = {}
    for part, rows in parts.items():
        tagged = [row for row in rows if isinstance(row, TaggedTokens)]
        others = [row for row in rows if isinstance(row, LearntRow) and not isinstance(row, TaggedTokens)]
        if tagged or others:
            found[part] = (*by_sentence(tagged), *others)
    return found


def _shared_out(rows: Sequence[LearntRow], split: str) -> dict[str, tuple[LearntRow, ...]]:
    """Return the rows shared out anew, whole documents at a time, always in the same way."""
    of = {
        row.id: row.document_id if isinstance(row, TaggedTokens) and row.document_id else row.id
        for row in rows
    }
    documents = [Splittable(one, None, (), ()) for one in sorted(set(of.values()))]
    made = make_splits(documents, _shares(split), low=0.0, high=1.0, seed=0, stratify=False)
    return {part.name: tuple(row for row in rows if of[row.id] in set(part.item_ids)) for part in made.splits}


def _shares(split: str) -> dict[str, int | float | str]:
    found: dict[str, int | float | str] = {}
    for one in split.split(","):
        name, _, share = one.partition("=")
        try:
            found[name.strip()] = share.strip() if share.strip() == "rest" else float(share)
        except ValueError:
            raise AloiError(
                f"--split is {split!r}.",
                "Parts with their shares were expected.",
                "Write it as --split train=.7,dev=.1,test=.2.",
            ) from None
    return found
