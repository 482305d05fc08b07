"""Distributional neighbours of words: `aloi neighbours`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.studies.neighbours.requests import (
    BehindRequest,
    CompareSpacesRequest,
    ForgetRequest,
    NeighbourCandidatesRequest,
    PrepareRequest,
    ScoreRequest,
    ShowRequest,
)
from aloi.terminal.base import (
    RAW,
    Answer,
    Group,
    as_asked,
    data_folder,
    facts,
    listed,
    measured,
    now,
    show_progress,
    stated,
    store_options,
    store_url,
    table,
)
from aloi.terminal.options import output_option, request_options

if TYPE_CHECKING:
    from aloi.studies.neighbours.lists import NeighbourLists


_WRITTEN = output_option("File to write: .tsv, .csv, .jsonl, .parquet or .json.", "--out")


@click.group(cls=Group)
def neighbours() -> None:
    """Prepare a corpus, then show, compare and score the distributional neighbours of its words."""


@neighbours.command()
@request_options(PrepareRequest)
@store_options
def prepare(request: PrepareRequest) -> Answer:
    """Count the words of a stored corpus (SOURCES is its id or name), or with --texts of files."""
    from aloi.studies.neighbours.prepare import counting_of, file_texts, prepare, stored_texts
    from aloi.workbench.store.opening import open_store

    options, now_ = counting_of(request), now()
    if request.texts:
        prepared, new = prepare(file_texts(request), options, data_folder(), now_, show_progress())
    else:
        if len(request.sources) != 1:
            raise AloiError(
                "aloi.value",
                name=Term("the-number-of-corpora"),
                value=len(request.sources),
                expected="1",
                todo=Term("give-texts"),
            )
        store = as_asked(open_store(store_url()))
        try:
            texts = stored_texts(store, request.sources[0])
            prepared, new = prepare(texts, options, data_folder(), now_, show_progress())
        finally:
            store.close()
    document = {**prepared.to_json(), "new": new, "folder": str(prepared.folder)}
    names = ("id", "name", "documents", "sentences", "tokens", "words", "contexts", "cells", "cpu_seconds")
    return stated(document, *names, "signature", "new")


@neighbours.command("list")
def list_() -> Answer:
    """List the prepared corpora, the newest first."""
    from aloi.studies.neighbours.prepare import list_prepared

    spaces = [one.to_json() for one in list_prepared(data_folder())]
    return Answer({"prepared": spaces}, listed(spaces, "id", "name", "tokens", "words", "signature"))


@neighbours.command()
@request_options(ForgetRequest)
def forget(request: ForgetRequest) -> Answer:
    """Remove the prepared corpus REF; its texts are kept."""
    from aloi.studies.neighbours.prepare import forget

    space = forget(data_folder(), request)
    return Answer({"forgotten": space.id}, facts(forgotten=space.title))


@neighbours.command()
@request_options(ShowRequest)
@_WRITTEN
@RAW
def show(request: ShowRequest, out: Path | None) -> Answer:
    """Show the neighbours of WORDS."""
    from aloi.studies.neighbours.lists import write

    lists = _lists(request)
    if out is not None:
        write(out, lists.to_json(), lists.rows())
    lines = []
    for word in lists.words:
        lines.append(word.query if word.word is None else f"{word.word} ({word.frequency})")
        lines += [f"  {word.reason}"] if word.reason else []
        lines += [
            "  " + line
            for line in table(
                ("rank", "neighbour", "score", "met"),
                [(near.rank, near.word, near.score, near.frequency) for near in word.neighbours],
            )
        ]
    return Answer(lists.to_json(), [*lines, *facts(signature=lists.signature)])


@neighbours.command()
@request_options(BehindRequest)
def behind(request: BehindRequest) -> Answer:
    """Show the contexts that WORD and NEIGHBOUR share, with example sentences."""
    from aloi.studies.neighbours.contexts import behind
    from aloi.studies.neighbours.prepare import find_prepared

    shared = behind(find_prepared(data_folder(), request.space), request)
    rows = [
        (
            context.context,
            context.ppmi,
            context.neighbour_ppmi,
            context.count,
            context.neighbour_count,
            context.part,
        )
        for context in shared.shared
    ]
    contexts = table(("context", shared.word, shared.neighbour, "met", "met", "part of cosine"), rows)
    parts = (
        ("both in a sentence", shared.together),
        (f"{shared.word} with {shared.context}" if shared.context else shared.word, shared.of_word),
        (
            f"{shared.neighbour} with {shared.context}" if shared.context else shared.neighbour,
            shared.of_neighbour,
        ),
    )
    for title, lines_ in parts:
        contexts += ["", f"{title}:", *(f"  {one.text} ({one.document})" for one in lines_)]
    return Answer(shared, [*facts(cosine=shared.cosine), *contexts, *facts(signature=shared.signature)])


@neighbours.command()
@request_options(CompareSpacesRequest)
@_WRITTEN
@RAW
def compare(request: CompareSpacesRequest, out: Path | None) -> Answer:
    """Compare two prepared corpora, or two settings of one, for WORDS."""
    from aloi.studies.neighbours.lists import compare, write

    second = replace(
        request,
        space=request.other or request.space,
        order=request.other_order or request.order,
        alpha=request.alpha if request.other_alpha is None else request.other_alpha,
    )
    comparison = compare(_lists(request), _lists(second))
    if out is not None:
        write(out, comparison.to_json(), comparison.rows())
    lines = []
    for word in comparison.words:
        lines += ["", *facts(word=word.query, overlap=word.overlap, jaccard=word.jaccard, rbo=word.rbo)]
        lines += table(
            ("rank", "first", "second"),
            [
                (row["rank"], _marked(row, "first"), _marked(row, "second"))
                for row in comparison.rows()
                if row["target"] == word.query
            ],
        )
    lines += [
        "",
        f"= is in both lists; overlap at {comparison.k}, mean: {_short(comparison.mean_overlap)}",
    ]
    signatures = facts(first=comparison.first.signature, second=comparison.second.signature)
    return Answer(comparison.to_json(), [*lines[1:], *signatures])


@neighbours.command()
@request_options(ScoreRequest)
def score(request: ScoreRequest) -> Answer:
    """Score neighbours against synonym pairs: precision at 1, 5 and 10, average precision."""
    from aloi.studies.neighbours.lists import asking
    from aloi.studies.neighbours.prepare import find_prepared
    from aloi.studies.neighbours.scores import score

    prepared = find_prepared(data_folder(), request.space)
    scores = score(
        prepared,
        request.resource,
        asking(request),
        both_ways=not request.one_way,
        replicates=request.replicates,
        seed=request.seed,
        progress=show_progress(),
    )
    rows = [(one.metric, measured(one), one.highest) for one in scores.scores]
    lines = table(("score", ("value", "95% interval"), "highest possible"), rows)
    counts = facts(
        words=scores.words,
        not_counted=scores.unknown,
        without_synonym=scores.without,
        synonyms_out=scores.left_out,
    )
    return Answer(scores, [*lines, *counts, *facts(signature=scores.signature)])


@neighbours.command()
@request_options(NeighbourCandidatesRequest)
@output_option("Table to write (.tsv, .csv, .jsonl or .parquet).", "--out", required=True)
@RAW
def candidates(request: NeighbourCandidatesRequest, out: Path) -> Answer:
    """Write the neighbours of WORDS with sentences of each word: candidates for annotators to judge."""
    from aloi.studies.neighbours.contexts import judging_rows
    from aloi.studies.neighbours.lists import write

    lists = _lists(request)
    rows = judging_rows(lists, sentences=request.sentences)
    write(out, {"candidates": [*rows]}, rows)
    return stated({"candidates": len(rows), "out": str(out), "signature": lists.signature})


def _lists(request: ShowRequest | CompareSpacesRequest | NeighbourCandidatesRequest) -> NeighbourLists:
    from aloi.studies.neighbours.lists import asking, neighbours
    from aloi.studies.neighbours.prepare import find_prepared

    prepared = find_prepared(data_folder(), request.space)
    return neighbours(prepared, request.words, asking(request, top=request.top))


def _marked(row: Mapping[str, object], side: str) -> str:
    if row[side] is None:
        return ""
    return f"{'=' if row[f'{side}_common'] else ' '} {row[side]} {row[f'{side}_score']:.3f}"


def _short(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
