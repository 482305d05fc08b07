"""Operations of simplification and SARI: `aloi operations stats`, `subset` and `sari-study`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.terminal.base import (
    IN,
    OUT,
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
    together,
)
from aloi.terminal.imports.operations import triple_options, triples_of

_SHOWN = 10  # pairs of labels that are printed

_of_corpus = together(  # YAWAT files, or a campaign's gold
    store_option,
    triple_options(required=False),
    click.option("--typology", type=IN, help="Typology of the files, as TOML."),
    click.option("--campaign", help="A campaign with frozen gold, in place of files."),
    click.option("--gold", help="Gold of the campaign (default: the last one)."),
    click.option("--release", help="Release of the campaign, instead of its gold."),
)


@click.command("stats", cls=Command)
@_of_corpus
def stats(**corpus: Any) -> Answer:
    """Count pairs, groups and labels, co-occurring labels, and lengths of simplifications.

    The corpus is YAWAT files (--source, --target and --aln, repeated together for several sets), or the
    frozen gold or a release of a campaign.
    """
    from aloi.studies.simplification.corpus import PairFilter, choose, describe

    with _corpus(**corpus) as (_, pairs):
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
    often = sorted((one for one in report.together if one.both), key=lambda one: -one.both)[:_SHOWN]
    lines = [*facts(**numbers), "", *table(head, rows), ""]
    lines += table(
        ("labels in one pair", "pairs", "lift", "phi"),
        [(f"{one.a} + {one.b}", one.both, one.lift, one.phi) for one in often],
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
@_of_corpus
@click.option(
    "--named", multiple=True, metavar="NAME", help="A subset the typology names, such as lexical; repeatable."
)
@click.option("--with", "having", multiple=True, metavar="LABEL", help="A label each pair has; repeatable.")
@click.option("--without", multiple=True, metavar="LABEL", help="A label no pair has; repeatable.")
@click.option("--out", type=OUT, required=True, help="Folder to write into.")
@click.option("--reason", default="", help="Why texts of a restricted corpus are given on.")
def subset(
    named: tuple[str, ...], having: tuple[str, ...], without: tuple[str, ...], out: Path, reason: str,
    **corpus: Any,
) -> Answer:  # fmt: skip
    """Write the pairs with some operations as files aligned by line, with their references.

    subset.source.txt, subset.target.txt, subset.aln, subset.ids.tsv, and subset.ref.K.txt: the other
    simplifications of the same source, as many as every pair of the subset has.
    """
    from aloi.studies.simplification.corpus import PairFilter, write_subset

    with _corpus(**corpus) as (store, selection):
        done = write_subset(
            selection, PairFilter(named, having, without), out, store=store, reason=reason, now=now()
        )
    return stated(
        {
            "pairs": len(done.pairs), "of": len(selection.pairs), "references": done.references,
            "references_left_out": done.left_out, "files": sorted(done.files), "out": str(out),
        }
    )  # fmt: skip


@click.command("sari-study", cls=Command)
@click.argument("folder", type=IN)
@click.option(
    "--models",
    default="lasso,tree,forest,perceptron",
    show_default=True,
    help="Models to fit, separated by commas, or none.",
)
@click.option("--tune", is_flag=True, help="Search the settings of each model.")
@click.option("--seed", default=0, show_default=True, help="Random seed of tree, forest and perceptron.")
@click.option("--latex", type=OUT, help="Also write the tables for LaTeX (booktabs).")
def sari_study(folder: Path, models: str, tune: bool, seed: int, latex: Path | None) -> Answer:
    """Measure how counts of operations correlate with SARI, keep, add and delete.

    FOLDER contains asset.orig.txt and, for two or more K, asset.simp.K.txt and asset.simp.K.aln. Each
    simplification is scored against the others of its source.
    """
    from aloi.studies.simplification.latex import stars, study_latex
    from aloi.studies.simplification.study import sari_study as run
    from aloi.workbench.reports.files import write_text

    chosen = [] if models.strip() == "none" else [one.strip() for one in models.split(",")]
    studied = run(folder, models=chosen, tune=tune, seed=seed, progress=show_progress())
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
        (label, *((one.coefficients or {}).get(label) for one in lasso.values())) for label in study.spearman
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
def _corpus(
    sources: tuple[Path, ...], targets: tuple[Path, ...], files: tuple[Path, ...], typology: Path | None,
    campaign: str | None, gold: str | None, release: str | None,
) -> Iterator[tuple[Any, Any]]:  # fmt: skip
    """Give the store, None for files, and the corpus that the options name."""
    from aloi.studies.simplification.corpus import (
        corpus_of_files,
        corpus_of_gold,
        corpus_of_release,
    )
    from aloi.workbench.store.opening import open_store

    named = bool(sources or targets or files or typology)
    if named == (campaign is not None) or (campaign is None and (gold or release)) or (gold and release):
        raise AloiError("terminal.options-name-no-corpus-or")
    if campaign is None:
        yield None, corpus_of_files(triples_of(sources, targets, files), typology)
        return
    store = as_asked(open_store(store_url()))
    try:
        if release is not None:
            yield store, corpus_of_release(store, campaign, release)
        else:
            yield store, corpus_of_gold(store, campaign, gold)
    finally:
        store.close()
