"""Operations of simplification and SARI: `aloi operations stats`, `subset` and `sari-study`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from aloi.base.records import to_json
from aloi.studies.simplification.requests import OperationsRequest, SariStudyRequest, SubsetRequest
from aloi.terminal.base import (
    Answer,
    Command,
    as_asked,
    facts,
    measured,
    now,
    show_progress,
    stated,
    store_option,
    store_url,
    table,
)
from aloi.terminal.options import output_option, request_options

_SHOWN = 10  # pairs of labels that are printed


@click.command("stats", cls=Command)
@request_options(OperationsRequest)
@store_option
def stats(request: OperationsRequest) -> Answer:
    """Count pairs, groups and labels, co-occurring labels, and lengths of simplifications.

    The corpus is YAWAT files (--source, --target and --aln, repeated together for several sets), or the
    frozen gold or a release of a campaign.
    """
    from aloi.studies.simplification.corpus import PairFilter, choose, describe

    with _corpus(request) as (_, pairs):
        report = describe(pairs)
        subsets = {
            subset.name: len(choose(pairs, PairFilter(subsets=(subset.name,))))
            for subset in pairs.typology.subsets
        }
    counts = to_json(report.counts)
    document = {
        **counts,
        "labels": report.labels,
        "cooccurrence": report.together,
        "length_ratio": report.lengths,
        "subsets": subsets,
        "corpus": pairs.origin,
    }
    numbers = {name: value for name, value in counts.items() if isinstance(value, int | float)}
    rows = [
        (
            label.label,
            label.groups,
            label.share_of_groups,
            label.pairs,
            label.share_of_pairs,
            label.share_of_distinct,
        )
        for label in report.labels
    ]
    head = ("label", "groups", "of groups", "annotated pairs", "of pairs", "of distinct labels")
    often = sorted((pair for pair in report.together if pair.both), key=lambda pair: -pair.both)[:_SHOWN]
    lines = [*facts(**numbers), "", *table(head, rows), ""]
    lines += table(
        ("labels in one pair", "pairs", "lift", "phi"),
        [(f"{pair.a} + {pair.b}", pair.both, pair.lift, pair.phi) for pair in often],
    )
    if report.lengths is not None:
        ratio = report.lengths
        quartiles = (ratio.first_quartile, ratio.median, ratio.third_quartile)
        lines += ["", *facts(target_tokens_a_source_token=quartiles)]
    lines += ["", *table(("subset", "pairs"), list(subsets.items()))]
    if report.counts.notes:
        lines += ["", f"{len(report.counts.notes)} notes, the first: {report.counts.notes[0]}"]
    return Answer(document, lines)


@click.command("subset", cls=Command)
@request_options(SubsetRequest)
@output_option("Folder to write into.", "--out", required=True)
@store_option
def subset(request: SubsetRequest, out: Path) -> Answer:
    """Write the pairs with some operations as files aligned by line, with their references.

    subset.source.txt, subset.target.txt, subset.aln, subset.ids.tsv, and subset.ref.K.txt: the other
    simplifications of the same source, as many as every pair of the subset has.
    """
    from aloi.studies.simplification.corpus import write_subset

    with _corpus(request) as (store, selection):
        done = write_subset(selection, request, out, store=store, now=now())
    return stated(
        {
            "pairs": len(done.pairs), "of": len(selection.pairs), "references": done.references,
            "references_left_out": done.left_out, "files": sorted(done.files), "out": str(out),
        }
    )  # fmt: skip


@click.command("sari-study", cls=Command)
@request_options(SariStudyRequest)
@output_option("Also write the tables for LaTeX (booktabs).", "--latex")
def sari_study(request: SariStudyRequest, latex: Path | None) -> Answer:
    """Measure how counts of operations correlate with SARI, keep, add and delete.

    FOLDER contains asset.orig.txt and, for two or more K, asset.simp.K.txt and asset.simp.K.aln. Each
    simplification is scored against the others of its source.
    """
    from aloi.studies.simplification.latex import stars, study_latex
    from aloi.studies.simplification.study import sari_study as run
    from aloi.workbench.reports.files import write_text

    studied = run(request, progress=show_progress())
    study = studied.study
    if latex is not None:
        write_text(study_latex(study), latex)
    names = tuple(study.sari_mean)
    rows = [
        (
            label,
            *(measured(row[name], mark=stars(row[name].p)) for name in names),
        )
        for label, row in study.spearman.items()
    ]
    lasso = {name: row["lasso"] for name, row in study.models.items() if "lasso" in row}
    weights = [
        (label, *((model.coefficients or {}).get(label) for model in lasso.values()))
        for label in study.spearman
    ]
    fits = [
        (
            name,
            model,
            measured(coefficient, value=coefficient.r2_fit),
            measured(coefficient, value=coefficient.r2_cv10),
        )
        for name, models_ in study.models.items()
        for model, coefficient in models_.items()
    ]
    lines = [
        f"{study.pairs} pairs; models fitted to the {study.fitted_pairs} whose source has no err",
        *table(("mean of", "value"), list(study.sari_mean.items())),
        *table(("Spearman", *names), rows),
        "* p below .05, ** below .01, *** below .001",
        *(table(("lasso coefficient", *lasso), weights) if lasso else []),
        *(table(("score", "model", "R2 fit", "R2 10-fold"), fits) if fits else []),
    ]
    return Answer(studied.to_json(), lines)


@contextmanager
def _corpus(request: OperationsRequest | SubsetRequest) -> Iterator[tuple[Any, Any]]:
    """Give the store, None for files, and the corpus that the options name."""
    from aloi.studies.simplification.corpus import corpus_of, corpus_of_files
    from aloi.workbench.imports.layouts.operations import triples_of
    from aloi.workbench.store.opening import open_store

    if request.campaign is None:
        yield None, corpus_of_files(triples_of(request.source, request.target, request.aln), request.typology)
        return
    store = as_asked(open_store(store_url()))
    try:
        yield store, corpus_of(store, request.campaign, request.gold, request.release)
    finally:
        store.close()
