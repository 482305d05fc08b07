"""Cached results of golds and releases, which are frozen: their contents, their integrity, their leakage."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from aloi.base.records import own_form
from aloi.base.requests import from_data, to_data
from aloi.gold.model import LeakReport
from aloi.gold.releasing.gate.base import GateFinding
from aloi.workbench.cache.base import CampaignAndCorpus, Context, Request, cached
from aloi.workbench.encoding import CACHE
from aloi.workbench.releases.checking import ReleaseSummary, summarise
from aloi.workbench.releases.gate import find_broken, identifiers_file
from aloi.workbench.releases.gold import GoldSummary, describe_gold
from aloi.workbench.releases.leaks import check_leaks
from aloi.workbench.releases.releases import draft
from aloi.workbench.releases.splitting import SplitPreview, preview_splits
from aloi.workbench.requests.releases import LeaksRequest, PreviewRequest, ReleaseRequest

CURVE = (0.1, 0.2, 0.3, 0.4, 0.5)  # thresholds at which the page counts remaining items
_MOST = 200


@dataclass(frozen=True, slots=True)
class DescribeGold(Request[GoldSummary]):
    """Counts of a frozen gold."""

    gold_id: str


@cached(most=_MOST)
def _describe_gold(request: DescribeGold, context: Context) -> GoldSummary:
    gold = context.store.gold.gold(request.gold_id)
    return describe_gold(context.store, context.store.campaigns.get(gold.campaign_id), gold)


@dataclass(frozen=True, slots=True)
class SummariseRelease(Request[ReleaseSummary]):
    """Contents and integrity of a release; `asked_at` is when it was checked again, or empty."""

    release_id: str
    asked_at: str


@cached(most=_MOST)
def _summarise_release(request: SummariseRelease, context: Context) -> ReleaseSummary:
    return summarise(context.store, request.release_id, context.progress)


@dataclass(frozen=True, slots=True)
class CheckLeaks(Request[tuple[LeakReport, ...]]):
    """Leakage between splits of a release."""

    checks: LeaksRequest


@cached(most=_MOST)
def _check_leaks(request: CheckLeaks, context: Context) -> tuple[LeakReport, ...]:
    cache = context.folder / CACHE
    return check_leaks(context.store, request.checks, cache=cache, progress=context.progress)


for _form in (LeaksRequest, PreviewRequest, ReleaseRequest):
    own_form(_form, partial(from_data, _form), to_data)


@dataclass(frozen=True, slots=True)
class CheckRelease(Request[tuple[GateFinding, ...]]):
    """The release checks that a release would fail, before it is built."""

    campaign_id: CampaignAndCorpus
    release: ReleaseRequest

    @classmethod
    def of(cls, release: ReleaseRequest) -> CheckRelease:
        """Return the request for a release, without the options that change no check."""
        checked = replace(release, version="-", leaks=(), leak_parts=False, overrides={}, override_by="")
        return cls(release.campaign, checked)


@cached(most=_MOST)
def _check_release(request: CheckRelease, context: Context) -> tuple[GateFinding, ...]:
    inputs = draft(context.store, request.release, leaks=False, progress=context.progress)
    identifiers = identifiers_file(context.folder)
    return find_broken(context.store, inputs, identifiers, stand_off=request.release.stand_off)


@dataclass(frozen=True, slots=True)
class PreviewSplits(Request[SplitPreview]):
    """The splits of the gold under each policy, before a release is built."""

    campaign_id: CampaignAndCorpus
    splits: PreviewRequest


@cached(most=_MOST)
def _preview_splits(request: PreviewSplits, context: Context) -> SplitPreview:
    cache = context.folder / CACHE
    return preview_splits(context.store, request.splits, cache=cache, progress=context.progress)
