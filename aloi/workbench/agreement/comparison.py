"""Whether two rounds of a campaign, or two groups of their annotators, agree equally well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aloi.agreement.compute import applicable
from aloi.agreement.difference import AgreementDifference, agreement_difference
from aloi.agreement.distances import WEIGHTS_OF_LEVEL
from aloi.agreement.ratings import Ratings
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.views import round_ratings
from aloi.workbench.agreement.report import items_of, main_view, round_answers
from aloi.workbench.rounds.rounds import find_round


@dataclass(frozen=True, slots=True)
class ComparedRound:
    """A round by its number, and those of its annotators that count (pseudonyms); empty for all."""

    number: int
    annotators: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundDifference:
    """Two rounds by number, those of their annotators that count (all where none), and how they differ."""

    numbers: tuple[int, int]
    groups: tuple[tuple[str, ...], tuple[str, ...]]
    differences: tuple[AgreementDifference, ...]


def difference_of_rounds(
    store: Store,
    campaign: str,
    first: ComparedRound,
    second: ComparedRound,
    *,
    scale: str | None = None,
    measures: Sequence[str] = (),
) -> RoundDifference:
    """Return how the agreement of a second round differs from that of a first, a measure after another.

    Parameters
    ----------
    first, second : ComparedRound
        Two rounds, or one round twice with two groups of annotators. Documents of both are left out of both
        at once: rounds of the same items, or of the same documents, are taken to depend on each other.
    scale : str, optional
        The main one by default.
    measures : sequence of str
        By default all that apply to the first; those that take weights have the weights of the level.

    Raises
    ------
    AloiError
        No answers yet, an unknown scale, measure or annotator.
    """
    view = main_view(store.campaigns.get(campaign), scale)
    first_ratings, second_ratings = (_ratings(store, campaign, each, scale) for each in (first, second))
    weights = WEIGHTS_OF_LEVEL.get(view.level, "unweighted")
    names = measures or [each.name for each in applicable(first_ratings, weights)]
    context = {"rounds": f"{first.number},{second.number}", "view": view.name}
    differences = tuple(
        agreement_difference(first_ratings, second_ratings, name, weights=weights, context=context)
        for name in names
    )
    return RoundDifference((first.number, second.number), (first.annotators, second.annotators), differences)


def _ratings(store: Store, campaign: str, of: ComparedRound, scale: str | None) -> Ratings:
    listed_round = find_round(store, campaign, of.number)
    items = items_of(store, listed_round)
    view = main_view(store.campaigns.get(campaign), scale)
    ratings = round_ratings(view, round_answers(store, listed_round), items)
    return ratings.subset_annotators(of.annotators) if of.annotators else ratings
