"""Figures of golds and releases, which are frozen: what they hold, whether they are sound, what leaks."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aloi.base.requests import from_data, to_data
from aloi.gold.model import GoldModel, GoldStatus, LeakReport
from aloi.gold.releasing.gate.base import GateFinding
from aloi.gold.releasing.manifest import entries, listed, rows_of
from aloi.storage.model import ReleaseHead
from aloi.storage.store import Store
from aloi.workbench.encoding import CACHE
from aloi.workbench.figures.base import KeptFigure, Subject
from aloi.workbench.figures.runs import nothing_stored
from aloi.workbench.progress import Progress, go_on
from aloi.workbench.releases.checking import verify
from aloi.workbench.releases.gate import find_broken, identifiers_file
from aloi.workbench.releases.gold import describe_gold
from aloi.workbench.releases.leaks import check_leaks
from aloi.workbench.releases.releases import draft
from aloi.workbench.requests.releases import LeaksRequest, ReleaseRequest

__all__ = ["ReleaseHead"]

CURVE = (0.1, 0.2, 0.3, 0.4, 0.5)  # thresholds at which a leak check counts what is left
_MOST = 200


@dataclass(frozen=True, slots=True)
class DegreeCount:
    """How many items of a gold have a degree (a score rounded, or a label) and come from somewhere."""

    degree: str
    origin: str
    items: int


@dataclass(frozen=True, slots=True)
class KeptGold:
    """What a frozen gold holds; `soft` says whether there are soft labels, `decided` how many decisions."""

    rule: str
    items: int
    by_status: dict[str, int]
    histogram: tuple[DegreeCount, ...]
    mean_tokens: float
    models: tuple[GoldModel, ...] | None
    soft: bool
    decided: int


@dataclass(frozen=True, slots=True)
class KeptPart:
    """A part of a release and how many items stand in it."""

    name: str
    items: int


@dataclass(frozen=True, slots=True)
class KeptRelease:
    """What a release holds, in counts, and what is wrong with it: nothing, unless it was meddled with.

    `leaks` is what was found between its parts when it was built.
    """

    parts: tuple[KeptPart, ...]
    crossing_sentences: int
    crossing_documents: int
    dropped: int
    leaks: tuple[LeakReport, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptLeaks:
    """The reports of the leak checks of a release."""

    reports: tuple[LeakReport, ...]


def leaks_subject(request: LeaksRequest) -> Subject:
    """Return what RELEASE_LEAKS is of."""
    return (json.dumps(to_data(request), sort_keys=True),)


@dataclass(frozen=True, slots=True)
class KeptGate:
    """Which rules of the release gate a release would break, before it is built."""

    findings: tuple[GateFinding, ...]


def gate_subject(request: ReleaseRequest) -> Subject:
    """Return what RELEASE_GATE is of: a request, without what the release checks do not depend on."""
    checked = replace(request, version="-", leaks=(), leak_parts=False, overrides={}, override_by="")
    return (request.campaign, json.dumps(to_data(checked), sort_keys=True))


def _gate(store: Store, folder: Path, of: Subject, progress: Progress) -> KeptGate:
    request = from_data(ReleaseRequest, json.loads(of[1]))
    inputs = draft(store, request, leaks=False, progress=progress)
    return KeptGate(find_broken(store, inputs, identifiers_file(folder), stand_off=request.stand_off))


def _campaign_and_corpus(store: Store, of: Subject) -> list[str]:
    return [of[0], store.campaigns.get(of[0]).corpus_id]


def _gold(store: Store, folder: Path, of: Subject, progress: Progress) -> KeptGold:
    del folder
    go_on(progress, 0, 1, "")
    gold = store.gold.gold(of[0])
    summary = describe_gold(store, store.campaigns.get(gold.campaign_id), gold)
    return KeptGold(
        gold.rule,
        len(gold.items),
        dict(sorted(summary.by_status.items())),
        tuple(DegreeCount(*of, count) for of, count in sorted(summary.histogram.items())),
        summary.mean_tokens,
        gold.models,
        any(one.soft for one in gold.items),
        sum(one.status == GoldStatus.ADJUDICATED for one in gold.items),
    )


def _release(store: Store, folder: Path, of: Subject, progress: Progress) -> KeptRelease:
    del folder
    go_on(progress, 0, 2, "")
    splits: Any = entries(store.gold.release(of[0]).manifest, "splits")
    go_on(progress, 1, 2, "")
    return KeptRelease(
        tuple(KeptPart(str(one["name"]), len(listed(one, "item_ids"))) for one in rows_of(splits, "parts")),
        splits["crossing_sentences"],
        splits["crossing_documents"],
        len(listed(splits, "dropped")),
        tuple(LeakReport.from_json(one) for one in splits.get("leaks", ())),
        tuple(verify(store, of[0])),
    )


def _leaks(store: Store, folder: Path, of: Subject, progress: Progress) -> KeptLeaks:
    request = from_data(LeaksRequest, json.loads(of[0]))
    return KeptLeaks(check_leaks(store, request, cache=folder / CACHE, progress=progress))


# Of (gold id,).
GOLD_SUMMARY = KeptFigure("gold_summary", KeptGold, _gold, nothing_stored, most=_MOST)
# Of (release id, when it was asked for again or "").
RELEASE_SUMMARY = KeptFigure("release_summary", KeptRelease, _release, nothing_stored, most=_MOST)
# Of what `leaks_subject` returns.
RELEASE_LEAKS = KeptFigure("release_leaks", KeptLeaks, _leaks, nothing_stored, most=_MOST)
# Of what `gate_subject` returns.
RELEASE_GATE = KeptFigure("release_gate", KeptGate, _gate, _campaign_and_corpus, most=_MOST)
