"""Agreement between annotators: `aloi.agreement.measure` and `aloi.agreement.estimate`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.base.errors import with_arguments
from aloi.notebook.tables import Tabular, bounds, frame, readable, request_of, sheet_read, told_in_notebook

if TYPE_CHECKING:
    import pandas as pd

    from aloi.agreement.machine.alternative import AlternativeTest
    from aloi.agreement.planning.machines import MachinePlan
    from aloi.agreement.result import Agreement, PairAgreement
    from aloi.workbench.agreement.estimates import EstimateReport
    from aloi.workbench.agreement.full_report.figures import WholeReport
    from aloi.workbench.agreement.full_report.spans import MeasuredSpans
    from aloi.workbench.agreement.report import RoundReport
    from aloi.workbench.agreement.tables import TableReport


@dataclass(frozen=True, slots=True)
class AgreementResult:
    """The coefficients of a table or of a round.

    Parameters
    ----------
    report : TableReport or RoundReport
        Everything that was measured.
    """

    report: TableReport | RoundReport

    @property
    def results(self) -> tuple[Agreement, ...]:
        """The coefficients: each has `.measure`, `.value`, `.interval`, `.reason` and `.signature`."""
        return self.report.results

    @property
    def pairs(self) -> tuple[PairAgreement, ...]:
        """The coefficients of every two annotators, with the same attributes and `.a`, `.b` and `.units`."""
        return self.report.pairs

    @property
    def cautions(self) -> tuple[str, ...]:
        """Warnings about an interval."""
        return tuple(map(with_arguments, self.report.cautions))

    @property
    def whole(self) -> WholeReport | None:
        """Further results of the ratings, with `whole=True`: annotators, labels, items, coefficients."""
        return self.report.whole

    @property
    def spans(self) -> MeasuredSpans | None:
        """Of a table of spans: F1 of each label and whatever the labels, gamma, alpha_u of each label."""
        return getattr(self.report, "spans", None)

    @property
    def machines(self) -> tuple[AlternativeTest, ...]:
        """Alternative annotator tests, with `machine=`: `.winning_rate`, `.advantage`, `.people`."""
        return getattr(self.report, "machines", ())

    @property
    def plans(self) -> tuple[MachinePlan, ...]:
        """Sizes of such tests, with `machine=` and `power=`: `.rows` has units and people."""
        return getattr(self.report, "plans", ())

    def methods(self, language: str = "en") -> str:
        """Return a paragraph for the methods of a paper, in English or in French ("fr")."""
        return self.report.methods(language)

    def table(self) -> pd.DataFrame:
        """Return a row a coefficient: measure, value, interval, why either is undefined, counts, signature.

        With `by`, the coefficients of each part follow, its name in the column `group`.
        """
        parts = [
            ("", self.results),
            *((group.name, group.results) for group in getattr(self.report, "groups", ())),
        ]
        grouped = len(parts) > 1
        rows = (
            {**({"group": name} if grouped else {}), **_row(coefficient)}
            for name, results in parts
            for coefficient in results
        )
        return frame(rows)


@told_in_notebook()
def measure(
    table: Tabular,
    *,
    level: str | None = None,
    measures: str | Sequence[str] = (),
    weights: str | None = None,
    ci: str | None = None,
    cluster: str | Sequence[str] | None = None,
    seed: int = 0,
    sheet: str | None = None,
    **options: object,
) -> AgreementResult:
    """Return the agreement of a table of ratings, as the command `aloi agreement` measures it.

    Parameters
    ----------
    table : DataFrame, pyarrow.Table or path
        The first column names the unit, each other one holds the ratings of an annotator. A long table is
        described by `unit`, `annotator` and `value`. A table of spans has the columns document, annotator,
        start and end, and perhaps label and length.
    level : str or None
        nominal, ordinal, interval or ratio; answers that Aloi exported say theirs.
    measures : str or sequence of str
        Names such as `krippendorff_alpha`; none for all that apply.
    weights : str or None
        unweighted, linear, quadratic, ordinal, radical or ratio; alpha takes the level instead. By default
        unweighted, and where no measure is named also those that fit the level.
    ci : str or None
        score (the default), analytic, bootstrap, jackknife or none.
    cluster : str, sequence of str or None
        The column naming the document of a unit, or two (one for each side of a pair): units that share a
        document depend on each other.
    seed : int
        Of the bootstrap.
    sheet : str or None
        Sheet of a workbook; by default the first one with cells.
    **options
        Other fields of `aloi.workbench.requests.files.agreement.AgreementRequest`: `unit`, `annotator`,
        `value`, `columns`, `categories`, `by`, `weights_by`, `replicates`, `separator`, `whole`, `machine`,
        `epsilon`, `power` ...

    Raises
    ------
    AloiError
        Fewer than two annotators, cells that the level cannot take, options that do not go together.

    Examples
    --------
    >>> import aloi, pandas
    >>> ratings = pandas.DataFrame({"unit": ["a", "b", "c"], "A1": [1, 2, 3], "A2": [1, 2, None]})
    >>> found = aloi.agreement.measure(ratings, level="ordinal", measures="krippendorff_alpha", ci="none")
    >>> found.results[0].value
    1.0
    >>> list(found.table().columns)[:2]
    ['measure', 'value']
    """
    from aloi.workbench.agreement.tables import table_report
    from aloi.workbench.requests.files.agreement import AgreementRequest

    for name in ("categories", "columns"):  # labels may be numbers
        value = options.get(name)
        if isinstance(value, Iterable) and not isinstance(value, str):
            options[name] = [*map(str, value)]
    if isinstance(options.get("machine"), str):
        options["machine"] = [options["machine"]]
    source = readable(table, "the table")
    path = source if isinstance(source, Path) else source.path
    request = request_of(
        AgreementRequest,
        {
            "table": path,
            "level": level,
            "measure": measures,
            "weights": weights,
            "ci": ci,
            "cluster": cluster,
            "seed": seed,
            **options,
        },
    )
    with sheet_read(sheet, path):
        return AgreementResult(table_report(request, None if isinstance(source, Path) else source))


@told_in_notebook()
def estimate(table: Tabular, *, machine: str, sheet: str | None = None, **options: object) -> EstimateReport:
    """Return an estimate from few human and many machine answers, as `aloi agreement estimate` does.

    Parameters
    ----------
    table : DataFrame, pyarrow.Table or path
        The first column names the unit, each other one holds the answers of a person, of the machine or of
        a system. A long table is described by `unit`, `annotator` and `value`.
    machine : str
        The annotator that is a machine.
    sheet : str or None
        Sheet of a workbook; by default the first one with cells.
    **options
        Other fields of `aloi.workbench.requests.files.agreement.EstimateRequest`: `label`, `mean`, `system`,
        `measure`, `by`, `stratum`, `cluster` ...

    Raises
    ------
    AloiError
        Neither a label nor numbers to estimate, or a machine, system or label that is not in the table.
    """
    from aloi.workbench.agreement.estimates import estimate_report
    from aloi.workbench.requests.files.agreement import EstimateRequest

    source = readable(table, "the table")
    path = source if isinstance(source, Path) else source.path
    request = request_of(EstimateRequest, {"table": path, "machine": machine, **options})
    with sheet_read(sheet, path):
        return estimate_report(request, None if isinstance(source, Path) else source)


def _row(coefficient: Agreement) -> dict[str, object]:
    return {
        "measure": coefficient.measure,
        "value": coefficient.value,
        **bounds(coefficient.interval),
        "reason": coefficient.reason or coefficient.ci_reason,
        "level": coefficient.level,
        "weights": coefficient.weights,
        "units": coefficient.units,
        "annotators": coefficient.annotators,
        "ratings": coefficient.ratings,
        "signature": coefficient.signature,
    }
