"""The numbers of a study of operations against SARI as one long table: a number a row, with its signature."""

from __future__ import annotations

from collections.abc import Iterator

from aloi.evaluation.simplification import SariStudy

COLUMNS = ("score", "model", "quantity", "label", "value", "p", "reason", "signature")


def study_rows(study: SariStudy) -> list[dict[str, object]]:
    """Return every number of a study as rows of `COLUMNS`; what does not apply is empty."""
    return [dict(zip(COLUMNS, row, strict=True)) for row in _rows(study)]


def _rows(study: SariStudy) -> Iterator[tuple[object, ...]]:
    for name, mean in study.sari_mean.items():
        yield name, "", "mean", "", mean, "", "", study.signatures["sari_mean"]
    signature = study.signatures["spearman"]
    for label, row in study.spearman.items():
        for name, correlation in row.items():
            yield (
                name,
                "",
                "spearman",
                label,
                _cell(correlation.value),
                _cell(correlation.p),
                correlation.reason or "",
                signature,
            )
    for name, models in study.models.items():
        for model, fitted in models.items():
            common = (fitted.reason or "", fitted.signature)
            yield name, model, "r2_fit", "", _cell(fitted.r2_fit), "", *common
            yield name, model, "r2_cv10", "", _cell(fitted.r2_cv10), "", *common
            if fitted.intercept is not None:
                yield name, model, "intercept", "", fitted.intercept, "", *common
            for label, value in (fitted.coefficients or {}).items():
                yield name, model, "coefficient", label, value, "", *common
            for label, value in (fitted.importances or {}).items():
                yield name, model, "importance", label, value, "", *common


def _cell(value: float | None) -> object:
    return "" if value is None else value
