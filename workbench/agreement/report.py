"""The agreement of a round: coefficients with intervals, pairs, scale use, disputes, and the trend."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from agreement.battery import Battery
from agreement.compute import DEFAULT_CI, compute
from agreement.crosscheck import krippendorff_package_alpha
from agreement.diagnosis.disagreement import confusion, scale_use
from agreement.distances import WEIGHTS_OF_LEVEL
from agreement.planning.stopping import stop_coefficient
from agreement.ratings import Ratings
from agreement.result import SCHEMA, Agreement, PairAgreement
from aloi.errors import AloiError
from aloi.names import known_name
from annotation.model import Annotation, Campaign, Round, StopRule
from annotation.tasks import task
from annotation.tasks.base import View
from corpora.model import Item, Json
from gold.making.cleaning import Cleaning, clean_value, latest_cleanings
from gold.model import Exclusion
from storage.store import Store
from workbench.agreement.cautions import cautions
from workbench.rounds.counting import counted_answers, exclusions
from workbench.rounds.rounds import find_round, listed_rounds

REPLICATES = 1000
_ALPHA = "krippendorff_alpha"
_KAPPA, _AC1, _AC2, _MASI = "cohen_kappa", "gwet_ac1", "gwet_ac2", "krippendorff_alpha_masi"
_SHORT_SCALE = 12  # up to so many categories are shown whether they were used or not
_MOST_SHOWN = 30
Decided = Mapping[tuple[str, str], Cleaning]


@dataclass(frozen=True, slots=True)
class Crosscheck:
    """Alpha as the `krippendorff` package computes it, and how far ours is from it."""

    value: float | None
    difference: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Disputed:
    """An item and the answers it got, by pseudonym; `distance` is the task's (largest gap)."""

    item: Item
    answers: Mapping[str, Json]
    distance: float


@dataclass(frozen=True, slots=True)
class ViewReport:
    """One view of a round's answers (score seen as ordinal, ...) and its coefficients.

    `pairs` stand pair after pair, each with its coefficients: `agreement.result.by_pair` makes rows of them;
    `means` are those of the same coefficients over all pairs.
    """

    view: View
    ratings: Ratings
    results: tuple[Agreement, ...]
    pairs: tuple[PairAgreement, ...]
    means: tuple[Agreement, ...]
    crosscheck: Crosscheck

    @property
    def mean_pair(self) -> Agreement | None:
        """The mean over pairs of Cohen's kappa, None where no pair of annotators is measured by it."""
        return self.means[0] if self.means else None


@dataclass(frozen=True, slots=True)
class RoundReport:
    """Everything the agreement page and the report show about a round."""

    campaign: Campaign
    round: Round
    views: tuple[ViewReport, ...]
    scale_use: Mapping[str, tuple[int, ...]]
    confusions: Mapping[tuple[str, str], np.ndarray]
    disputed: tuple[Disputed, ...]
    exclusions: tuple[Exclusion, ...] = ()

    @property
    def results(self) -> tuple[Agreement, ...]:
        """The coefficients of every view, then the means over pairs of annotators."""
        means = (one for view in self.views for one in view.means)
        return (*(one for view in self.views for one in view.results), *means)

    @property
    def pairs(self) -> tuple[PairAgreement, ...]:
        """The coefficients of every two annotators, view after view."""
        return tuple(pair for view in self.views for pair in view.pairs)

    def to_json(self) -> dict[str, object]:
        """Return the coefficients as `aloi round agreement --json` prints them, each with its view."""
        about = {one.view.name: dict(one.view.about) for one in self.views}
        return {
            "schema": SCHEMA,
            "results": [one.to_json() | about[str(one.view)] for one in self.results],
            "pairs": [one.to_json() | about[str(one.view)] for one in self.pairs],
        }

    @property
    def cautions(self) -> tuple[str, ...]:
        """What to know before trusting a number: who is left out, and what simulations say of intervals."""
        left_out = (f"The answers of {one.annotator} are left out: {one.why}" for one in self.exclusions)
        return (*left_out, *cautions((view.ratings, view.results) for view in self.views))


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a stop rule holds: the lower bound of its coefficient against the threshold."""

    rule: StopRule
    result: Agreement
    met: bool | None


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
) -> RoundReport:
    """Return the agreement of a round, in each view of its main scale (or of `scale`).

    Answers that are words count as they were decided in cleaning, where something was, unless `cleaned` is
    false.

    Raises
    ------
    AloiError
        No answers yet, or an unknown scale.
    """
    found = store.campaigns.get(campaign)
    one = find_round(store, campaign, number)
    decided = _decided(store, one, cleaned)
    answers = round_answers(store, one, cleaned=cleaned)
    items = {item.id: item for item in store.texts.items(list(one.item_ids))}
    more = _told(store, one, decided)
    views = tuple(view_report(view, one, answers, items, ci, seed, more) for view in _views(found, scale))
    main = views[0].ratings
    return RoundReport(
        campaign=found,
        round=one,
        views=views,
        scale_use={
            name: tuple(int(n) for n in counts)
            for name, counts in zip(main.annotators, scale_use(main), strict=True)
        },
        confusions={
            (a, b): confusion(main, a, b)
            for place, a in enumerate(main.annotators)
            for b in main.annotators[place + 1 :]
        },
        disputed=_disputed(found, answers, items),
        exclusions=exclusions(store, found.id),
    )


def shown_categories(report: RoundReport) -> dict[str, int]:
    """Return the categories that tables of answers show, each with its place among those of the main view.

    Every category of a short scale; of a long list of labels (or of sets) those that were used, the most
    frequent ones where there are more than a page holds.
    """
    categories = report.views[0].ratings.categories
    counts = np.sum([*report.scale_use.values()], axis=0)
    places = list(range(len(categories)))
    if len(places) > _SHORT_SCALE or report.views[0].ratings.set_valued:
        used = sorted((place for place in places if counts[place]), key=lambda place: -counts[place])
        places = sorted(used[:_MOST_SHOWN])
    return {_category_name(categories[place]): place for place in places}


def _category_name(category: object) -> str:
    """Return a category as tables show it; a set as its elements."""
    if isinstance(category, frozenset):
        return ", ".join(sorted(map(str, category))) or "(none)"
    return str(category)


def trend(store: Store, campaign: str, *, cleaned: bool = True) -> list[tuple[Round, Agreement]]:
    """Return one coefficient of each round that has answers, in the order of the rounds.

    It is Krippendorff's alpha, or the first measure of answers that are sets. `cleaned` as in
    `round_report`.
    """
    found = store.campaigns.get(campaign)
    points = ((one, trend_point(store, found, one, cleaned)) for one in listed_rounds(store, found.id))
    return [(one, result) for one, result in points if result is not None]


def trend_point(store: Store, campaign: Campaign, one: Round, cleaned: bool) -> Agreement | None:
    """Return the coefficient of a round in the trend; None without answers."""
    view = _views(campaign, None)[0]
    measure = _ALPHA if _ALPHA in view.measures else view.measures[0]
    decided = _decided(store, one, cleaned)
    answers = _named(store, counted_answers(store, one), decided)
    if not answers:
        return None
    items = {item.id: item for item in store.texts.items(list(one.item_ids))}
    ratings = round_ratings(view, answers, items)
    return _coefficient(ratings, measure, one, 0, _told(store, one, decided))


def verdict(store: Store, campaign: str, one: Round) -> Verdict | None:
    """Return whether the round's stop rule holds; None without a rule or without answers."""
    if one.stop_rule is None:
        return None
    result = round_coefficient(store, campaign, one)
    if result is None:
        return None
    low = result.interval.low if result.interval else None
    return Verdict(one.stop_rule, result, None if low is None else low >= one.stop_rule.threshold)


def round_coefficient(store: Store, campaign: str, one: Round) -> Agreement | None:
    """Return the coefficient that says whether a round can be trusted; None without answers.

    It is that of the round's stop rule; without a rule Krippendorff's alpha in the main view, or the first
    measure of answers that are sets. Of a rule, the interval is that of `stop_coefficient`, as in its
    replay: three items without a disagreement do not stop a round. Words count as they were decided in
    cleaning.
    """
    view = deciding_view(store.campaigns.get(campaign), one)
    ratings = deciding_ratings(store, campaign, one)
    if ratings is None:
        return None
    measure = _ALPHA if _ALPHA in view.measures else view.measures[0]
    if one.stop_rule is not None:
        measure = one.stop_rule.measure
    context = {**_context(one), **_told(store, one, _decided(store, one, True))}
    if one.stop_rule is None:
        return compute(ratings, [measure], context=context)[0]
    return stop_coefficient(ratings, measure, fraction=_done(store, one), context=context)


def _done(store: Store, one: Round) -> float:
    """Return the share of a round's items that two annotators have answered, as if one item at least were."""
    times = Counter(item_id for item_id, _ in _named(store, counted_answers(store, one)))
    return max(1, sum(count > 1 for count in times.values())) / len(one.item_ids)


def deciding_view(campaign: Campaign, one: Round) -> View:
    """Return the view that decides on a round: the one its stop rule names, else the main one."""
    views = _views(campaign, None)
    if one.stop_rule is None:
        return views[0]
    return next(view for view in views if view.level == one.stop_rule.level)


def deciding_ratings(store: Store, campaign: str, one: Round) -> Ratings | None:
    """Return the ratings of a round in the view that decides on it; None without answers."""
    answers = _named(store, counted_answers(store, one), _decided(store, one, True))
    if not answers:
        return None
    items = {item.id: item for item in store.texts.items(list(one.item_ids))}
    return round_ratings(deciding_view(store.campaigns.get(campaign), one), answers, items)


def round_ratings(
    view: View,
    answers: Mapping[tuple[str, str], Annotation],
    items: Mapping[str, Item],
) -> Ratings:
    """Return the ratings of a view: first occasions only, pseudonyms, units clustered by their documents."""
    triples: list[tuple[str, str, object]] = []
    clusters: dict[str, tuple[str, ...]] = {}
    for (item_id, pseudonym), annotation in answers.items():
        for unit, rating in view.ratings(items[item_id], annotation.value).items():
            triples.append((unit, pseudonym, rating))
            clusters[unit] = tuple(one.document_id for one in items[item_id].sentences)
    ratings = Ratings.from_triples(triples, view.level, categories=view.categories or None, clusters=clusters)
    return ratings.canonical()


def round_answers(store: Store, one: Round, *, cleaned: bool = True) -> dict[tuple[str, str], Annotation]:
    """Return {(item, pseudonym): last answer of the first occasion}; words as decided in cleaning, or not."""
    answers = _named(store, counted_answers(store, one), _decided(store, one, cleaned))
    if not answers:
        raise AloiError("workbench.round-no-answers-yet", number=one.number)
    return answers


def answers_context(store: Store, one: Round, *, cleaned: bool = True) -> dict[str, str]:
    """Return what the signatures of a round say of it, and that its answers were cleaned where they were."""
    return {**_context(one), **_told(store, one, _decided(store, one, cleaned))}


def _named(
    store: Store, annotations: list[Annotation], decided: Decided | None = None
) -> dict[tuple[str, str], Annotation]:
    names = {person.id: person.pseudonym for person in store.people.list()}
    return {
        (one.key.item_id, names[one.key.annotator_id]): replace(
            one, value=clean_value(one.key.item_id, one.value, decided)
        )
        if decided
        else one
        for one in annotations
        if one.key.occasion == 1 and one.value is not None
    }


def _decided(store: Store, one: Round, cleaned: bool) -> Decided:
    """Return what was decided in cleaning; nothing where answers are looked at as they were typed."""
    return latest_cleanings(store.cleanings.list(one.campaign_id)) if cleaned else {}


def _told(store: Store, one: Round, decided: Decided) -> dict[str, str]:
    """Return what signatures say of answers that do not all count as they were given."""
    left_out = "+".join(each.annotator for each in exclusions(store, one.campaign_id))
    return {
        **({"answers": "cleaned"} if decided else {}),
        **({"without": left_out} if left_out else {}),
    }


def main_view(campaign: Campaign, scale: str | None = None) -> View:
    """Return the first view of the main scale, or of `scale`."""
    return _views(campaign, scale)[0]


def _views(campaign: Campaign, scale: str | None) -> list[View]:
    """Return the views of one scale: the main one unless named."""
    views = task(campaign.schema.task_type).views(campaign.schema.settings)
    wanted = scale or views[0].name.split(":")[0]
    known_name(wanted, dict.fromkeys(view.name.split(":")[0] for view in views), "scale")
    return [view for view in views if view.name.split(":")[0] == wanted]


def view_report(
    view: View,
    one: Round,
    answers: Mapping[tuple[str, str], Annotation],
    items: Mapping[str, Item],
    ci: str,
    seed: int,
    more: Mapping[str, str] | None = None,
) -> ViewReport:
    """Return the coefficients of one view of a round; `more` joins their signatures."""
    ratings = round_ratings(view, answers, items)
    context = {**_context(one), **(more or {})}
    names = tuple(name for name in view.measures if name != _KAPPA)
    battery = Battery(names, ci=ci, replicates=REPLICATES, seed=seed, context=context, view=view.name)
    results = [*battery.results(ratings), *battery.level_weighted(ratings)]
    # A mean has an interval of its own: that of a bootstrap, unless none is wanted.
    of_means = replace(battery, ci="none" if ci == "none" else "bootstrap")
    pairs, means = of_means.pairs(ratings, _pair_measures(view))
    return ViewReport(
        view=view,
        ratings=ratings,
        results=tuple(results),
        pairs=tuple(pairs),
        means=tuple(means) if _KAPPA in view.measures else (),
        crosscheck=_crosscheck(ratings, results),
    )


def _pair_measures(view: View) -> list[tuple[str, str]]:
    """Return what is computed of every two annotators, each with its weights.

    Kappa, and beside it AC1 where answers are labels; where they are ordered, kappa and AC2 with the weights
    that fit the level.
    """
    if _KAPPA in view.measures:
        fitting = WEIGHTS_OF_LEVEL.get(view.level)
        if fitting is not None:
            return [(_KAPPA, "unweighted"), (_KAPPA, fitting), (_AC2, fitting)]
        return [(name, "unweighted") for name in (_KAPPA, _AC1) if name in view.measures]
    return [(_MASI, "unweighted")] if _MASI in view.measures else []


def _crosscheck(ratings: Ratings, results: list[Agreement]) -> Crosscheck:
    """Return alpha recomputed by the independent package."""
    if ratings.set_valued:
        return Crosscheck(None, None, "the package has no distance between sets")
    ours = next((one.value for one in results if one.measure == _ALPHA), None)
    value, reason = krippendorff_package_alpha(ratings)
    difference = None if ours is None or value is None else ours - value
    return Crosscheck(value, difference, reason)


def _coefficient(
    ratings: Ratings, measure: str, one: Round, seed: int, more: Mapping[str, str] | None = None
) -> Agreement:
    context = {**_context(one), **(more or {})}
    return compute(ratings, [measure], replicates=REPLICATES, seed=seed, context=context)[0]


def _context(one: Round) -> dict[str, str]:
    """Return what a round adds to a signature."""
    return {"round": str(one.number), "guideline": str(one.guideline_version or "none")}


def _disputed(
    campaign: Campaign, answers: Mapping[tuple[str, str], Annotation], items: Mapping[str, Item]
) -> tuple[Disputed, ...]:
    """Return the items whose answers differ, most disputed first."""
    kind = task(campaign.schema.task_type)
    by_item: dict[str, dict[str, Json]] = {}
    for (item_id, pseudonym), annotation in sorted(answers.items(), key=lambda pair: pair[0]):
        by_item.setdefault(item_id, {})[pseudonym] = annotation.value
    disputed = []
    for item_id, values in by_item.items():
        distance = kind.distance(list(values.values()), campaign.schema.settings)
        if distance:
            disputed.append(Disputed(items[item_id], values, distance))
    return tuple(sorted(disputed, key=lambda one: (-one.distance, one.item.id)))
