"""The study of operations against SARI as LaTeX tables (booktabs), with signatures as comments."""

from __future__ import annotations

from aloi.evaluation.simplification import SariStudy, StudyModel
from aloi.workbench.reports.latex import as_latex
from aloi.workbench.reports.table import Number, Table

STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))


def stars(p: float | None) -> str:
    """Return the usual signs of a p-value: *** below .001, ** below .01, * below .05."""
    return next((signs for bound, signs in STARS if p is not None and p < bound), "")


def study_latex(study: SariStudy) -> str:
    """Return correlations, lasso coefficients and R2, as far as there are any, as LaTeX tables."""
    parts = [_spearman(study)]
    if any(StudyModel.LASSO.value in row for row in study.models.values()):
        parts.append(_coefficients(study))
    if study.models:
        parts.append(_fits(study))
    return as_latex(parts)


def _spearman(study: SariStudy) -> Table:
    caption = (
        f"Spearman correlation between the groups of an operation and SARI with its parts, {study.pairs} "
        "pairs. Two-sided p, not corrected: * below .05, ** below .01, *** below .001."
    )
    rows = [
        (label, *(Number.of(one, mark=stars(one.p)) for one in row.values()))
        for label, row in study.spearman.items()
    ]
    return Table(caption, ("Operation", *study.sari_mean), rows, [study.signatures["spearman"]])


def _coefficients(study: SariStudy) -> Table:
    lasso = {name: row[StudyModel.LASSO.value] for name, row in study.models.items()}
    caption = (
        f"Lasso: points of each score per group of an operation, {study.fitted_pairs} pairs of sources "
        "without any erroneous simplification. A dash: coefficient 0."
    )
    rows = [
        (label, *(Number((one.coefficients or {}).get(label) or None, digits=2) for one in lasso.values()))
        for label in study.spearman
    ]
    rows.append(("Intercept", *(Number(one.intercept, digits=2) for one in lasso.values())))
    return Table(caption, ("Operation", *lasso), rows, [one.signature for one in lasso.values()])


def _fits(study: SariStudy) -> Table:
    caption = f"R2 on the {study.fitted_pairs} pairs a model was fitted to, and its mean over 10 folds."
    rows = [
        (name, model, Number.of(fit, value=fit.r2_fit), Number.of(fit, value=fit.r2_cv10))
        for name, row in study.models.items()
        for model, fit in row.items()
    ]
    return Table(caption, ("Score", "Model", "R² fit", "R² 10-fold"), rows)
