"""The study of operations against SARI as LaTeX tables (booktabs), with signatures as comments."""

from __future__ import annotations

from pathlib import Path

from agreement.result import program_version
from corpora.readers.writing import whole_file
from evaluation.metrics.base import Statistic
from evaluation.simplification import Fitted, SariStudy, StudyModel
from workbench.reports.latex import escaped, latex_table

STARS = ((0.001, "***"), (0.01, "**"), (0.05, "*"))


def stars(p: float | None) -> str:
    """Return the usual signs of a p-value: *** below .001, ** below .01, * below .05."""
    return next((signs for bound, signs in STARS if p is not None and p < bound), "")


def study_latex(study: SariStudy) -> str:
    r"""Return a table of correlations, one of lasso coefficients and one of R2, as far as there are any.

    The text needs `\usepackage{booktabs}`; signatures stand as comments.
    """
    parts = [_spearman(study)]
    if any(StudyModel.LASSO.value in row for row in study.models.values()):
        parts.append(_coefficients(study))
    if study.models:
        parts.append(_fits(study))
    lines = [f"% Made by Aloi {program_version()}. Needs \\usepackage{{booktabs}}."]
    return "\n".join([*lines, *(line for part in parts for line in ("", *part))]) + "\n"


def write_study_latex(study: SariStudy, path: Path) -> None:
    """Write the LaTeX tables of a study; the file appears whole."""
    text = study_latex(study)
    with whole_file(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def _spearman(study: SariStudy) -> list[str]:
    names = list(study.sari_mean)
    caption = (
        f"Spearman correlation between the groups of an operation and SARI with its parts, {study.pairs} "
        "pairs. Two-sided p, not corrected: * below .05, ** below .01, *** below .001."
    )
    rows = [([escaped(label), *map(_correlation, row.values())], "") for label, row in study.spearman.items()]
    table = latex_table(caption, "l" + "r" * len(names), ["Operation", *names], rows)
    return [*table, f"% {study.signatures['spearman']}"]


def _coefficients(study: SariStudy) -> list[str]:
    lasso = {name: row[StudyModel.LASSO.value] for name, row in study.models.items()}
    caption = (
        f"Lasso: points of each score per group of an operation, {study.fitted_pairs} pairs of sources "
        "without any erroneous simplification. A dash: coefficient 0."
    )
    rows = [
        ([escaped(label), *(_coefficient(one, label) for one in lasso.values())], "")
        for label in study.spearman
    ]
    rows.append((["Intercept", *(_number(one.intercept, 2) for one in lasso.values())], ""))
    table = latex_table(caption, "l" + "r" * len(lasso), ["Operation", *lasso], rows)
    return [*table, *(f"% {one.signature}" for one in lasso.values())]


def _fits(study: SariStudy) -> list[str]:
    caption = f"R2 on the {study.fitted_pairs} pairs a model was fitted to, and its mean over 10 folds."
    rows = [
        ([escaped(name), escaped(model), _number(one.r2_fit, 3), _number(one.r2_cv10, 3)], _said(one))
        for name, row in study.models.items()
        for model, one in row.items()
    ]
    return latex_table(caption, "llrr", ["Score", "Model", "$R^2$ fit", "$R^2$ 10-fold"], rows)


def _correlation(one: Statistic) -> str:
    if one.value is None:
        return "--"
    signs = stars(one.p)
    return f"${one.value:.3f}^{{{signs}}}$" if signs else f"${one.value:.3f}$"


def _coefficient(one: Fitted, label: str) -> str:
    value = (one.coefficients or {}).get(label)
    return _number(value, 2) if value else "--"


def _number(value: float | None, digits: int) -> str:
    return "--" if value is None else f"${value:.{digits}f}$"


def _said(one: Fitted) -> str:
    return one.signature + ("" if one.reason is None else f" (undefined: {one.reason})")
