"""The agreement of a round: coefficients with intervals, pairs, scale use, disputes, and the trend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from aloi.agreement.battery import Battery
from aloi.agreement.compute import DEFAULT_CI, compute
from aloi.agreement.diagnosis.disagreement import confusion, scale_use
from aloi.agreement.machine.alternative import AlternativeTest
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Agreement, PairAgreement
from aloi.annotation.model import Annotation, Campaign, Round
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import View
from aloi.base.errors import AloiError
from aloi.base.names import known_name
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item, Json
from aloi.gold.making.cleaning import Cleaning, clean_value, latest_cleanings
from aloi.gold.model import Exclusion
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.document import measured_json, report_json
from aloi.workbench.agreement.full_report.figures import WholeReport, category_name
from aloi.workbench.agreement.full_report.methods import methods_paragraph
from aloi.workbench.agreement.full_report.views import (
    REPLICATES,
    ViewReport,
    context_of,
    main_measure,
    main_views,
    ratings_of_views,
    round_ratings,
    view_cautions,
    view_report,
    whole_of_views,
)
from aloi.workbench.rounds.counted_answers import answer_names, counted_answers, exclusions
from aloi.workbench.rounds.rounds import find_round, listed_rounds

_SHORT_SCALE = 12  # up to so many categories are shown whether they were used or not
_MOST_SHOWN = 30
Decided = Mapping[tuple[str, str], Cleaning]


@dataclass(frozen=True, slots=True)
class Disputed:
    """An item and the answers it got, by pseudonym; `distance` is the task's (largest gap)."""

    item_id: str
    answers: Mapping[str, Json]
    distance: float


@dataclass(frozen=True, slots=True)
class RoundMeasures:
    """Measurements of the answers of a round.

    Parameters
    ----------
    scale_use : mapping
        By annotator, how often each of the C categories of the main view was given.
    confusions : mapping
        By two annotators (a, b), how often a gave each category (rows) when b gave each (columns), C by C.
    disputed : tuple of Disputed
        The items whose answers differ, widest difference first; of the `disputes` a part when it is cached.
    """

    views: tuple[ViewReport, ...]
    scale_use: Mapping[str, tuple[int, ...]]
    confusions: Mapping[tuple[str, str], NDArray[np.int64]]
    disputed: tuple[Disputed, ...]
    disputes: int


@dataclass(frozen=True, slots=True)
class RoundReport:
    """Everything the agreement page and the report show about a round.

    `items` are the disputed items, by id. `whole` is the full report on the ratings of the main view, if it
    was requested, and `machines` are the alternative annotator tests that were.
    """

    campaign: Campaign
    round: Round
    agreement: RoundMeasures
    items: Mapping[str, Item]
    exclusions: tuple[Exclusion, ...] = ()
    whole: WholeReport | None = None
    machines: tuple[AlternativeTest, ...] = ()

    @property
    def views(self) -> tuple[ViewReport, ...]:
        """The views of the round's answers, the main one first."""
        return self.agreement.views

    @property
    def results(self) -> tuple[Agreement, ...]:
        """The coefficients of every view, then the means over pairs of annotators."""
        return (*(one for view in self.views for one in view.results), *self.means)

    @property
    def means(self) -> tuple[Agreement, ...]:
        """The means over pairs of annotators, view after view."""
        return tuple(one for view in self.views for one in view.means)

    @property
    def pairs(self) -> tuple[PairAgreement, ...]:
        """The coefficients of each pair of annotators, view after view."""
        return tuple(pair for view in self.views for pair in view.pairs)

    def to_json(self) -> dict[str, object]:
        """Return the report as `aloi round agreement --json` prints it, each coefficient with its view."""
        about = {one.name: one.about for one in self.views}
        checks = {one.name: one.crosscheck for one in self.views}
        measured = measured_json(self.results, self.pairs, self.means, about)
        return report_json(measured, self.results, checks, self.cautions, self.whole)

    def methods(self, language: str = "en") -> str:
        """Return a paragraph on the round for the methods of a paper."""
        return methods_paragraph(self.results, language)

    @property
    def cautions(self) -> tuple[str, ...]:
        """Warnings about the numbers: excluded annotators, and the simulated coverage of intervals."""
        left_out = (f"The answers of {one.annotator} are excluded: {one.why}" for one in self.exclusions)
        return (*left_out, *view_cautions(self.views))


def scale_names(campaign: Campaign) -> list[str]:
    """Return the names of a campaign's scales, the main one first."""
    views = task(campaign.schema.task_type).views(campaign.schema.settings)
    return list(dict.fromkeys(view.name.split(":")[0] for view in views))


def round_report(
    store: Store,
    campaign: str,
    number: int,
    *,
    ci: str = DEFAULT_CI,
    seed: int = 0,
    scale: str | None = None,
    cleaned: bool = True,
    whole: bool = False,
) -> RoundReport:
    """Return the agreement of a round, in each view of its main scale (or of `scale`).

    Answers that are words count as they were decided in cleaning, unless `cleaned` is
    false. With `whole`, the full report of the main view is included.

    Raises
    ------
    AloiError
        No answers yet, or an unknown scale.
    """
    stored_campaign = store.campaigns.get(campaign)
    round_ = find_round(store, campaign, number)
    answers = round_answers(store, round_, cleaned=cleaned)
    items = items_of(store, round_)
    context = answers_context(store, round_, cleaned=cleaned)
    battery = Battery(ci=ci, replicates=REPLICATES, seed=seed, context=context)
    shown = scale_views(stored_campaign, scale)
    ratings = ratings_of_views(shown, answers, items)
    views = _views(shown, ratings, battery)
    main = ratings[0]
    disputed = _disputed(stored_campaign, answers)
    agreement = RoundMeasures(
        views=views,
        scale_use={
            name: tuple(int(n) for n in counts)
            for name, counts in zip(main.annotators, scale_use(main), strict=True)
        },
        confusions={(a, b): confusion(main, a, b) for a, b in combinations(main.annotators, 2)},
        disputed=disputed,
        disputes=len(disputed),
    )
    return RoundReport(
        stored_campaign,
        round_,
        agreement,
        {each.item_id: items[each.item_id] for each in disputed},
        exclusions(store, stored_campaign.id),
        whole_of_views(views, main, battery) if whole else None,
    )


def report_of(store: Store, campaign: Campaign, round_: Round, agreement: RoundMeasures) -> RoundReport:
    """Return the report of a round whose agreement was measured before."""
    items = store.texts.items([each.item_id for each in agreement.disputed])
    by_id = {item.id: item for item in items}
    return RoundReport(campaign, round_, agreement, by_id, exclusions(store, campaign.id))


def released_agreement(
    store: Store,
    campaign: Campaign,
    round_: Round,
    answers: Mapping[tuple[str, str], Annotation],
    cleaned: bool,
) -> tuple[Agreement, ...]:
    """Return the coefficients of a round that a release reports, for the answers of `known_answers`.

    They are those of `round_report`, without the tables that only a page shows.
    """
    battery = Battery(replicates=REPLICATES, context=answers_context(store, round_, cleaned=cleaned))
    shown = scale_views(campaign)
    views = _views(shown, ratings_of_views(shown, answers, items_of(store, round_)), battery)
    return tuple(result for view in views for result in (*view.results, *view.means))


def _views(shown: Sequence[View], ratings: Sequence[Ratings], battery: Battery) -> tuple[ViewReport, ...]:
    return tuple(view_report(view, its, battery) for view, its in zip(shown, ratings, strict=True))


def shown_categories(report: RoundReport) -> dict[str, int]:
    """Return the categories that tables of answers show, each with its index in the main view.

    These are all categories of a short scale. For a long list of labels (or of sets), they are the used ones,
    or the most frequent ones if a page cannot show all.
    """
    categories = report.views[0].categories
    counts = np.sum([*report.agreement.scale_use.values()], axis=0)
    places = list(range(len(categories)))
    if len(places) > _SHORT_SCALE or report.views[0].set_valued:
        used = sorted((place for place in places if counts[place]), key=lambda place: -counts[place])
        places = sorted(used[:_MOST_SHOWN])
    return {category_name(categories[place]): place for place in places}


def trend(store: Store, campaign: str) -> list[tuple[Round, Agreement]]:
    """Return one coefficient of each round that has answers, in the order of the rounds.

    It is Krippendorff's alpha, or the first measure of answers that are sets.
    """
    stored_campaign = store.campaigns.get(campaign)
    points = (
        (round_, trend_point(store, stored_campaign, round_, cleaned=True))
        for round_ in listed_rounds(store, stored_campaign.id)
    )
    return [(one, result) for one, result in points if result is not None]


def trend_point(store: Store, campaign: Campaign, round_: Round, cleaned: bool) -> Agreement | None:
    """Return the coefficient of a round in the trend; None without answers."""
    view = main_view(campaign)
    answers = known_answers(store, round_, cleaned=cleaned)
    if not answers:
        return None
    ratings = round_ratings(view, answers, items_of(store, round_))
    context = answers_context(store, round_, cleaned=cleaned)
    return compute(ratings, [main_measure(view)], replicates=REPLICATES, context=context)[0]


def items_of(store: Store, round_: Round) -> dict[str, Item]:
    """Return the items of a round by their ids."""
    return {item.id: item for item in store.texts.items(list(round_.item_ids))}


def round_answers(
    store: Store, round_: Round, *, cleaned: bool = True, machines: bool = True
) -> dict[tuple[str, str], Annotation]:
    """Return {(item, pseudonym): last answer of the first occasion}; words as decided in cleaning, or not.

    With `machines`, the answers of machines that the campaign counts are included.
    """
    answers = known_answers(store, round_, cleaned=cleaned, machines=machines)
    if not answers:
        raise AloiError(
            "aloi.no-content",
            path=Term("the-round-number", number=round_.number),
            content=Term("no-answers"),
            todo=Term("wait-for-the-annotators"),
        )
    return answers


def known_answers(
    store: Store,
    round_: Round,
    *,
    cleaned: bool = True,
    revisions: Sequence[Annotation] | None = None,
    machines: bool = True,
) -> dict[tuple[str, str], Annotation]:
    """Return what `round_answers` does, of `revisions` where they are at hand; nothing without answers."""
    counted = counted_answers(store, round_, revisions=revisions, machines=machines)
    return _named(store, counted, _decided(store, round_, cleaned))


def answers_context(store: Store, round_: Round, *, cleaned: bool = True) -> dict[str, str]:
    """Return the part of signatures about a round, with a note if its answers were cleaned."""
    return {**context_of(round_), **_exclusion_context(store, round_, _decided(store, round_, cleaned))}


def _named(
    store: Store, annotations: list[Annotation], decided: Decided | None = None
) -> dict[tuple[str, str], Annotation]:
    names = answer_names(store)
    return {
        (annotation.key.item_id, names[annotation.key.annotator_id]): replace(
            annotation, value=clean_value(annotation.key.item_id, annotation.value, decided)
        )
        if decided
        else annotation
        for annotation in annotations
        if annotation.key.occasion == 1 and annotation.value is not None
    }


def _decided(store: Store, round_: Round, cleaned: bool) -> Decided:
    """Return the decisions in cleaning; none if answers are used as they were typed."""
    return latest_cleanings(store.cleanings.list(round_.campaign_id)) if cleaned else {}


def _exclusion_context(store: Store, round_: Round, decided: Decided) -> dict[str, str]:
    """Return the part of signatures about answers that do not all count as they were given."""
    left_out = "+".join(each.annotator for each in exclusions(store, round_.campaign_id))
    return {
        **({"answers": "cleaned"} if decided else {}),
        **({"without": left_out} if left_out else {}),
    }


def main_view(campaign: Campaign, scale: str | None = None) -> View:
    """Return the first view of the main scale, or of `scale`."""
    return scale_views(campaign, scale)[0]


def scale_views(campaign: Campaign, scale: str | None = None) -> list[View]:
    """Return the views of one scale: the main one unless named."""
    views = task(campaign.schema.task_type).views(campaign.schema.settings)
    if scale is not None:
        known_name(
            scale, dict.fromkeys(view.name.split(":")[0] for view in views), Phrase("kind-scale", "scale")
        )
    return main_views(views, scale)


def _disputed(campaign: Campaign, answers: Mapping[tuple[str, str], Annotation]) -> tuple[Disputed, ...]:
    """Return the items whose answers differ, most disputed first."""
    kind = task(campaign.schema.task_type)
    by_item: dict[str, dict[str, Json]] = {}
    for (item_id, pseudonym), annotation in sorted(answers.items(), key=lambda pair: pair[0]):
        by_item.setdefault(item_id, {})[pseudonym] = annotation.value
    disputed = []
    for item_id, values in by_item.items():
        distance = kind.distance(list(values.values()), campaign.schema.settings)
        if distance:
            disputed.append(Disputed(item_id, values, distance))
    return tuple(sorted(disputed, key=lambda one: (-one.distance, one.item_id)))
