"""Figures of the agreement on one kind of answer (spans, groups, concepts, words), and of merged labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from aloi.agreement.result import Agreement
from aloi.storage.store import Store
from aloi.workbench.agreement.groups import GroupReport, group_report
from aloi.workbench.agreement.merged_labels import merged_reports
from aloi.workbench.agreement.position_bias import PositionBias, position_bias
from aloi.workbench.agreement.spans import SoftSpans, SpanReport, soft_spans, span_report
from aloi.workbench.agreement.substitutes import SubstituteFigures, substitute_agreement
from aloi.workbench.candidates.suggestions import SuggestionUse, suggestion_use
from aloi.workbench.figures.agreement import CLEANED
from aloi.workbench.figures.base import KeptFigure, Subject
from aloi.workbench.figures.rounds import campaign_and_round
from aloi.workbench.progress import Progress, go_on

_MOST_MERGES = 100  # of all rounds; those asked for earlier are computed again when somebody asks again


@dataclass(frozen=True, slots=True)
class SpanAgreementAndUse:
    """The agreement on spans, and what annotators made of those suggested to them."""

    report: SpanReport
    use: tuple[SuggestionUse, ...]


@dataclass(frozen=True, slots=True)
class AgreementByPos:
    """What annotators share in the words they gave, by part of speech."""

    figures: tuple[SubstituteFigures, ...]


@dataclass(frozen=True, slots=True)
class MergedAgreement:
    """The coefficients of a round with labels merged; `views` has the title of the view of each."""

    results: tuple[Agreement, ...]
    views: tuple[str, ...]


def merged_subject(campaign_id: str, round_id: str, merges: Mapping[str, str]) -> Subject:
    """Return what MERGED_AGREEMENT is of: {label: what it counts as} as `label=name`, in order."""
    return (campaign_id, round_id, *sorted(f"{label}={name}" for label, name in merges.items()))


def _spans(store: Store, folder: Path, of: Subject, progress: Progress) -> SpanAgreementAndUse:
    del folder
    go_on(progress, 0, 2, "")
    number = store.campaigns.round(of[1]).number
    report = span_report(store, of[0], number)
    go_on(progress, 1, 2, "")
    return SpanAgreementAndUse(report, tuple(suggestion_use(store, of[0], number)))


def _soft(store: Store, folder: Path, of: Subject, progress: Progress) -> SoftSpans:
    del folder
    go_on(progress, 0, 1, "")
    return soft_spans(store, of[0], store.campaigns.round(of[1]).number)


def _groups(store: Store, folder: Path, of: Subject, progress: Progress) -> GroupReport:
    del folder
    go_on(progress, 0, 1, "")
    return group_report(store, of[0], store.campaigns.round(of[1]).number)


def _bias(store: Store, folder: Path, of: Subject, progress: Progress) -> PositionBias:
    del folder
    go_on(progress, 0, 1, "")
    return position_bias(store, of[0], store.campaigns.round(of[1]).number)


def _words(store: Store, folder: Path, of: Subject, progress: Progress) -> AgreementByPos:
    del folder
    campaign_id, round_id, words = of
    go_on(progress, 0, 1, "")
    number = store.campaigns.round(round_id).number
    return AgreementByPos(tuple(substitute_agreement(store, campaign_id, number, cleaned=words == CLEANED)))


def _merged(store: Store, folder: Path, of: Subject, progress: Progress) -> MergedAgreement:
    del folder
    campaign_id, round_id, *pairs = of
    merges = {label: name for label, _, name in (one.partition("=") for one in pairs)}
    go_on(progress, 0, 1, "")
    reports = merged_reports(store, campaign_id, store.campaigns.round(round_id).number, merges)
    return MergedAgreement(
        tuple(result for one in reports for result in one.results),
        tuple(one.view.title for one in reports for _ in one.results),
    )


# Of (campaign id, round id).
SPAN_AGREEMENT = KeptFigure("span_agreement", SpanAgreementAndUse, _spans, campaign_and_round)
SOFT_SPANS = KeptFigure("soft_spans", SoftSpans, _soft, campaign_and_round)
GROUP_AGREEMENT = KeptFigure("group_agreement", GroupReport, _groups, campaign_and_round)
POSITION_BIAS = KeptFigure("position_bias", PositionBias, _bias, campaign_and_round)
# Of (campaign id, round id, CLEANED or AS_TYPED).
WORD_AGREEMENT = KeptFigure("word_agreement", AgreementByPos, _words, campaign_and_round)
# Of what `merged_subject` returns.
MERGED_AGREEMENT = KeptFigure(
    "merged_agreement", MergedAgreement, _merged, campaign_and_round, most=_MOST_MERGES
)
