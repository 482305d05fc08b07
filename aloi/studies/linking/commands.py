"""Entity linking: `aloi linking`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.records import to_json
from aloi.studies.linking.requests import (
    CorporaRequest,
    CrossRequest,
    FilterRequest,
    NamesRequest,
    RankRequest,
    ReadMentionsRequest,
)
from aloi.terminal.base import (
    RAW,
    Answer,
    Group,
    as_asked,
    data_folder,
    design_effects,
    difference,
    facts,
    listed,
    measured,
    p_cell,
    show_progress,
    store_options,
    store_url,
    table,
    warn,
)
from aloi.terminal.options import output_option, request_options
from aloi.terminal.rounds.concepts import bias, candidates
from aloi.workbench.requests.models.training import LinkTrainRequest

if TYPE_CHECKING:
    from aloi.studies.linking.corpora import CorpusRow
    from aloi.studies.linking.cross import CrossTable
    from aloi.studies.linking.job import Crossed
    from aloi.studies.linking.sets import LinkingSet, SetSource

_MARKS = {"best": "*", "tied": "="}


@click.group("linking", cls=Group)
def linking() -> None:
    """Read linked mentions, filter test sets, rank concepts."""


@linking.command("read")
@request_options(ReadMentionsRequest)
def read(request: ReadMentionsRequest) -> Answer:
    """Count the mentions of a corpus, and report problems."""
    from aloi.studies.linking.files import mentions_of

    mentions_ = mentions_of(request.mentions, request.reader, request.group)
    lines = facts(**mentions_.counts())
    lines += [
        f"note: {note.description}: {note.count}{f' (first: {note.first})' if note.first else ''}"
        for note in mentions_.notes
    ]
    return Answer({**mentions_.counts(), "notes": [to_json(one) for one in mentions_.notes]}, lines)


@linking.command("filter")
@request_options(FilterRequest)
@output_option("CSV file for the counts at the thresholds.", "--csv")
@output_option("Table to write: the test mentions with the filters that keep them.", "--out")
@RAW
def filter_(request: FilterRequest, csv: Path | None, out: Path | None) -> Answer:
    """Exclude test mentions with exact or near duplicates in the training data or the dictionary."""
    from aloi.studies.linking.files import filter_files, write_curve, write_filtered

    report = filter_files(request)
    if out is not None:
        write_filtered(report.filtered, out)
    if csv is not None:
        write_curve(report, csv)
    document: dict[str, Any] = dict(report.document)
    table_ = document["table"]
    names = ["full", "filtered", f"filtered_{request.threshold:g}"]
    lines = table(
        ("test set", "mentions", "concepts"),
        [(name, document[name]["mentions"], document[name]["concepts"]) for name in names],
    )
    if request.kind == "train":
        lines += ["", "corpus"]
        lines += table(
            ("part", "mentions", "concepts"),
            [(part, table_[part]["mentions"], table_[part]["concepts"]) for part in ("all", "train", "test")],
        )
    lines += ["", f"mean length {table_['mean_length']:.2f}; with numerals {table_['numerals']:.2%}"]
    if request.thresholds:
        lines += ["", "left at each threshold"]
        lines += listed(document["curve"], "threshold", "mentions", "concepts")
    lines += [
        f"note ({side}): {note['what']}: {note['count']}"
        for side, each in document["notes"].items()
        for note in each
    ]
    return Answer(document, lines)


@linking.command("table")
@request_options(CorporaRequest)
@output_option("The table as CSV.", "--csv")
@RAW
@output_option("The table as LaTeX (booktabs).", "--latex")
@store_options
def table_(request: CorporaRequest, csv: Path | None, latex: Path | None) -> Answer:
    """Describe corpora: mentions, concepts, length, numerals, and what both filters leave of the test set."""
    from aloi.studies.linking import corpora
    from aloi.studies.linking.sets import SetSource, read_plan
    from aloi.workbench.reports.files import write_text

    if request.config is not None:
        sets = read_plan(request.config).sets
    elif request.test is not None:
        name = request.name or request.test.stem
        sets = (
            SetSource(name, request.test, request.train, request.dictionary, request.reader, request.group),
        )
    linking_sets = read_sets(sets)
    rows = [
        corpora.corpus_row(
            set_, threshold=request.threshold, mode=request.mode, thresholds=request.thresholds
        )
        for set_ in linking_sets
    ]
    if csv is not None:
        write_text(corpora.table_csv(rows), csv)
    if latex is not None:
        write_text(corpora.table_latex(rows), latex)
    document = {
        "corpora": [one.to_json() for one in rows],
        "notes": {each.name: [to_json(note) for note in each.notes] for each in linking_sets},
    }
    notes = [
        f"note ({each.name}): {note.description}: {note.count}"
        for each in linking_sets
        for note in each.notes
    ]
    return Answer(document, [*_table_lines(rows, request.threshold), *notes])


@linking.command("rank")
@request_options(RankRequest)
def rank(request: RankRequest) -> Answer:
    """Rank the names of a dictionary for each mention, and score the ranks of the right concepts."""
    from aloi.studies.linking.files import rank_files

    ranked = rank_files(request)
    rows = [
        (name, score.metric, measured(score), score.n)
        for name, report in ranked.reports.items()
        for score in report.scores
    ]
    lines = table(("ranker", "score", ("value", "95% interval"), "mentions"), rows)
    lines += [f"{name}: {report.document['ranker']}" for name, report in ranked.reports.items()]
    for name, report in ranked.reports.items():
        lines += [f"{name}, {one}" for one in design_effects(report.scores, report.caution)]
    lines += [f"note: {one.description}: {one.count}" for one in ranked.notes]
    if ranked.gaps:
        lines += ["", "differences on the same mentions"]
        lines += table(
            ("first", "second", "score", ("difference", "95% interval"), "test", "p", "p (Holm)"),
            [
                (
                    gap.first,
                    gap.second,
                    gap.metric,
                    difference(gap),
                    gap.tested_by,
                    p_cell(gap.p),
                    p_cell(gap.p_holm),
                )
                for gap in ranked.gaps
            ],
        )
    return Answer(ranked.to_json(), lines)


def _table_lines(rows: Sequence[CorpusRow], threshold: float) -> list[str]:
    """Return the tables of corpora: as read, then as filtered."""
    sides = ("all", "train", "test")
    read = [
        (
            row.name,
            *(getattr(row.description, side).mentions for side in sides),
            *(getattr(row.description, side).concepts for side in sides),
            f"{row.description.mean_length:.2f}",
            f"{row.description.numerals:.2%}",
        )
        for row in rows
    ]
    head = ("corpus", "mentions", "train", "test", "concepts", "train", "test", "mean length", "numerals")
    lines = [*table(head, read), ""]
    left = [
        (row.name, called, size.mentions, size.concepts)
        for row in rows
        for called, size in (
            ("full", row.description.test),
            ("filtered", row.filtered),
            (f"filtered_{threshold:g}", row.near),
            *((f"filtered_{at:g} (curve)", size) for at, size in row.curve),
        )
    ]
    lines += table(("corpus", "test set", "mentions", "concepts"), left)
    return [*lines, *dict.fromkeys(one.signature for one in rows)]


linking.add_command(candidates)
linking.add_command(bias)


@linking.command("dictionary")
@request_options(NamesRequest)
@output_option("The table to write: concept_id and name.", "--out", required=True)
@RAW
def dictionary(request: NamesRequest, out: Path) -> Answer:
    """Write the names of gold mentions as a dictionary: lower-cased, once each, homonyms merged."""
    from aloi.workbench.models.ranker_training import write_dictionary

    written = write_dictionary(request.mentions, out, request.reader, request.group)
    return Answer({**written, "out": str(out)}, facts(**written, out=out))


@linking.command("train")
@request_options(LinkTrainRequest)
@output_option("Folder of the ranker, for `rank --ranker`.", "--out", required=True)
def train_linking(request: LinkTrainRequest, out: Path) -> Answer:
    """Fine-tune an encoder on the names of a dictionary and mentions, by synonym marginalisation.

    The training is a run: `aloi run show` has its scores, and `aloi compare` compares it.

    An interrupted training resumes from its last complete epoch when the command is run again.
    """
    # Before any model library reads it: threads that wait must not spin on a shared machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from aloi.workbench.models.ranker_training import train_ranker
    from aloi.workbench.models.runs import runs_folder

    try:
        trained = train_ranker(request, out, runs_folder(data_folder()), show_progress())
    except KeyboardInterrupt:
        warn("Stopped. The same command continues from its last complete epoch.")
        return Answer(None, (), status=1)
    return Answer({"folder": str(trained.folder), **trained.record}, _ranker_lines(trained.record, out))


def _ranker_lines(record: Mapping[str, Any], out: Path) -> list[str]:
    lines = facts(names=record["dictionary"]["names"], **record["queries"])
    lines += ["", *_epochs(record), ""]
    if record["untuned"] is not None:
        lines += [f"before training: {record['dev_metric']} {record['untuned']:.4f} on the dev part"]
    for file, notes in record["notes"].items():
        lines += [f"{file}: {note['what']}: {note['count']}" for note in notes]
    lines += [f"run: {record['run']}"]
    lines += [f"kept: epoch {record['best_epoch']}, with the sparse weight {record['sparse_weight']:.4f}"]
    return [*lines, f"Rank with it: aloi linking rank --ranker {out}"]


def _epochs(record: Mapping[str, Any]) -> list[str]:
    return table(
        ("epoch", "loss", "reachable", "sparse weight", f"dev {record['dev_metric']}"),
        [
            (epoch["epoch"], epoch["loss"], epoch["reachable"], epoch["sparse_weight"], epoch["dev"])
            for epoch in record["epochs"]
        ],
    )


@linking.command("cross")
@request_options(CrossRequest)
@output_option("Folder for intermediate results; an interrupted table resumes.", "--keep")
@output_option("Every number as CSV.", "--csv")
@RAW
@output_option("A table for each score as LaTeX (booktabs).", "--latex")
@store_options
def cross(request: CrossRequest, keep: Path | None, csv: Path | None, latex: Path | None) -> Answer:
    """Rank concepts by several rankers on several test sets: full, filtered, and filtered at a threshold."""
    from aloi.studies.linking import tables as files
    from aloi.studies.linking.job import cross as cross_sets
    from aloi.studies.linking.job import read_sources
    from aloi.studies.linking.sets import RankerChoice, read_pairs, read_plan, read_ranker, set_of
    from aloi.workbench.reports.files import write_text

    plan = read_plan(request.config) if request.config else None
    common = {name: value for name in ("reader", "group") if (value := getattr(request, name))}
    named = [set_of({**common, **read_pairs(set_, "--set")}, f"--set {set_}") for set_ in request.sets]
    all_sets = read_sets([*(plan.sets if plan else ()), *named])
    if request.source:
        all_sets += read_sources(request.source, request.reader, request.group)
    choices = [*(plan.rankers if plan else ()), *map(read_ranker, request.rankers)]
    crossed = cross_sets(
        request,
        all_sets,
        choices or [RankerChoice("tfidf", "tfidf"), RankerChoice("encoder", "encoder")],
        keep=keep,
        progress=show_progress(),
    )
    if csv is not None:
        write_text(files.cross_csv(crossed.table), csv)
    if latex is not None:
        write_text(files.cross_latex(crossed.table), latex)
    return Answer(crossed.to_json(), _lines(crossed))


def read_sets(sources: Sequence[SetSource]) -> list[LinkingSet]:
    """Return the test sets, from a store if one of them needs it."""
    from aloi.studies.linking.sets import read_set

    if not any(one.needs_store for one in sources):
        return [read_set(one) for one in sources]
    from aloi.workbench.store.opening import open_store

    store = as_asked(open_store(store_url()))
    try:
        return [read_set(one, store) for one in sources]
    finally:
        store.close()


def _design_effects(crossed: CrossTable) -> str:
    """Return the design effects of the first score as a line."""
    metric = crossed.metrics[0]
    values = {
        value.design_effect
        for cell in crossed.cells
        for value in cell.values
        if value.metric == metric and value.design_effect is not None
    }
    return f"design effect of {metric}: {min(values):.2f} to {max(values):.2f}"


def _lines(crossed: Crossed) -> list[str]:
    """Return the table as people read it: a row a ranker, test set and filter."""
    table_ = crossed.table
    rows = []
    for column in table_.columns:
        for ranker in table_.rankers:
            values = [table_.value(ranker, column, metric) for metric in table_.metrics]
            rows.append(
                (
                    column.set,
                    column.filter,
                    column.mentions,
                    column.covered,
                    ranker,
                    *(measured(one, mark=_MARKS.get(one.mark, "")) for one in values),
                    p_cell(values[0].p),
                )
            )
    head = ("set", "filter", "mentions", "concept known", "ranker", *table_.metrics)
    first = next(iter(table_.rankers))
    lines = table((*head, f"p ({table_.metrics[0]}, against {first})"), rows)
    lines += ["", "concept known: the share of mentions whose concept has a name; no ranker finds the others"]
    lines.append(
        "* best of a test set; = not distinguishable from it (0.05, after Holm over the whole table)"
    )
    lines += [f"warning: {one}" for one in table_.cautions]
    lines += [_design_effects(table_)] if any(one.design_effect for one in table_.cells[0].values) else []
    lines += [f"{name}: {said}" for name, said in table_.rankers.items()]
    lines += [
        f"note ({name}): {note['what']}: {note['count']}"
        for name, each in crossed.notes.items()
        for note in each
    ]
    return [*lines, table_.signature]
