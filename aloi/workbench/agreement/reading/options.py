"""Checks of the options of a table of ratings that depend on one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from aloi.agreement.measures import all_measures
from aloi.base.errors import AloiError
from aloi.base.requests import fields_of
from aloi.base.terms import Term
from aloi.corpora.readers.roles import ROLES, ColumnRole, read_roles
from aloi.workbench.requests.files.agreement import AgreementRequest

SPANS = "spans"  # the layout of a table of which a row is a span
NOT_OF_SPANS = (
    "measure", "weights", "categories", "ci", "unit", "annotator", "columns", "cluster", "by", "missing",
    "whole", "alignment",
)  # fmt: skip


def set_measures() -> tuple[str, ...]:
    """Return the names of the measures of answers that are sets."""
    return tuple(measure.name for measure in all_measures() if measure.for_sets)


def check_options(request: AgreementRequest) -> None:
    """Raise AloiError for options that exclude each other."""
    if request.separator is not None and not request.separator.strip():
        raise _empty_separator(repr(request.separator))
    if request.annotator is not None and request.layout not in (None, "long"):
        raise AloiError(
            "aloi.fields-conflict",
            fields=[f"layout {request.layout!r}", "annotator"],
            todo=Term("omit-layout"),
        )
    set_measure = next((name for name in request.measure if name in set_measures()), None)
    if set_measure is not None and request.level not in (None, "nominal"):
        raise AloiError(
            "aloi.value",
            name=Term("level-of-asked", asked=set_measure),
            value=repr(request.level),
            expected=Term("the-nominal-level"),
            todo=Term("use-level"),
        )
    if (request.annotator is None) is not (request.value is None):
        raise AloiError(
            "aloi.missing",
            name=Term("the-long-table"),
            missing=Term("the-column-of-the-annotator"),
            expected=Term("both-columns"),
            todo=Term("name-the-columns-of-the-unit"),
        )
    named = [name for name in (request.unit, request.annotator, request.value) if name is not None]
    twice = next((name for name in named if named.count(name) > 1), None)
    if twice is not None:
        raise AloiError(
            "aloi.repeated",
            name=Term("the-column"),
            value=repr(twice),
            expected=Term("a-different-column"),
            todo=Term("name-the-column"),
        )
    if request.power is not None and not request.machine:
        raise AloiError("aloi.fields-none", fields=["machine"])
    if request.cluster and request.ci in ("analytic", "jackknife"):
        raise AloiError(
            "aloi.value",
            name=Term("interval-with-clusters", cluster=", ".join(request.cluster)),
            value=repr(request.ci),
            expected=Term("a-bootstrap-only"),
            todo=Term("use-ci"),
        )


def _empty_separator(value: object) -> AloiError:
    return AloiError(
        "aloi.value",
        name=Term("the-separator-of-labels"),
        value=value,
        expected=Term("a-separator-such-as-or-a-comma"),
        todo=Term("set-separator"),
    )


def with_roles(request: AgreementRequest, columns: Sequence[str], path: Path) -> AgreementRequest:
    """Return a request whose `columns` may be roles, with the columns that they name in its other fields.

    Without an annotator, the columns of scores or labels are those of one annotator each.

    Raises
    ------
    AloiError
        As `read_roles`.
    """
    entries = [
        entry for entry in request.columns if entry.partition("=")[0].strip() in ROLES and "=" in entry
    ]
    if not entries or any(entry in columns for entry in entries):
        return request
    roles = read_roles(entries, columns, path)
    values = roles.columns(ColumnRole.SCORE) or roles.columns(ColumnRole.LABEL)
    annotator = roles.column(ColumnRole.ANNOTATOR)
    unit = request.unit or roles.column(ColumnRole.ID)
    if annotator is not None and len(values) == 1:
        return replace(request, unit=unit, annotator=annotator, value=values[0], columns=())
    wide = (*values, *(entry for entry in request.columns if entry not in entries))
    return replace(request, unit=unit, columns=wide)


def names_columns(request: AgreementRequest) -> bool:
    """Return whether the request names the columns of the ratings, whatever the source of the table."""
    return any((request.unit, request.annotator, request.columns, request.layout))


def not_of_spans(request: AgreementRequest) -> str | None:
    """Return the first changed option that does not apply to a table of spans."""
    fields = fields_of(AgreementRequest)
    defaults = {name: fields[name].default for name in NOT_OF_SPANS}
    changed = [name for name, default in defaults.items() if getattr(request, name) != default]
    return "level" if not changed and request.level not in (None, "nominal") else next(iter(changed), None)
