"""The ids of a release's items in their sources, as the files of formats contain them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from aloi.corpora.source_ids import SourceIds
from aloi.gold.formats.base import parse_json, read_text
from aloi.gold.model import Release
from aloi.gold.releasing.release_files import opened

SOURCE_FIELD = "source_id"


def release_source_ids(release: Release) -> SourceIds:
    """Return what the items of a release were called in their sources; nothing of a restricted corpus."""
    corpus = release.manifest.get("corpus")
    if not isinstance(corpus, dict) or corpus.get("restricted"):
        return SourceIds()
    sources = opened(release).sources
    return SourceIds.of_pairs((item, its_id) for item, each in sources.items() for its_id in each.ids)


def source_ids_in(path: Path) -> Mapping[str, str]:
    """Return {id: the id in its source} of the lines of a JSON lines file that say both."""
    ids = {}
    for line in read_text(path).removeprefix("\ufeff").split("\n"):
        if f'"{SOURCE_FIELD}"' in line:
            row = parse_json(line)
            if isinstance(row, dict) and row.get("id") and row.get(SOURCE_FIELD):
                ids[str(row["id"])] = str(row[SOURCE_FIELD])
    return ids


def own_id(ids: Mapping[str, str], row_id: str) -> dict[str, str]:
    """Return, as a fact of an origin, how a row was called in its first source; nothing without such."""
    return {"id": ids[row_id]} if row_id in ids else {}
