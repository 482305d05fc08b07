"""Provenance of each gold item of a release: status, miners, and the answers it is made of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter

from aloi.annotation.rows import LabelledText, LinkedMention, MultipleChoice, Row, ScoredPair, TaggedTokens
from aloi.annotation.tasks import task
from aloi.corpora.model import Json
from aloi.gold.releasing.manifest import entries, items, rows_of

_LEARNT = (ScoredPair, LabelledText, TaggedTokens, MultipleChoice, LinkedMention)


@dataclass(frozen=True, slots=True)
class ReleaseProvenance:
    """The provenance of a gold item.

    Parameters
    ----------
    status : str
        `GoldStatus` as text.
    miners : tuple of str
        The miners that proposed the item, sorted.
    answers : mapping
        Pseudonym -> the row with their answer instead of the gold, of the item's last round; empty for
        items without answers and for tasks for which no recipe trains on rows.
    documents : tuple of str
        The documents of its sentences, in their order: two of a pair.
    """

    status: str
    miners: tuple[str, ...]
    answers: Mapping[str, Row]
    documents: tuple[str, ...] = ()


def provenance(manifest: Mapping[str, Json], *, with_answers: bool = True) -> dict[str, ReleaseProvenance]:
    """Return the provenance of each gold item of a release, by item id.

    Without `with_answers`, answers and documents are omitted.
    """
    miners: dict[str, set[str]] = defaultdict(set)
    for origin in rows_of(manifest, "origins"):
        miners[str(origin["item_id"])].add(str(origin["miner"]))
    answers = _answers(manifest) if with_answers else {}
    documents = item_documents(manifest) if with_answers else {}
    return {
        item_id: ReleaseProvenance(
            str(gold_item["status"]),
            tuple(sorted(miners[item_id])),
            dict(sorted(answers.get(item_id, {}).items())),
            documents.get(item_id, ()),
        )
        for gold_item in rows_of(entries(manifest, "gold"), "items")
        for item_id in [str(gold_item["item_id"])]
    }


def item_documents(manifest: Mapping[str, Json]) -> dict[str, tuple[str, ...]]:
    """Return the documents of the sentences of each item, in their order, by item id."""
    return {
        str(item["id"]): tuple(
            str(part["document_id"])
            for part in item.values()
            if isinstance(part, dict) and "document_id" in part
        )
        for item in rows_of(manifest, "items")
    }


def _answers(manifest: Mapping[str, Json]) -> dict[str, dict[str, Row]]:
    """Return item id -> {pseudonym: row}: the last revisions of each item's last round.

    Hidden repeats and reverted answers do not count, as for the gold.
    """
    campaign = entries(manifest, "campaign")
    made_by, settings = task(str(campaign["task"])), entries(campaign, "settings")
    if made_by.row_kind not in _LEARNT:
        return {}
    shown = items(manifest)
    last: dict[tuple[int, str, str], tuple[int, Json]] = {}
    for annotation in rows_of(manifest, "annotations"):
        key = (int(str(annotation["round"])), str(annotation["item_id"]), str(annotation["annotator"]))
        revision = int(str(annotation["revision"]))
        if annotation["occasion"] == 1 and (key not in last or revision >= last[key][0]):
            last[key] = (revision, annotation["value"])
    rows_by_item: dict[str, dict[str, Row]] = {}
    in_round: dict[str, int] = {}
    for (number, item_id, pseudonym), (_, value) in sorted(last.items(), key=itemgetter(0)):
        if value is None:
            continue
        if in_round.get(item_id) != number:
            in_round[item_id], rows_by_item[item_id] = number, {}
        rows_by_item[item_id][pseudonym] = made_by.row(shown[item_id], value, settings)
    return rows_by_item
