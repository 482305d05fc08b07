"""Texts in, items out: `aloi corpus`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.records import to_json
from aloi.terminal.base import (
    OUT,
    RAW,
    SHEET,
    Answer,
    Decorator,
    Group,
    data_folder,
    facts,
    listed,
    now,
    show_progress,
    stated,
    table,
    with_store,
)
from aloi.terminal.files.sentences_and_pairs import mined, tell_memory
from aloi.terminal.options import TerminalOption, request_options
from aloi.workbench.requests.candidates import DrawRequest, MineRequest, RandomRequest
from aloi.workbench.requests.queries import ListCorporaRequest
from aloi.workbench.requests.texts import CorpusRequest, SegmentRequest

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


@click.group(cls=Group)
def corpus() -> None:
    """Import texts, split sentences, mine and draw candidates."""


@corpus.command("import")
@request_options(CorpusRequest)
@SHEET
@with_store
def import_(store: Store, request: CorpusRequest) -> Answer:
    """Import PATH: a folder or zip of .txt, BioC, a table of texts, of ready pairs, or of targets."""
    from aloi.workbench.imports.jobs import import_texts

    done = import_texts(store, request, now())
    names = ("id", "name", "language", "checksum", "restricted")
    return stated(
        {
            **{name: getattr(done.corpus, name) for name in names},
            "documents": done.documents,
            "items": done.items,
            "new": done.new,
            **({"repeated": done.repeated, "outer_spaces": done.outer_spaces} if request.pairs else {}),
        }
    )


@corpus.command("list")
@request_options(ListCorporaRequest)
@with_store
def list_(store: Store, request: ListCorporaRequest) -> Answer:
    """List the corpora with their counts."""
    corpora = [
        {**to_json(corpus_), **to_json(store.texts.counts(corpus_.id))}
        for corpus_ in store.texts.corpora(archived=request.archived)
    ]
    names = ("name", "id", "language", "licence", "documents", "sentences", "items", "restricted")
    return Answer({"corpora": corpora}, listed(corpora, *names))


@corpus.command("segment")
@request_options(SegmentRequest)
@with_store
def segment_(store: Store, request: SegmentRequest) -> Answer:
    """Split the documents of CORPUS (id or name) into sentences."""
    from aloi.workbench.texts.corpora import segment_corpus

    done = segment_corpus(store, request, show_progress())
    document = {"corpus": done.corpus_id, **to_json(done, "corpus_id")}
    return Answer(document, facts(**{**document, "by_plain_rules": done.by_plain_rules or None}))


def _out(help_text: str) -> Decorator:
    """Return the option that names a table, which a job writes into the data folder."""
    reason = "Jobs write into the data folder."
    return click.option("--out", cls=TerminalOption, reason=reason, type=OUT, required=True, help=help_text)


@corpus.command("mine")
@request_options(MineRequest)
@_out("Table of candidates to write; nothing is stored yet.")
@RAW
@with_store
def mine_(store: Store, request: MineRequest, out: Path) -> Answer:
    """Write the candidate pairs of CORPUS to a table, for review and `aloi corpus draw`."""
    from aloi.workbench.candidates.pairs import mine_corpus
    from aloi.workbench.encoding import CACHE

    cache = data_folder() / CACHE
    _, report = mine_corpus(store, request, out, show_progress(), cache, before=tell_memory)
    return mined(report, request, out)


@corpus.command("draw")
@request_options(DrawRequest)
@SHEET
@with_store
def draw_(store: Store, request: DrawRequest) -> Answer:
    """Store a sample of CANDIDATES as items, the same number from each bin of scores.

    Repeat the options of the mining run: they are stored as the origin of each item.
    """
    from aloi.workbench.candidates.pairs import draw_sample, spec_of

    drawn = draw_sample(store, request, spec_of(request), now=now())
    strata = {
        name: {"available": available, "drawn": n_drawn}
        for name, (available, n_drawn) in drawn.by_stratum.items()
    }
    document = {"items": len(drawn.item_ids), "new": drawn.new, "strata": strata, "item_ids": drawn.item_ids}
    rows = [(name, one["available"], one["drawn"]) for name, one in strata.items()]
    lines = [*facts(items=len(drawn.item_ids), new=drawn.new), *table(("score", "available", "drawn"), rows)]
    return Answer(document, lines)


@corpus.command("random")
@request_options(RandomRequest)
@_out("Table of the draw, for `aloi campaign assume`.")
@RAW
@with_store
def random_(store: Store, request: RandomRequest, out: Path) -> Answer:
    """Draw random pairs of CORPUS and show the closest ones, for review before a score is assumed."""
    from aloi.workbench.candidates.random_pairs import closest_pairs, draw_random
    from aloi.workbench.encoding import CACHE

    drawn, count = draw_random(store, request, out, show_progress(), data_folder() / CACHE), request.count
    closest = closest_pairs(drawn[:count], request.show)
    document = {"count": count, "spare": max(0, len(drawn) - count), "out": str(out), "closest": closest}
    lines = [*facts(count=count, out=out), *listed(closest, "score", "left_id", "right_id", "left", "right")]
    return Answer(document, lines)
