"""Linking as MTEB asks for it: queries are mentions, to be found are names of their concepts."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from aloi.annotation.rows import LinkedMention
from aloi.gold.formats.losses import Parts

NAMES = "retrieval/names.parquet"


@dataclass(frozen=True, slots=True)
class ConceptSearch:
    """What is searched, and what is to be found.

    Parameters
    ----------
    names : sequence of tuple
        Id and text of each name of a concept.
    queries : mapping
        Part -> mention and name, by their ids, for each name that is right; parts with any alone.
    unnamed : int
        Mentions of the other parts none of whose concepts has a name.
    """

    names: Sequence[tuple[str, str]]
    queries: Mapping[str, Sequence[tuple[str, str]]]
    unnamed: int

    def files(self) -> dict[str, bytes]:
        """Return the names, and for each part which of them are right, as Parquet."""
        contents = {NAMES: _parquet(("id", "text"), self.names)}
        for part, right in self.queries.items():
            contents[f"retrieval/relevant-{part}.parquet"] = _parquet(("query-id", "corpus-id"), right)
        return contents


def concept_search(rows: Parts, learnt: str) -> ConceptSearch:
    """Return what the mentions of parts are to find; the mentions of the part `learnt` name the concepts."""
    mentions = {
        part: [mention for mention in each if isinstance(mention, LinkedMention)]
        for part, each in rows.items()
    }
    named = sorted(
        {(concept, mention.mention) for mention in mentions[learnt] for concept in mention.concepts}
    )
    ids = {
        concept: [f"{concept}#{place}" for place, _ in enumerate(group, start=1)]
        for concept, group in groupby(named, key=lambda mention: mention[0])
    }
    flat = [its_id for part_mentions in ids.values() for its_id in part_mentions]
    queries: dict[str, list[tuple[str, str]]] = {}
    unnamed = 0
    for part, part_mentions in mentions.items():
        for mention in part_mentions if part != learnt else ():
            right = [(mention.id, its_id) for concept in mention.concepts for its_id in ids.get(concept, ())]
            queries.setdefault(part, []).extend(right)
            unnamed += not right
    return ConceptSearch(
        [(its_id, text) for its_id, (_, text) in zip(flat, named, strict=True)],
        {part: right for part, right in queries.items() if right},
        unnamed,
    )


def _parquet(names: Sequence[str], lines: Sequence[tuple[str, str]]) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {name: [line[place] for line in lines] for place, name in enumerate(names)}
    target = io.BytesIO()
    pq.write_table(pa.table(columns, schema=pa.schema([(name, pa.string()) for name in names])), target)
    return target.getvalue()
