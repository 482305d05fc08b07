"""Estimates from few human and many machine answers of a table: `aloi agreement estimate`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.machine.corrected import CorrectedEstimate, corrected_mean
from aloi.agreement.measures.shapes import share_shape
from aloi.agreement.number import Number
from aloi.agreement.ratings import Ratings
from aloi.agreement.table import number_groups
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.corpora.readers import SourceTable
from aloi.workbench.agreement.reading.ratings import read_ratings
from aloi.workbench.reports.table import INTERVAL, Table
from aloi.workbench.requests.files.agreement import AgreementRequest, EstimateRequest


@dataclass(frozen=True, slots=True)
class EstimateReport:
    """An estimate of a table, those of its groups, and their differences from the first group."""

    name: str
    estimate: CorrectedEstimate
    groups: tuple[tuple[str, CorrectedEstimate], ...] = ()
    differences: tuple[tuple[str, CorrectedEstimate], ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the document that `aloi agreement estimate --json` prints."""
        document: dict[str, object] = {"name": self.name, **self.estimate.to_json()}
        if self.groups:
            document["groups"] = [{"group": name, **of.to_json()} for name, of in self.groups]
            document["differences"] = [{"group": name, **of.to_json()} for name, of in self.differences]
        return document

    def table(self) -> Table:
        """Return the estimates as a table, corrected and of people alone."""
        rows = [(self.name, self.estimate), *self.groups, *self.differences]
        drawn = [
            (
                name,
                Number(of.estimate, of.interval, of.reason),
                Number(of.alone, of.alone_interval, of.reason),
                of.people,
                of.machine,
                None if of.effective_people is None else round(of.effective_people),
            )
            for name, of in rows
        ]
        values = (("Corrected", INTERVAL), ("People alone", INTERVAL))
        head = ("Estimate", *values, "Human", "Machine", "Effective")
        return Table("", head, drawn, [of.signature for _, of in rows])


def estimate_report(request: EstimateRequest, source: SourceTable | None = None) -> EstimateReport:
    """Return the estimate of a table that few people and a machine answered.

    Raises
    ------
    AloiError
        Neither a label nor numbers to estimate, or a machine, system or label that is not in the table.
    """
    if request.label is None and not request.mean and request.system is None:
        raise AloiError(
            "aloi.missing",
            name=Term("the-estimate"),
            missing=Term("a-label-or-mean"),
            expected=Term("one-of", choices=("--label", "--mean", "--system")),
        )
    ratings, further = _ratings(request, source)
    human, machine, name = _answers(ratings, request)
    clusters = None if ratings.clusters is None else number_groups(ratings.clusters)
    strata = _codes(further.get(request.stratum or ""))
    shape = None if request.mean else share_shape(0.0)

    def estimated(rows: NDArray[np.bool_]) -> CorrectedEstimate:
        return corrected_mean(
            human[rows],
            machine[rows],
            strata=None if strata is None else strata[rows],
            clusters=None if clusters is None else clusters[rows],
            shape=shape,
            name=name,
        )

    everything = np.ones(len(human), dtype=np.bool_)
    names = further.get(request.by or "")
    if names is None:
        return EstimateReport(name, estimated(everything))
    values = np.array(names)
    groups = tuple((group, estimated(values == group)) for group in sorted(set(names)))
    return EstimateReport(
        name, estimated(everything), groups, _differences(values, human, machine, clusters, name)
    )


def _differences(
    values: NDArray[np.str_], human: Floats, machine: Floats, clusters: NDArray[np.intp] | None, name: str
) -> tuple[tuple[str, CorrectedEstimate], ...]:
    """Return the difference of each group from the first one: strata that count 1 and -1."""
    first, *others = sorted(set(values.tolist()))
    differences = []
    for group in others:
        rows = (values == group) | (values == first)
        difference = corrected_mean(
            human[rows],
            machine[rows],
            strata=(values[rows] == group).astype(np.intp),
            clusters=None if clusters is None else clusters[rows],
            shares=np.array([-1.0, 1.0]),
            name=f"{name} difference",
        )
        differences.append((f"{group} - {first}", difference))
    return tuple(differences)


def _ratings(
    request: EstimateRequest, source: SourceTable | None
) -> tuple[Ratings, dict[str, tuple[str, ...]]]:
    """Return the ratings of people, machine and system, and the columns of groups and strata."""
    further = [name for name in (request.by, request.stratum) if name is not None]
    options = AgreementRequest(
        request.table,
        level="interval" if request.mean else "nominal",
        machine=(request.machine, *([request.system] if request.system else [])),
        cluster=request.cluster,
        unit=request.unit,
        annotator=request.annotator,
        value=request.value,
        columns=request.columns,
        missing=request.missing,
        normalise=request.normalise,
    )
    _, raw, ratings, _ = read_ratings(request.table if source is None else source, options, further)
    for name in options.machine:
        known_name(name, ratings.annotators, Phrase("kind-annotator-of-the-table", "annotator of the table"))
    return ratings, {name: tuple(raw.further[name]) for name in further}


def _answers(ratings: Ratings, request: EstimateRequest) -> tuple[Floats, Floats, str]:
    """Return the mean answer of people to each unit, that of the machine, and the name of the estimate."""
    columns = {name: at for at, name in enumerate(ratings.annotators)}
    others = [at for name, at in columns.items() if name not in (request.machine, request.system)]
    if request.mean:
        values, name = ratings.values(), "mean"
    elif request.system is not None:
        right = ratings.codes == ratings.codes[:, [columns[request.system]]]
        unanswered = (ratings.codes < 0) | (ratings.codes[:, [columns[request.system]]] < 0)
        values, name = np.where(unanswered, np.nan, right), f"accuracy of {request.system}"
    else:
        labels = {str(category): code for code, category in enumerate(ratings.categories)}
        code = labels[
            known_name(str(request.label), labels, Phrase("kind-label-of-the-table", "label of the table"))
        ]
        values = np.where(ratings.codes < 0, np.nan, ratings.codes == code)
        name = f"share of {request.label}"
    people = values[:, others]
    answered = ~np.isnan(people)
    count = answered.sum(axis=1)
    total = np.where(answered, people, 0.0).sum(axis=1)
    mean = np.divide(total, count, out=np.full(len(total), np.nan), where=count > 0)
    return mean, np.asarray(values[:, columns[request.machine]], dtype=np.float64), name


def _codes(names: tuple[str, ...] | None) -> NDArray[np.intp] | None:
    return None if names is None else np.unique(np.array(names), return_inverse=True)[1].astype(np.intp)
