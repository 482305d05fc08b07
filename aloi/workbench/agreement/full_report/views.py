"""The coefficients of answers seen in one way, wherever the answers come from: the store, or a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

from aloi.agreement.battery import Battery
from aloi.agreement.distances import WEIGHTS_OF_LEVEL
from aloi.agreement.intervals.interval_warnings import caution
from aloi.agreement.measures import find_measure
from aloi.agreement.ratings import Ratings, all_numbers, are_sets
from aloi.agreement.result import Agreement, PairAgreement
from aloi.annotation.model import Annotation, Round
from aloi.annotation.tasks.base import View
from aloi.corpora.model import Item, Json
from aloi.workbench.agreement.full_report.crosscheck import Crosscheck, crosschecked
from aloi.workbench.agreement.full_report.figures import WholeReport, whole_report

REPLICATES = 1000
_ALPHA = "krippendorff_alpha"
Category: TypeAlias = bool | int | float | str | frozenset[str]
_KAPPA, _AC1, _AC2, _MASI = "cohen_kappa", "gwet_ac1", "gwet_ac2", "krippendorff_alpha_masi"


@dataclass(frozen=True, slots=True)
class ViewReport:
    """One view of a round's answers (score seen as ordinal, ...) and its coefficients.

    Parameters
    ----------
    name, title, level, about
        As in `aloi.annotation.tasks.base.View`.
    annotators, categories : tuple
        Those of the ratings that were measured.
    cautions : tuple of (str or None)
        A warning about the interval of each of `results`.
    pairs : tuple of PairAgreement
        The coefficients pair by pair: `aloi.agreement.result.by_pair` makes rows of them.
    means : tuple of Agreement
        The means of the same coefficients over all pairs.
    """

    name: str
    title: str
    level: str
    about: Mapping[str, str]
    annotators: tuple[str, ...]
    categories: tuple[Category, ...]
    results: tuple[Agreement, ...]
    cautions: tuple[str | None, ...]
    pairs: tuple[PairAgreement, ...]
    means: tuple[Agreement, ...]
    crosscheck: Crosscheck

    @property
    def numeric(self) -> bool:
        """Whether every category is a number."""
        return all_numbers(self.categories)

    @property
    def set_valued(self) -> bool:
        """Whether the answers are sets."""
        return are_sets(self.categories)


@dataclass(frozen=True, slots=True)
class CountedAnswer:
    """An answer that counts: the item, who gave it, and in which of several rounds; empty for one alone."""

    item: Item
    annotator: str
    value: Json
    part: str = ""


def main_measure(view: View) -> str:
    """Return the measure that speaks for a view: Krippendorff's alpha, or the first one of sets."""
    return _ALPHA if _ALPHA in view.measures else view.measures[0]


def main_views(views: Iterable[View], scale: str | None = None) -> list[View]:
    """Return the views of one scale, of those of a task: the first one unless named."""
    all_views = list(views)
    scale_name = scale or all_views[0].name.split(":")[0]
    return [view for view in all_views if view.name.split(":")[0] == scale_name]


def round_ratings(
    view: View,
    answers: Mapping[tuple[str, str], Annotation],
    items: Mapping[str, Item],
) -> Ratings:
    """Return the ratings of a view: first occasions only, pseudonyms, units clustered by their documents."""
    return ratings_given(
        view, (CountedAnswer(items[item_id], name, one.value) for (item_id, name), one in answers.items())
    )


def ratings_of_views(
    views: Sequence[View],
    answers: Mapping[tuple[str, str], Annotation],
    items: Mapping[str, Item],
) -> list[Ratings]:
    """Return the ratings of each view; views that differ in level alone share one table."""
    ratings: list[Ratings] = []
    for view in views:
        same = next(
            (
                candidate
                for other, candidate in zip(views, ratings, strict=False)
                if (other.ratings, other.categories) == (view.ratings, view.categories)
            ),
            None,
        )
        ratings.append(
            round_ratings(view, answers, items) if same is None else replace(same, level=view.level)
        )
    return ratings


def ratings_given(view: View, answers: Iterable[CountedAnswer]) -> Ratings:
    """Return the ratings of a view; an item of two rounds is two units, `unit (round)`."""
    triples: list[tuple[str, str, object]] = []
    clusters: dict[str, tuple[str, ...]] = {}
    for answer in answers:
        documents = tuple(sentence.document_id for sentence in answer.item.sentences)
        for name, rating in view.ratings(answer.item, answer.value).items():
            unit = f"{name} ({answer.part})" if answer.part else name
            triples.append((unit, answer.annotator, rating))
            clusters[unit] = documents
    ratings = Ratings.from_triples(triples, view.level, categories=view.categories or None, clusters=clusters)
    return ratings.canonical()


def view_report(view: View, ratings: Ratings, battery: Battery, *, with_pairs: bool = True) -> ViewReport:
    """Return the coefficients of one view of answers.

    Parameters
    ----------
    ratings : Ratings
        As `round_ratings` gives them.
    battery : Battery
        How they are computed; by default with the measures of the view.
    with_pairs : bool
        Whether each pair of annotators is measured.
    """
    battery = replace(battery, view=view.name)
    if battery.measures:
        fitting = tuple(one for one in battery.measures if _fits(one, ratings))
        view_battery = replace(battery, measures=fitting)
        results = view_battery.results(ratings) if fitting else []
        pair_measures: list[tuple[str, str]] | None = None if fitting else []
    else:
        view_battery = replace(battery, measures=tuple(name for name in view.measures if name != _KAPPA))
        results = [*view_battery.results(ratings), *view_battery.level_weighted(ratings)]
        pair_measures = _pair_measures(view)
    pairs, means = view_battery.pairs(ratings, pair_measures) if with_pairs else ([], [])
    return ViewReport(
        name=view.name,
        title=view.title,
        level=view.level,
        about=view.about,
        annotators=ratings.annotators,
        categories=cast(tuple[Category, ...], ratings.categories),
        results=tuple(results),
        cautions=tuple(caution(ratings, result) for result in results),
        pairs=tuple(pairs),
        means=tuple(means) if _KAPPA in view.measures or battery.measures else (),
        crosscheck=crosschecked(ratings, results),
    )


def whole_of_views(views: Sequence[ViewReport], ratings: Ratings, battery: Battery) -> WholeReport:
    """Return the further results of the main view's ratings, without those that another view has."""
    results = [one for view in views for one in (*view.results, *view.means)]
    return whole_report(ratings, results, replace(battery, view=views[0].name))


def view_cautions(views: Iterable[ViewReport]) -> tuple[str, ...]:
    """Return the simulated coverage of the intervals of some views, each sentence once; nothing for sets."""
    sentences = (one for view in views if not view.set_valued for one in view.cautions)
    return tuple(dict.fromkeys(one for one in sentences if one is not None))


def context_of(round_: Round) -> dict[str, str]:
    """Return the addition of a round to a signature."""
    return {"round": str(round_.number), "guideline": str(round_.guideline_version or "none")}


def _fits(measure: str, ratings: Ratings) -> bool:
    measure_ = find_measure(measure)
    return measure_.for_sets is ratings.set_valued and ratings.level in measure_.levels


def _pair_measures(view: View) -> list[tuple[str, str]]:
    """Return the coefficients of each pair of annotators, each with its weights.

    Kappa and AC1 if answers are labels; if they are ordered, kappa and AC2 with the weights
    that fit the level.
    """
    if _KAPPA in view.measures:
        fitting = WEIGHTS_OF_LEVEL.get(view.level)
        if fitting is not None:
            return [(_KAPPA, "unweighted"), (_KAPPA, fitting), (_AC2, fitting)]
        return [(name, "unweighted") for name in (_KAPPA, _AC1) if name in view.measures]
    return [(_MASI, "unweighted")] if _MASI in view.measures else []
