"""Cached results of agreement: reports, diagnoses and trends of rounds, spans, words, plans, comparisons."""

from __future__ import annotations

from dataclasses import dataclass, replace

from aloi.agreement.planning.sizes import SamplePlan
from aloi.agreement.result import Agreement
from aloi.workbench.agreement.comparison import ComparedRound, RoundDifference, difference_of_rounds
from aloi.workbench.agreement.diagnosis import Diagnosis, diagnose
from aloi.workbench.agreement.full_report.figures import WholeReport
from aloi.workbench.agreement.full_report.views import ViewReport
from aloi.workbench.agreement.groups import GroupReport, group_report
from aloi.workbench.agreement.merged_labels import merged_reports
from aloi.workbench.agreement.planning import RuleReplay, plan_round, replay_rule
from aloi.workbench.agreement.position_bias import PositionBias, position_bias
from aloi.workbench.agreement.report import RoundMeasures, round_report, trend_point
from aloi.workbench.agreement.spans import (
    SoftSpans,
    SpanDetails,
    SpanReport,
    details_of_round,
    soft_spans,
    span_report,
)
from aloi.workbench.agreement.substitutes import SubstituteFigures, substitute_agreement
from aloi.workbench.cache.base import CleanedRoundRequest, Context, RoundId, cached
from aloi.workbench.candidates.suggestions import SuggestionUse, suggestion_use
from aloi.workbench.progress import go_on

_MOST = 100  # of all rounds; those asked for earlier are computed again when somebody asks again
_MOST_DISPUTED = 50  # those a page shows


@dataclass(frozen=True, slots=True)
class MeasureRound(CleanedRoundRequest[RoundMeasures]):
    """The agreement of a round; words as they were typed unless `cleaned`."""

    scale: str
    cleaned: bool


@cached()
def _measure_round(request: MeasureRound, context: Context) -> RoundMeasures:
    number = context.round(request).number
    report = round_report(
        context.store, request.campaign_id, number, scale=request.scale, cleaned=request.cleaned
    )
    return replace(report.agreement, disputed=report.agreement.disputed[:_MOST_DISPUTED])


@dataclass(frozen=True, slots=True)
class DiagnoseRound(CleanedRoundRequest[Diagnosis]):
    """The diagnosis of a round: apart from its agreement, as it takes three times as long."""

    scale: str


@cached(version=2)
def _diagnose_round(request: DiagnoseRound, context: Context) -> Diagnosis:
    number = context.round(request).number
    return diagnose(context.store, request.campaign_id, number, scale=request.scale)


@dataclass(frozen=True, slots=True)
class ReportRound(CleanedRoundRequest[WholeReport]):
    """The full report of a round, without the items that no table shows."""

    scale: str
    cleaned: bool


@cached()
def _report_round(request: ReportRound, context: Context) -> WholeReport:
    number = context.round(request).number
    scale, cleaned = request.scale, request.cleaned
    report = round_report(
        context.store, request.campaign_id, number, scale=scale, cleaned=cleaned, whole=True
    )
    assert report.whole is not None  # noqa: S101
    return report.whole.shown()


@dataclass(frozen=True, slots=True)
class MeasureTrend(CleanedRoundRequest[Agreement | None]):
    """The main coefficient of a round; None without answers."""

    cleaned: bool


@cached()
def _measure_trend(request: MeasureTrend, context: Context) -> Agreement | None:
    campaign = context.store.campaigns.get(request.campaign_id)
    return trend_point(context.store, campaign, context.round(request), cleaned=request.cleaned)


@dataclass(frozen=True, slots=True)
class SpanAgreementAndUse:
    """The agreement on spans, attributes and relations, and what annotators made of suggested spans."""

    report: SpanReport
    use: tuple[SuggestionUse, ...]
    details: SpanDetails


class MeasureSpans(CleanedRoundRequest[SpanAgreementAndUse]):
    """The agreement of a round on spans."""


@cached(version=2)
def _measure_spans(request: MeasureSpans, context: Context) -> SpanAgreementAndUse:
    number = context.round(request).number
    report = span_report(context.store, request.campaign_id, number)
    go_on(context.progress, 1, 3, "")
    details = details_of_round(context.store, request.campaign_id, number)
    go_on(context.progress, 2, 3, "")
    use = tuple(suggestion_use(context.store, request.campaign_id, number))
    return SpanAgreementAndUse(report, use, details)


class MeasureSoftSpans(CleanedRoundRequest[SoftSpans]):
    """Gamma and alpha_u of the spans of a round."""


@cached(version=2)
def _measure_soft_spans(request: MeasureSoftSpans, context: Context) -> SoftSpans:
    return soft_spans(context.store, request.campaign_id, context.round(request).number)


class MeasureGroups(CleanedRoundRequest[GroupReport]):
    """The agreement of a round on groups of tokens."""


@cached()
def _measure_groups(request: MeasureGroups, context: Context) -> GroupReport:
    return group_report(context.store, request.campaign_id, context.round(request).number)


class MeasurePositionBias(CleanedRoundRequest[PositionBias]):
    """Whether the order of candidates decided the answers of a round."""


@cached()
def _measure_position_bias(request: MeasurePositionBias, context: Context) -> PositionBias:
    return position_bias(context.store, request.campaign_id, context.round(request).number)


@dataclass(frozen=True, slots=True)
class MeasureWords(CleanedRoundRequest[tuple[SubstituteFigures, ...]]):
    """Agreement of annotators on the words they gave, by part of speech."""

    cleaned: bool


@cached()
def _measure_words(request: MeasureWords, context: Context) -> tuple[SubstituteFigures, ...]:
    number = context.round(request).number
    return tuple(substitute_agreement(context.store, request.campaign_id, number, cleaned=request.cleaned))


@dataclass(frozen=True, slots=True)
class MergeLabels(CleanedRoundRequest[tuple[ViewReport, ...]]):
    """The coefficients of a round with labels merged: (label, what it counts as), in order."""

    merges: tuple[tuple[str, str], ...]


@cached(most=_MOST)
def _merge_labels(request: MergeLabels, context: Context) -> tuple[ViewReport, ...]:
    number = context.round(request).number
    return merged_reports(context.store, request.campaign_id, number, dict(request.merges))


@dataclass(frozen=True, slots=True)
class PlanRound(CleanedRoundRequest[SamplePlan]):
    """How many items each number of annotators needs for an interval of a width."""

    scale: str
    width: float
    annotators: tuple[int, ...]


@cached(most=_MOST)
def _plan_round(request: PlanRound, context: Context) -> SamplePlan:
    return plan_round(
        context.store,
        request.campaign_id,
        context.round(request).number,
        width=request.width,
        annotators=request.annotators or None,
        scale=request.scale,
    )


@dataclass(frozen=True, slots=True)
class ReplayRule(CleanedRoundRequest[RuleReplay]):
    """A stop rule replayed on a round, checked after each `step` items."""

    scale: str
    threshold: float
    step: int


@cached(most=_MOST)
def _replay_rule(request: ReplayRule, context: Context) -> RuleReplay:
    return replay_rule(
        context.store,
        request.campaign_id,
        context.round(request).number,
        threshold=request.threshold,
        step=request.step,
        scale=request.scale,
    )


@dataclass(frozen=True, slots=True)
class CompareRounds(CleanedRoundRequest[RoundDifference]):
    """Two rounds, or two groups of annotators, by pseudonym; an empty group is all annotators."""

    scale: str
    other_id: RoundId
    annotators: tuple[str, ...]
    other_annotators: tuple[str, ...]


@cached(most=_MOST)
def _compare_rounds(request: CompareRounds, context: Context) -> RoundDifference:
    other = context.store.campaigns.round(request.other_id)
    return difference_of_rounds(
        context.store,
        request.campaign_id,
        ComparedRound(context.round(request).number, request.annotators),
        ComparedRound(other.number, request.other_annotators),
        scale=request.scale,
    )
