"""Split the gold of a campaign: under the policy of a release, or under each policy to compare them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aloi.annotation.model import Campaign, Round
from aloi.annotation.rows import Row
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item
from aloi.gold.model import Gold, Split
from aloi.gold.releasing.gate import crossing
from aloi.gold.releasing.manifest import entries, listed, rows_of
from aloi.gold.splitting.leaks import Grounds
from aloi.gold.splitting.policies import MOST_EXCLUDED, PolicyDraw, draw_policies, recommended
from aloi.gold.splitting.splits import NONE, Parts, Splittable, make_splits
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.releases.gold import find_gold
from aloi.workbench.releases.leaks import leak_checks, look_for_leaks
from aloi.workbench.requests.releases import PreviewRequest, ReleaseRequest


@dataclass(frozen=True, slots=True)
class PolicyPreview:
    """The splits of the gold under a policy.

    Parameters
    ----------
    splits : mapping
        Split -> number of items; empty if the policy cannot be applied.
    excluded : int
        Gold items in no split because of the policy.
    leakage : int or None
        Items of test splits that are also in training, equal or nearly; None if there are no splits.
    largest_group : int
        Items of the largest group that the policy `connected` keeps together.
    passes : bool
        Whether the release checks on splits pass: every split has items, and no document is in two.
    problem : mapping or None
        Reason for missing or empty splits, as `AloiError.to_json` gives it.
    is_default : bool
        Whether a release may take the policy unasked: it passes, excludes few items and keeps the sizes.
    """

    name: str
    splits: Mapping[str, int]
    excluded: int
    crossing_documents: int
    crossing_sentences: int
    leakage: int | None
    largest_group: int
    passes: bool
    problem: Mapping[str, Any] | None
    is_default: bool = False


@dataclass(frozen=True, slots=True)
class SplitPreview:
    """The policies compared: the gold items, the requested sizes, and the recommended policy, if any.

    `most_excluded` is how many items a policy may exclude that nobody chose.
    """

    gold_items: int
    most_excluded: int
    requested: Mapping[str, int]
    policies: tuple[PolicyPreview, ...]
    recommended: str | None

    def of(self, policy: str | None) -> PolicyPreview | None:
        """Return the preview of a policy; without a policy that of the recommended one."""
        name = policy or self.recommended
        return next((preview for preview in self.policies if preview.name == name), None)


@dataclass(frozen=True, slots=True)
class GoldSplitter:
    """The gold items with what their splits are drawn from."""

    campaign: str
    items: tuple[Splittable, ...]
    rows: Mapping[str, Row]
    options: Mapping[str, Any]

    @classmethod
    def of(
        cls,
        store: Store,
        campaign: Campaign,
        gold: Gold,
        items: Sequence[Item],
        rounds: Sequence[Round],
        request: ReleaseRequest | PreviewRequest,
    ) -> GoldSplitter:
        """Return the gold of a campaign, ready to be split."""
        kind, settings = task(campaign.schema.task_type), campaign.schema.settings
        by_id = {item.id: item for item in items}
        rows, splittable = {}, []
        for gold_item in gold.items:
            item = by_id[gold_item.item_id]
            row = rows[item.id] = kind.row(item, gold_item.value, settings)
            documents = tuple(dict.fromkeys(sentence.document_id for sentence in item.sentences))
            splittable.append(Splittable(item.id, row.score, item.texts, documents))
        low, high = kind.range(settings)
        forced = _kept_parts(store, campaign, gold, request.sizes) | _forced_rounds(request, rounds, rows)
        options = {
            "low": low, "high": high, "seed": request.seed, "stratify": request.stratify, "forced": forced,
        }  # fmt: skip
        return cls(campaign.name, tuple(splittable), rows, options)

    def policies(self, request: ReleaseRequest | PreviewRequest) -> tuple[PolicyDraw, ...]:
        """Return the splits under each policy."""
        return draw_policies(self.items, request.sizes, **self.options)

    def split(self, request: ReleaseRequest) -> Parts:
        """Return the splits of a release; those that documents cross name a policy that avoids it.

        Raises
        ------
        AloiError
            Sizes that cannot be met, or no policy was chosen and each that passes excludes over 5 % or
            leaves a split with less than half of its items.
        """
        if request.policy is not None:
            parts = make_splits(self.items, request.sizes, policy=request.policy, **self.options)
            if not parts.report.crossing_documents:
                return parts
            best = recommended(self.policies(request), len(self.items))
            return replace(parts, alternative=None if best is None else best.alternative())
        draws = self.policies(request)
        best = recommended(draws, len(self.items))
        if best is not None and best.is_default(len(self.items)) and best.parts is not None:
            return best.parts
        if best is None or crossing.NAME in request.overrides:
            return make_splits(self.items, request.sizes, policy=NONE, **self.options)
        raise self._refused(draws, best)

    def _refused(self, draws: Sequence[PolicyDraw], best: PolicyDraw) -> AloiError:
        total = len(self.items)
        passing = [draw for draw in draws if draw.passes]
        return AloiError(
            "workbench.policy-excludes",
            name=repr(self.campaign),
            total=total,
            most=round(100 * MOST_EXCLUDED),
            policy=best.policy,
            policies=[
                Term(
                    "excluded-by",
                    policy=draw.policy,
                    sizes=_sizes(draw),
                    percent=round(100 * draw.excluded / total),
                )
                for draw in passing
            ],
        )


def _sizes(draw: PolicyDraw) -> list[str]:
    """Return the splits of a policy, as errors name them."""
    return (
        [] if draw.parts is None else [f"{count} {name}" for name, count in draw.parts.report.sizes.items()]
    )


def preview_splits(
    store: Store, request: PreviewRequest, *, cache: Path | None = None, progress: Progress = silent
) -> SplitPreview:
    """Return the splits of the gold under each policy, with their leakage; nothing is stored.

    Parameters
    ----------
    cache : Path or None
        The folder of cached vectors of encoders.

    Raises
    ------
    AloiError
        No gold, or sizes that cannot be met.
    """
    campaign = store.campaigns.get(request.campaign)
    gold = find_gold(store, campaign, request.gold)
    items = store.texts.items([gold_item.item_id for gold_item in gold.items])
    splitter = GoldSplitter.of(store, campaign, gold, items, store.campaigns.rounds(campaign.id), request)
    draws = splitter.policies(request)
    best = recommended(draws, len(splitter.items))
    previews = []
    leakage: dict[tuple[Split, ...], int] = {}  # several policies may make the same splits
    for number, draw in enumerate(draws):
        go_on(progress, number, len(draws), "")
        if draw.parts is not None and draw.parts.splits not in leakage:
            leakage[draw.parts.splits] = _leakage(draw.parts, splitter, request, cache)
        previews.append(
            _preview(draw, None if draw.parts is None else leakage[draw.parts.splits], len(splitter.items))
        )
    go_on(progress, len(draws), len(draws), "")
    requested = next(draw.parts.requested for draw in draws if draw.parts is not None)
    total = len(splitter.items)
    return SplitPreview(
        total, int(MOST_EXCLUDED * total), requested, tuple(previews), None if best is None else best.policy
    )


def _preview(draw: PolicyDraw, leakage: int | None, total: int) -> PolicyPreview:
    report = None if draw.parts is None else draw.parts.report
    return PolicyPreview(
        name=draw.policy,
        splits={} if report is None else dict(report.sizes),
        excluded=draw.excluded,
        crossing_documents=0 if report is None else report.crossing_documents,
        crossing_sentences=0 if report is None else report.crossing_sentences,
        leakage=leakage,
        largest_group=1 if draw.parts is None else draw.parts.largest_group,
        passes=draw.passes,
        problem=None if draw.error is None else draw.error.to_json(),
        is_default=draw.is_default(total),
    )


def _leakage(parts: Parts, splitter: GoldSplitter, request: PreviewRequest, cache: Path | None) -> int:
    """Return how many items of test splits are, equal or nearly, in the splits before them too."""
    ids = {split.name: split.item_ids for split in parts.splits if split.item_ids}
    checks = leak_checks(request, {name: len(each) for name, each in ids.items()})
    rows = {name: {item_id: splitter.rows[item_id] for item_id in each} for name, each in ids.items()}
    reports = look_for_leaks(rows, Grounds(), checks, cache=cache)
    leaking = [(*report.exact, *report.normalised, *report.near) for report in reports]
    return len({leak.item_id for leaks in leaking for leak in leaks})


def _forced_rounds(
    request: ReleaseRequest | PreviewRequest, rounds: Sequence[Round], rows: Mapping[str, Row]
) -> dict[str, str]:
    """Return the split of the gold items of rounds that are forced into one."""
    by_number = {round_.number: round_ for round_ in rounds}
    for number in request.force:
        known_name(str(number), map(str, by_number), Phrase("kind-round", "round"))
    return {
        item_id: part
        for number, part in request.force.items()
        for item_id in by_number[number].item_ids
        if item_id in rows
    }


def _kept_parts(
    store: Store, campaign: Campaign, gold: Gold, sizes: Mapping[str, int | float | str]
) -> dict[str, str]:
    """Return the split of each item of the last release, if texts were added to the corpus since.

    Items of train and test stay there; only new items are drawn.
    """
    earlier = store.gold.releases(campaign.id)[-1:]
    if not earlier or not store.texts.versions(campaign.corpus_id):
        return {}
    with_gold = {gold_item.item_id for gold_item in gold.items}
    parts = rows_of(entries(earlier[0].manifest, "splits"), "parts")
    return {
        str(item): str(part["name"])
        for part in parts
        if part["name"] in sizes and not part.get("within")
        for item in listed(part, "item_ids")
        if item in with_gold
    }
