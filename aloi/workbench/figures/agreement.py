"""Figures of agreement: the report and the diagnosis of a round, and its point of the trend."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from aloi.agreement.diagnosis.annotators import AnnotatorDiagnosis
from aloi.agreement.diagnosis.findings import Finding
from aloi.agreement.diagnosis.labels import Confusion, LabelDiagnosis
from aloi.agreement.diagnosis.prevalence import Prevalence
from aloi.agreement.diagnosis.repeats import RepeatsDiagnosis
from aloi.agreement.intervals.interval_warnings import caution
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Agreement, PairAgreement
from aloi.annotation.model import Campaign, Round
from aloi.annotation.tasks import task
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.agreement.diagnosis import Diagnosis, diagnose
from aloi.workbench.agreement.full_report.crosscheck import Crosscheck
from aloi.workbench.agreement.full_report.figures import WholeReport
from aloi.workbench.agreement.full_report.views import ViewReport
from aloi.workbench.agreement.report import Disputed, RoundReport, main_view, round_report, trend_point
from aloi.workbench.figures.base import KeptFigure, Subject
from aloi.workbench.figures.rounds import campaign_and_round
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.rounds.counted_answers import exclusions

CLEANED, AS_TYPED = "cleaned", "as typed"
_MOST_DISPUTED = 50  # those a page shows


@dataclass(frozen=True, slots=True)
class KeptView:
    """A view without its table of ratings: its annotators, its categories (a set as a list), its numbers."""

    name: str
    annotators: tuple[str, ...]
    categories: tuple[Json, ...]
    results: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]
    means: tuple[Agreement, ...]
    crosscheck: Crosscheck


@dataclass(frozen=True, slots=True)
class KeptConfusion:
    """How often two annotators gave two categories: (place of the one of a, that of b, items), if not 0."""

    a: str
    b: str
    cells: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class KeptDispute:
    """A disputed item and the answers it got, by pseudonym."""

    item_id: str
    answers: dict[str, Json]
    distance: float


@dataclass(frozen=True, slots=True)
class KeptDiagnosis:
    """A diagnosis without its view; answers that gather (substitutes) have none."""

    annotators: tuple[AnnotatorDiagnosis, ...]
    labels: tuple[LabelDiagnosis, ...]
    confusions: tuple[Confusion, ...]
    prevalence: Prevalence
    repeats: RepeatsDiagnosis | None
    findings: tuple[Finding, ...]

    def of(self, campaign: Campaign, scale: str) -> Diagnosis:
        """Return the diagnosis as pages draw it."""
        view = main_view(campaign, scale)
        return Diagnosis(
            view,
            self.annotators,
            self.labels,
            self.confusions,
            self.prevalence,
            self.repeats,
            self.findings,
        )


@dataclass(frozen=True, slots=True)
class KeptAgreement:
    """What the agreement page shows of a round.

    `disputes` counts all disputed items, of which the widest are in `disputed`. `caution` is what to know of
    the main interval.
    """

    views: tuple[KeptView, ...]
    scale_use: dict[str, tuple[int, ...]]
    confusions: tuple[KeptConfusion, ...]
    disputed: tuple[KeptDispute, ...]
    disputes: int
    caution: str | None

    def report(self, store: Store, campaign: Campaign, round_: Round) -> RoundReport:
        """Return the report as pages draw it: without ratings, and with the widest disputes alone."""
        views = {view.name: view for view in task(campaign.schema.task_type).views(campaign.schema.settings)}
        items = store.texts.items([each.item_id for each in self.disputed])
        size = len(self.views[0].categories)
        return RoundReport(
            campaign=campaign,
            round=round_,
            views=tuple(_view(each, views[each.name]) for each in self.views),
            scale_use=self.scale_use,
            confusions={(each.a, each.b): _matrix(each, size) for each in self.confusions},
            disputed=tuple(
                Disputed(item, each.answers, each.distance)
                for each, item in zip(self.disputed, items, strict=True)
            ),
            exclusions=exclusions(store, campaign.id),
        )


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """The main coefficient of a round; None without answers."""

    result: Agreement | None


def _measure(store: Store, folder: Path, of: Subject, progress: Progress) -> KeptAgreement:
    del folder
    campaign_id, round_id, scale, words = of
    campaign, round_ = store.campaigns.get(campaign_id), store.campaigns.round(round_id)
    go_on(progress, 0, 1, "")
    report = round_report(store, campaign.id, round_.number, scale=scale, cleaned=words == CLEANED)
    main = report.views[0]
    return KeptAgreement(
        views=tuple(
            KeptView(
                each.view.name,
                each.ratings.annotators,
                tuple(_written(category) for category in each.ratings.categories),
                each.results,
                each.pairs,
                each.means,
                each.crosscheck,
            )
            for each in report.views
        ),
        scale_use=dict(report.scale_use),
        confusions=tuple(KeptConfusion(a, b, _cells(table)) for (a, b), table in report.confusions.items()),
        disputed=tuple(
            KeptDispute(each.item.id, dict(each.answers), each.distance)
            for each in report.disputed[:_MOST_DISPUTED]
        ),
        disputes=len(report.disputed),
        caution=caution(main.ratings, main.results[0]),
    )


def _diagnosis(store: Store, folder: Path, of: Subject, progress: Progress) -> KeptDiagnosis:
    del folder
    campaign_id, round_id, scale = of
    go_on(progress, 0, 1, "")
    diagnosis = diagnose(store, campaign_id, store.campaigns.round(round_id).number, scale=scale)
    return KeptDiagnosis(
        diagnosis.annotators,
        diagnosis.labels,
        diagnosis.confusions,
        diagnosis.prevalence,
        diagnosis.repeats,
        diagnosis.findings,
    )


def _full_report(store: Store, folder: Path, of: Subject, progress: Progress) -> WholeReport:
    del folder
    campaign_id, round_id, scale, words = of
    go_on(progress, 0, 1, "")
    number = store.campaigns.round(round_id).number
    report = round_report(store, campaign_id, number, scale=scale, cleaned=words == CLEANED, whole=True)
    assert report.whole is not None  # noqa: S101
    return report.whole.shown()


def _point(store: Store, folder: Path, of: Subject, progress: Progress) -> TrendPoint:
    del folder
    campaign_id, round_id, words = of
    go_on(progress, 0, 1, "")
    round_ = store.campaigns.round(round_id)
    return TrendPoint(trend_point(store, store.campaigns.get(campaign_id), round_, cleaned=words == CLEANED))


def _written(category: Any) -> Json:
    return sorted(category) if isinstance(category, frozenset) else category


def _cells(table: Any) -> tuple[tuple[int, int, int], ...]:
    return tuple((int(a), int(b), int(table[a, b])) for a, b in zip(*np.nonzero(table), strict=True))


def _matrix(confusion: KeptConfusion, size: int) -> np.ndarray:
    table = np.zeros((size, size), dtype=np.int64)
    for a, b, items in confusion.cells:
        table[a, b] = items
    return table


def _view(cached_view: KeptView, view: Any) -> ViewReport:
    categories = tuple(frozenset(one) if isinstance(one, list) else one for one in cached_view.categories)
    codes = np.zeros((0, len(cached_view.annotators)), dtype=np.int32)
    ratings = Ratings((), cached_view.annotators, codes, categories, view.level)
    return ViewReport(
        view, ratings, cached_view.results, cached_view.pairs, cached_view.means, cached_view.crosscheck
    )


# Of (campaign id, round id, scale, CLEANED or AS_TYPED).
ROUND_AGREEMENT = KeptFigure("round_agreement", KeptAgreement, _measure, campaign_and_round, version=2)
# Of (campaign id, round id, scale): apart, as it takes three times as long and may come later.
ROUND_DIAGNOSIS = KeptFigure("round_diagnosis", KeptDiagnosis, _diagnosis, campaign_and_round)
# Of (campaign id, round id, scale, CLEANED or AS_TYPED), for those who ask.
ROUND_WHOLE = KeptFigure("round_whole", WholeReport, _full_report, campaign_and_round)
# Of (campaign id, round id, CLEANED or AS_TYPED).
TREND_POINT = KeptFigure("trend_point", TrendPoint, _point, campaign_and_round)
