"""The JSON document of `--json` for the agreement of a table or of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aloi.agreement.result import SCHEMA, Agreement, PairAgreement
from aloi.base.records import to_json
from aloi.corpora.readers.read_as import TableReading
from aloi.workbench.agreement.full_report.crosscheck import Crosscheck
from aloi.workbench.agreement.full_report.figures import WholeReport
from aloi.workbench.agreement.full_report.methods import methods_paragraph
from aloi.workbench.agreement.full_report.spans import MeasuredSpans, figure_json

_NOTHING: Mapping[str, Mapping[str, str]] = {}


def measured_json(
    results: Sequence[Agreement],
    pairs: Sequence[PairAgreement],
    means: Sequence[Agreement],
    about: Mapping[str, Mapping[str, str]] = _NOTHING,
) -> dict[str, object]:
    """Return coefficients, each with the description of its view by `about`."""

    def with_view(result: Agreement | PairAgreement) -> dict[str, object]:
        return result.to_json() | dict(about.get(str(result.view), {}))

    return {
        "results": [with_view(one) for one in results],
        "pairs": [with_view(one) for one in pairs],
        "mean_over_pairs": [with_view(one) for one in means],
    }


def report_json(
    measured: Mapping[str, object],
    results: Sequence[Agreement],
    checks: Mapping[str, Crosscheck],
    cautions: Sequence[str],
    full_report: WholeReport | None,
) -> dict[str, object]:
    """Return the document of a report; docs/schemas/agreement-2.json describes its fields.

    Parameters
    ----------
    measured : mapping
        The result of `measured_json`.
    results : sequence of Agreement
        Those that the paragraph for the methods of a paper quotes from.
    checks : mapping
        For each view by name, alpha from an independent package.
    """
    return {
        "schema": SCHEMA,
        **measured,
        "crosscheck": [{"view": name, **to_json(one)} for name, one in checks.items()],
        "cautions": list(cautions),
        "methods": methods_paragraph(results),
        "methods_fr": methods_paragraph(results, "fr"),
        **({} if full_report is None else {"whole": full_report.to_json()}),
    }


def spans_json(
    spans: MeasuredSpans,
    results: Sequence[Agreement],
    pairs: Sequence[PairAgreement],
    cautions: Sequence[str],
    read_as: TableReading,
) -> dict[str, object]:
    """Return the document of a table of spans; docs/schemas/agreement-2.json describes its fields."""
    return {
        "schema": SCHEMA,
        "results": [one.to_json() for one in results],
        "pairs": [one.to_json() for one in pairs],
        "f1": spans.f1.to_json(),
        "alpha_u_by_label": dict(spans.soft.alpha_u.labels),
        "gamma_cat": figure_json(spans.soft.gamma_cat),
        "gamma_by_label": {name: figure_json(each) for name, each in spans.soft.gamma_k.items()},
        "cautions": list(cautions),
        "methods": methods_paragraph(results),
        "methods_fr": methods_paragraph(results, "fr"),
        "read_as": read_as.to_json(),
    }
