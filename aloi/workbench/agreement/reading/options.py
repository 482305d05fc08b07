"""Checks of the options of a table of ratings that depend on one another."""

from __future__ import annotations

from aloi.agreement.measures import MEASURES
from aloi.base.errors import AloiError
from aloi.base.requests import fields_of
from aloi.workbench.requests.files import AgreementRequest

SPANS = "spans"  # the layout of a table of which a row is a span
SET_MEASURES = tuple(measure.name for measure in MEASURES if measure.for_sets)
NOT_OF_SPANS = (
    "measure", "weights", "categories", "ci", "unit", "annotator", "columns", "cluster", "by", "missing",
    "whole",
)  # fmt: skip


def check_options(request: AgreementRequest) -> None:
    """Raise AloiError for options that exclude each other."""
    if request.separator is not None and not request.separator.strip():
        raise AloiError("workbench.separator-empty", separator=repr(request.separator))
    if request.annotator is not None and request.layout not in (None, "long"):
        raise AloiError("workbench.layout-annotator", layout=repr(request.layout))
    set_measure = next((name for name in request.measure if name in SET_MEASURES), None)
    if set_measure is not None and request.level not in (None, "nominal"):
        raise AloiError("workbench.sets-level", asked=set_measure, level=repr(request.level))
    if (request.annotator is None) is not (request.value is None):
        raise AloiError("workbench.one-annotator-value-named-not")
    named = [name for name in (request.unit, request.annotator, request.value) if name is not None]
    twice = next((name for name in named if named.count(name) > 1), None)
    if twice is not None:
        raise AloiError("workbench.column-named-twice-two-unit", twice=repr(twice))
    if request.cluster and request.ci in ("analytic", "jackknife"):
        raise AloiError(
            "workbench.interval-whole-documents-resampled",
            ci=repr(request.ci),
            cluster=", ".join(request.cluster),
        )


def names_columns(request: AgreementRequest) -> bool:
    """Return whether the request names the columns of the ratings, whatever the source of the table."""
    return any((request.unit, request.annotator, request.columns, request.layout))


def not_of_spans(request: AgreementRequest) -> str | None:
    """Return the first changed option that does not apply to a table of spans."""
    fields = fields_of(AgreementRequest)
    defaults = {name: fields[name].default for name in NOT_OF_SPANS}
    changed = [name for name, default in defaults.items() if getattr(request, name) != default]
    return "level" if not changed and request.level not in (None, "nominal") else next(iter(changed), None)
