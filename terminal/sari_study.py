"""What SARI sees of annotated operations: `aloi operations sari-study`."""

from __future__ import annotations

from pathlib import Path

import click

from terminal.base import Answer, Command, table
from terminal.files import IN


@click.command("sari-study", cls=Command)
@click.argument("folder", type=IN)
@click.option(
    "--models",
    default="lasso,tree,forest,perceptron",
    show_default=True,
    help="Models to fit, parted by commas; none for none.",
)
@click.option("--tune", is_flag=True, help="Search the settings of each model.")
@click.option("--seed", default=0, show_default=True, help="Seed of tree, forest and perceptron.")
def sari_study(folder: Path, models: str, tune: bool, seed: int) -> Answer:
    """Tell how counts of operations go with SARI, keep, add and delete."""
    from workbench.sari_studying import sari_study as run

    chosen = [] if models.strip() == "none" else [one.strip() for one in models.split(",")]
    found = run(folder, models=chosen, tune=tune, seed=seed)
    names = tuple(found.sari_mean)
    rows = [(label, *(row[name].value for name in names)) for label, row in found.spearman.items()]
    fits = [
        (name, model, one.r2_fit, one.r2_cv10, one.reason or "")
        for name, models_ in found.models.items()
        for model, one in models_.items()
    ]
    lines = [
        f"{found.pairs} pairs; models fitted to the {found.fitted_pairs} whose source has no err",
        *table(("mean of", "value"), list(found.sari_mean.items())),
        *table(("Spearman", *names), rows),
        *(table(("score", "model", "R2 fit", "R2 10-fold", "why undefined"), fits) if fits else []),
    ]
    return Answer(found.to_json(), lines)
