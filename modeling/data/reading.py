"""Scored pairs read from a release, an export of one, a Hugging Face dataset folder or a plain table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from annotation.rows import Row, ScoredPair
from annotation.tasks import task
from corpora.identity import checksum
from corpora.model import Json
from corpora.readers.tables import SUFFIXES
from errors import AloiError
from gold.formats import format_named
from gold.formats.huggingface.folder import card_of
from gold.model import Release
from gold.releasing.manifest import FORMAT, entries, rows_by_split
from gold.releasing.provenance import provenance
from modeling.data.dataset import ScoredData, ScoredItem
from modeling.data.scored_tables import ALL, Columns, part_of, read_items, shard, tables_of

__all__ = ["ALL", "Columns", "read_scored"]

_MARKS = {"sts.tsv": "sts_tsv", "id_to_sentence.json": "clister"}
_MANIFEST = "manifest.json"


def read_scored(
    source: Path | Release, *, scale: tuple[float, float] | None = None, columns: Columns | None = None
) -> ScoredData:
    """Return the scored pairs of a release, an export folder, a dataset folder or a table, by part.

    Parameters
    ----------
    source : Path or Release
        A release; a folder in the format `huggingface`, `sts_tsv`, `clister` or `drbenchmark_jsonl`; a
        folder with a table a part (`train.csv`, `x-test.tsv`, `data/train-00000-of-00001.parquet`); or
        one table with or without a column of parts. A table that names no part is the part `all`.
    scale : (float, float) or None
        The ends of the scale. A release, a folder of the format `huggingface` and any folder that holds
        the release's `manifest.json` tell their own; for others it must be given.
    columns : Columns or None
        The columns of tables whose names are not among the usual ones.

    Raises
    ------
    AloiError
        Nothing there, no scored pairs, no scale, a scale that is not the data's own, a score outside it,
        an id that stands twice in a part.
    """
    if isinstance(source, Release):
        return _of_release(source, scale)
    if not source.exists():
        raise AloiError(
            f"There is no file or folder {source}.",
            f"A table ({', '.join(SUFFIXES)}) or a folder of them was expected.",
            "Check the path.",
        )
    manifest = _manifest(source)
    for mark, name in _MARKS.items():
        if source.is_dir() and columns is None and (source / mark).is_file():
            ends = _scale(source, scale, _manifest_scale(manifest))
            rows = format_named(name).read(source, ends)
            return _data(source.name, ends, {part: _items(found) for part, found in rows.items()})
    return _of_tables(source, scale, columns or Columns(), manifest)


def _of_release(release: Release, scale: tuple[float, float] | None) -> ScoredData:
    manifest = release.manifest
    campaign = entries(manifest, "campaign")
    name = f"{campaign['name']} {release.version}"
    ends = _scale(name, scale, _manifest_scale(manifest))
    known = provenance(manifest)
    parts = {
        part: [
            ScoredItem(
                one.id,
                one.left,
                one.right,
                one.score,
                known[one.id].miners,
                known[one.id].status,
                known[one.id].answers,
            )
            for one in found
            if isinstance(one, ScoredPair)
        ]
        for part, found in rows_by_split(manifest).items()
    }
    return _data(name, ends, parts)


def _of_tables(
    source: Path, scale: tuple[float, float] | None, columns: Columns, manifest: Mapping[str, Json] | None
) -> ScoredData:
    paths = tables_of(source) if source.is_dir() else [source]
    if not paths:
        raise AloiError(
            f"The folder {source} holds no table.",
            f"Files ending in {', '.join(SUFFIXES)} were expected, one a part.",
            "Name the folder that holds them.",
        )
    cards = {path: card_of(path) for path in paths}
    told = next((one.scale for one in cards.values() if one.scale), None) or _manifest_scale(manifest)
    ends = _scale(source, scale, told)
    parts: dict[str, list[ScoredItem]] = {}
    for path, card in cards.items():
        default = card.part or part_of(path, alone=len(paths) == 1)
        for part, found in read_items(path, ends, columns, default).items():
            if part in parts and not shard(path):
                raise AloiError(
                    f"{source}: {path.name} is not the only file with the part {part!r}.",
                    "One file a part was expected.",
                    "Name one file, or put each data set in a folder of its own.",
                )
            parts.setdefault(part, []).extend(found)
    name = next((one.name for one in cards.values() if one.name), source.stem if source.is_file() else "")
    return _data(name or source.resolve().name, ends, parts)


def _manifest(source: Path) -> Mapping[str, Json] | None:
    """Return the manifest that lies in an export folder, None where there is none."""
    path = source / _MANIFEST
    if not path.is_file():
        return None
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise AloiError(
            f"{path} is not JSON: {error}.",
            "The manifest of a release was expected.",
            "Remove or restore it.",
        ) from error
    # Other programs write files of this name too.
    return found if isinstance(found, dict) and found.get("format") == FORMAT else None


def _manifest_scale(manifest: Mapping[str, Json] | None) -> tuple[float, float] | None:
    """Return the ends of the main scale of a release, or raise AloiError where its rows are not scored."""
    if manifest is None:
        return None
    campaign = entries(manifest, "campaign")
    made_by = task(str(campaign["task"]))
    if made_by.row_kind is not ScoredPair:
        raise AloiError(
            f"The release {campaign['name']} is of the task {made_by.name}.",
            "Pairs with a score, as the task similarity gives them, were expected.",
            "Choose another release.",
        )
    return made_by.range(entries(campaign, "settings"))


def _scale(
    source: object, given: tuple[float, float] | None, told: tuple[float, float] | None
) -> tuple[float, float]:
    """Return the scale given or told by the data, or raise AloiError where neither or they differ."""
    if given is None and told is None:
        raise AloiError(
            f"{source} does not say which scale its scores are on.",
            "The two ends of the scale were expected, such as 0,5.",
            "Give them (--scale 0,5).",
        )
    if given is not None and told is not None and given != told:
        raise AloiError(
            f"The scale {given[0]:g},{given[1]:g} was given for {source}.",
            f"Its own scale is {told[0]:g},{told[1]:g}.",
            "Leave the scale out, or correct it.",
        )
    ends = given or told or (0.0, 0.0)
    if not ends[0] < ends[1]:
        raise AloiError(
            f"The scale is {ends[0]:g},{ends[1]:g}.",
            "The lower end, then the higher one, were expected.",
            "Give them as 0,5.",
        )
    return float(ends[0]), float(ends[1])


def _items(rows: Iterable[Row]) -> list[ScoredItem]:
    """Return rows as items; a pair without an id gets that of its sentences."""
    return [
        ScoredItem(one.id or f"{one.left_id} {one.right_id}", one.left, one.right, one.score)
        for one in rows
        if isinstance(one, ScoredPair)
    ]


def _data(name: str, ends: tuple[float, float], parts: Mapping[str, list[ScoredItem]]) -> ScoredData:
    """Return the data with its checksum, items by id."""
    ordered: dict[str, tuple[ScoredItem, ...]] = {}
    for part, found in parts.items():
        ordered[part] = tuple(sorted(found, key=lambda one: one.id))
        pairs = zip(ordered[part], ordered[part][1:], strict=False)
        twice = next((one.id for one, other in pairs if one.id == other.id), None)
        if twice is not None:
            raise AloiError(
                f"{name}: the id {twice!r} stands twice in the part {part!r}.",
                "Each pair was expected once.",
                "Remove one of the two, or give each an id of its own.",
            )
    content = {
        part: [[one.id, one.left, one.right, one.score] for one in found] for part, found in ordered.items()
    }
    return ScoredData(name, checksum({"scale": list(ends), "parts": content}), *ends, ordered)
