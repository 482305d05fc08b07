"""Results that depend on the ratings alone, in addition to the coefficients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.battery import Battery
from aloi.agreement.benchmarks import Benchmark, benchmark_of
from aloi.agreement.diagnosis.annotators import AnnotatorDiagnosis, diagnose_annotators
from aloi.agreement.diagnosis.disagreement import confusion, scale_use, spread
from aloi.agreement.diagnosis.findings import Finding, what_to_fix
from aloi.agreement.diagnosis.labels import Confusion, LabelDiagnosis, confusions, diagnose_labels
from aloi.agreement.diagnosis.numbers import BlandAltman, WithRest, bland_altman, with_rest
from aloi.agreement.diagnosis.prevalence import Prevalence, prevalence
from aloi.agreement.planning.sizes import SamplePlan, plan
from aloi.agreement.quality.crowdtruth import CrowdTruth, crowd_truth
from aloi.agreement.quality.items import ItemQuality, item_qualities
from aloi.agreement.quality.rasch import Facets, facets
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Agreement
from aloi.base.records import to_json

_WIDTH = 0.1
_MOST_ITEMS = 20  # of those that lower agreement most, in what a page keeps
_MOST_USED = 30  # categories whose use is counted: the most frequent
_MOST_DISPUTED = 50  # units that are listed
_MOST_PAIRS = 45  # of 10 annotators: of more nobody reads every table of two


@dataclass(frozen=True, slots=True)
class LearntQuality:
    """Quality of an annotator as estimated by models of annotators.

    `accuracy` is the probability of a correct answer in Dawid and Skene's model (its confusion matrix,
    weighted by the shares of the labels). `competence` is the probability in MACE that an answer was given on
    purpose.
    """

    annotator: str
    accuracy: float
    competence: float


@dataclass(frozen=True, slots=True)
class CategoryUse:
    """How often each annotator, by name, gave a category."""

    category: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class AnswersOfTwo:
    """How often `a` gave each category (rows) where `b` gave each (columns).

    `counts` is C by C; `categories` are the 30 most frequent of all annotators, in the order of the scale.
    """

    a: str
    b: str
    categories: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class DisputedUnit:
    """A unit whose ratings differ, and what each annotator gave.

    `largest` and `mean` are the largest and the mean distance of two of them, as
    `aloi.agreement.diagnosis.disagreement.Spread` has it.
    """

    unit: str
    largest: float
    mean: float
    answers: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class WholeReport:
    """The diagnosis of ratings; parts that need labels are empty if answers are sets.

    `further` are the applicable coefficients that are not reported by default (for numbers the intraclass
    correlations, for example). `benchmarks` belong to the results with the same index. `use` covers the 30
    most frequent categories. `overturned` counts the units for which Dawid and Skene's model decides against
    a single most frequent answer. `matrices` has one matrix per pair of annotators, none if there are more
    than ten. `disputed` has the 50 most disputed of the `disputes` units whose ratings differ, widest gap
    first.
    """

    further: tuple[Agreement, ...]
    benchmarks: tuple[tuple[Agreement, Benchmark], ...]
    findings: tuple[Finding, ...]
    annotators: tuple[AnnotatorDiagnosis, ...]
    use: tuple[CategoryUse, ...]
    correlations: tuple[WithRest, ...]
    severities: Facets
    limits: tuple[BlandAltman, ...]
    labels: tuple[LabelDiagnosis, ...]
    confusions: tuple[Confusion, ...]
    prevalence: Prevalence | None
    items: tuple[ItemQuality, ...]
    quality: CrowdTruth
    learnt: tuple[LearntQuality, ...]
    overturned: int
    plan: SamplePlan | None
    matrices: tuple[AnswersOfTwo, ...] = ()
    disputed: tuple[DisputedUnit, ...] = ()
    disputes: int = 0

    def to_json(self) -> dict[str, object]:
        """Return the report as `--json` prints it, under `whole`."""
        return to_json(
            self,
            "benchmarks",
            "further",
            further=[result.to_json() for result in self.further],
            benchmarks=[
                {"measure": result.measure, "weights": result.weights, "view": result.view, **to_json(band)}
                for result, band in self.benchmarks
            ],
        )

    def shown(self) -> WholeReport:
        """Return the report with the items that tables show, and no others."""
        items = self.items[:_MOST_ITEMS]
        units = {one.unit: self.quality.units[one.unit] for one in items if one.unit in self.quality.units}
        return replace(self, items=items, quality=replace(self.quality, units=units))


def whole_report(ratings: Ratings, results: Sequence[Agreement], battery: Battery) -> WholeReport:
    """Return the diagnosis of ratings with known coefficients.

    Parameters
    ----------
    ratings : Ratings
        U units by A annotators.
    results : sequence of Agreement
        Its coefficients, to be set on benchmark scales.
    battery : Battery
        How they were computed: the others are computed alike, the plan is drawn with its seed.
    """
    seed = battery.seed
    further = tuple(battery.rest(ratings, results))
    bands_found = ((one, benchmark_of(one)) for one in (*results, *further))
    bands = tuple((one, band) for one, band in bands_found if band is not None)
    sets = ratings.set_valued
    measure = "krippendorff_alpha_masi" if sets else "krippendorff_alpha"
    learnt, overturned = _learnt(ratings)
    disputed, disputes = _disputed(ratings)
    return WholeReport(
        further=further,
        benchmarks=bands,
        findings=() if sets else tuple(what_to_fix(ratings)),
        annotators=() if sets else tuple(diagnose_annotators(ratings)),
        use=_use(ratings),
        correlations=() if ratings.level == "nominal" else tuple(with_rest(ratings)),
        severities=facets(ratings),
        limits=tuple(bland_altman(ratings)),
        labels=() if sets else tuple(diagnose_labels(ratings)),
        confusions=() if sets else tuple(one for one in confusions(ratings)[:_MOST_USED] if one.pairs > 0),
        prevalence=None if sets else prevalence(ratings),
        items=tuple(item_qualities(ratings, measure)),
        quality=crowd_truth(ratings),
        learnt=learnt,
        overturned=overturned,
        plan=None if sets else plan(ratings, _WIDTH, seed=seed),
        matrices=_matrices(ratings),
        disputed=disputed,
        disputes=disputes,
    )


def _use(ratings: Ratings) -> tuple[CategoryUse, ...]:
    """Return the use of the most frequent categories, in their order."""
    table = scale_use(ratings)
    return tuple(
        CategoryUse(
            category_name(ratings.categories[at]),
            {name: int(count) for name, count in zip(ratings.annotators, table[:, at], strict=True)},
        )
        for at in _most_used(ratings, table.sum(axis=0))
    )


def _most_used(ratings: Ratings, total: NDArray[np.int64]) -> list[int]:
    """Return the places of the most frequent categories, in their order; of sets those that were given."""
    most = sorted(np.argsort(-total, kind="stable")[:_MOST_USED].tolist())
    return [at for at in most if total[at] or not ratings.set_valued]


def _matrices(ratings: Ratings) -> tuple[AnswersOfTwo, ...]:
    """Return the answers of each pair of annotators, none if there are too many pairs to read."""
    pairs = [*combinations(ratings.annotators, 2)]
    if len(pairs) > _MOST_PAIRS:
        return ()
    shown = _most_used(ratings, scale_use(ratings).sum(axis=0))
    names = tuple(category_name(ratings.categories[at]) for at in shown)
    return tuple(
        AnswersOfTwo(a, b, names, tuple(map(tuple, confusion(ratings, a, b, shown).tolist())))
        for a, b in pairs
    )


def _disputed(ratings: Ratings) -> tuple[tuple[DisputedUnit, ...], int]:
    """Return the most disputed units, and how many units are disputed."""
    disputed = [unit for unit in spread(ratings) if unit.largest > 0]
    listed = tuple(
        DisputedUnit(
            unit.unit,
            unit.largest,
            unit.mean,
            {name: category_name(value) for name, value in unit.values.items()},
        )
        for unit in disputed[:_MOST_DISPUTED]
    )
    return listed, len(disputed)


def category_name(category: object) -> str:
    """Return a category as tables show it; a set as its elements."""
    if isinstance(category, frozenset):
        return ", ".join(sorted(map(str, category))) or "(none)"
    return str(category)


def _learnt(ratings: Ratings) -> tuple[tuple[LearntQuality, ...], int]:
    """Return what models say of annotators, and how many clear votes Dawid and Skene's overturns."""
    counts = ratings.counts()
    if not counts.sum() or (counts.sum(axis=0) > 0).sum() < 2:
        return (), 0
    from aloi.gold.making.models.dawid_skene import dawid_skene
    from aloi.gold.making.models.mace import mace

    skene, competent = dawid_skene(ratings), mace(ratings)
    right = np.einsum("c,acc->a", skene.prior, skene.confusion)
    competences = dict(zip(competent.annotators, competent.competence, strict=True))
    learnt = tuple(
        LearntQuality(name, float(share), float(competences[name]))
        for name, share in zip(skene.annotators, right, strict=True)
    )
    decided: Mapping[str, object] = dict(zip(skene.units, skene.values, strict=True))
    most = counts.max(axis=1)
    clear = (counts == most[:, None]).sum(axis=1) == 1
    overturned = sum(
        decided.get(unit) is not None and decided[unit] != ratings.categories[int(count.argmax())]
        for unit, count, alone in zip(ratings.units, counts, clear.tolist(), strict=True)
        if alone
    )
    return learnt, int(overturned)
