"""Estimates from few human and many machine answers of a table: `aloi agreement estimate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.machine.corrected import (
    SHARE,
    CorrectedEstimate,
    EstimateScale,
    UnitTerms,
    corrected_mean,
)
from aloi.agreement.machine.corrected_agreement import agreement_terms
from aloi.agreement.measures import find_measure
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

MOST_LABELS = 25


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
        return replace(estimates_table(rows), notes=[of.signature for _, of in rows])


@dataclass(frozen=True, slots=True)
class _Estimand:
    """Answers whose mean is estimated: a name, documents, and the terms of some units, by their strata."""

    name: str
    clusters: NDArray[np.intp] | None
    terms: Callable[[NDArray[np.bool_], NDArray[np.intp] | None], UnitTerms]


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
    answers = _answers(ratings, request)
    strata = _codes(further.get(request.stratum or ""))
    estimate = _estimate(answers, np.ones(len(ratings.units), dtype=np.bool_), strata)
    names = further.get(request.by or "")
    if names is None:
        return EstimateReport(answers.name, estimate)
    values = np.array(names)
    groups = tuple((group, _estimate(answers, values == group, strata)) for group in sorted(set(names)))
    return EstimateReport(answers.name, estimate, groups, _differences(values, answers))


def estimates_table(rows: Sequence[tuple[str, CorrectedEstimate]]) -> Table:
    """Return named estimates as a table, corrected and of people alone."""
    head = (
        Phrase("estimate", "Estimate"),
        (Phrase("estimate-corrected", "Corrected"), INTERVAL),
        (Phrase("estimate-alone", "People alone"), INTERVAL),
        Phrase("estimate-people", "Human answers"),
        Phrase("estimate-machine", "Machine answers"),
        Phrase("estimate-effective", "Effective human answers"),
    )
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
    return Table("", head, drawn)


def machine_estimates(ratings: Ratings, machine: str) -> tuple[tuple[str, CorrectedEstimate], ...]:
    """Return the mean of numbers, or the share of each label, that people would give to all units.

    There are none if people answered each unit of the machine. Of very many labels, only the most frequent
    have an estimate.
    """
    column = ratings.annotators.index(machine)
    others = np.delete(ratings.codes >= 0, column, axis=1).any(axis=1)
    if not (~others & (ratings.codes[:, column] >= 0)).any():
        return ()
    clusters = None if ratings.clusters is None else number_groups(ratings.clusters)

    def estimate(values: Floats, name: str, scale: EstimateScale | None) -> CorrectedEstimate:
        human = mean_of_answers(np.delete(values, column, axis=1))
        return corrected_mean(human, values[:, column], clusters=clusters, scale=scale, name=name)

    if ratings.numeric:
        return ((Phrase("estimate-mean", "Mean"), estimate(ratings.values(), "mean", None)),)
    members = [
        frozenset(map(str, each)) if isinstance(each, frozenset) else {str(each)}
        for each in ratings.categories
    ]
    shares = [
        (label, np.array([label in each for each in members])) for label in sorted(set().union(*members))
    ]
    counts = np.bincount(ratings.codes[ratings.codes >= 0], minlength=len(ratings.categories))
    most = sorted(shares, key=lambda share: -int(counts[share[1]].sum()))[:MOST_LABELS]
    return tuple(
        (
            Phrase("estimate-share", "Share of {label}", label=label),
            estimate(np.where(ratings.codes < 0, np.nan, has[ratings.codes]), f"share of {label}", SHARE),
        )
        for label, has in sorted(most, key=lambda share: share[0])
    )


def mean_of_answers(values: Floats) -> Floats:
    """Return the mean of the answers to each unit, NaN without any."""
    answered = ~np.isnan(values)
    count = answered.sum(axis=1)
    total = np.where(answered, values, 0.0).sum(axis=1)
    return np.asarray(np.divide(total, count, out=np.full(len(total), np.nan), where=count > 0))


def _estimate(
    answers: _Estimand, rows: NDArray[np.bool_], strata: NDArray[np.intp] | None
) -> CorrectedEstimate:
    """Return the estimate of some units."""
    inside = None if strata is None else strata[rows]
    terms = answers.terms(rows, inside)
    clusters = None if answers.clusters is None else answers.clusters[rows]
    return corrected_mean(
        terms.human,
        terms.machine,
        strata=inside,
        clusters=clusters,
        scale=terms.scale,
        name=answers.name,
        reason=terms.reason,
    )


def _differences(values: NDArray[np.str_], answers: _Estimand) -> tuple[tuple[str, CorrectedEstimate], ...]:
    """Return the difference of each group from the first one: strata that count 1 and -1."""
    first, *others = sorted(set(values.tolist()))
    of_first = answers.terms(values == first, None)
    differences = []
    for group in others:
        of_group = answers.terms(values == group, None)
        rows = np.concatenate([np.flatnonzero(values == name) for name in (first, group)])
        difference = corrected_mean(
            np.concatenate([of_first.human, of_group.human]),
            np.concatenate([of_first.machine, of_group.machine]),
            strata=(values[rows] == group).astype(np.intp),
            clusters=None if answers.clusters is None else answers.clusters[rows],
            shares=np.array([-1.0, 1.0]),
            name=f"{answers.name} difference",
            reason=of_first.reason or of_group.reason,
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
        level=request.level or ("interval" if request.mean else "nominal"),
        measure=() if request.measure is None else (request.measure,),
        weights=request.weights,
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


def _answers(ratings: Ratings, request: EstimateRequest) -> _Estimand:
    """Return the answers to each unit as the values whose mean is estimated."""
    clusters = None if ratings.clusters is None else number_groups(ratings.clusters)
    if request.measure is not None:
        return _agreement_answers(ratings, request, clusters)
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
    mean = mean_of_answers(values[:, others])
    machine = np.asarray(values[:, columns[request.machine]], dtype=np.float64)
    scale = None if request.mean else SHARE
    return _Estimand(name, clusters, lambda rows, _: UnitTerms(mean[rows], machine[rows], scale))


def _agreement_answers(
    ratings: Ratings, request: EstimateRequest, clusters: NDArray[np.intp] | None
) -> _Estimand:
    """Return the answers as contributions to a coefficient of people and the column of `system`."""
    measure, system = str(request.measure), request.system
    if system is None:
        raise AloiError(
            "aloi.missing",
            name=Term("the-agreement-estimated"),
            missing=Term("a-column-answered-completely"),
            expected=Term("one-of", choices=("--system",)),
        )
    find_measure(measure)
    declared = replace(ratings, declared=True)  # all groups have the categories of the table

    def terms(rows: NDArray[np.bool_], strata: NDArray[np.intp] | None) -> UnitTerms:
        return agreement_terms(
            declared.subset_units(rows),
            system,
            request.machine,
            measure,
            weights=request.weights,
            strata=strata,
        )

    return _Estimand(f"{measure} of {system}", clusters, terms)


def _codes(names: tuple[str, ...] | None) -> NDArray[np.intp] | None:
    return None if names is None else np.unique(np.array(names), return_inverse=True)[1].astype(np.intp)
