"""Sensitivity of SARI to annotated operations: `aloi operations sari-study`."""

from __future__ import annotations

from pathlib import Path

import click

from aloi.terminal.base import IN, OUT, Answer, Command, measured, show_progress, table


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
    from aloi.workbench.reports.files import write_text
    from aloi.workbench.studies.simplification.latex import stars, study_latex
    from aloi.workbench.studies.simplification.study import sari_study as run

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
