"""Warnings of a report: intervals with low coverage, and options that changed nothing."""

from __future__ import annotations

from collections.abc import Sequence

from aloi.agreement.distances import WEIGHTS_OF_LEVEL
from aloi.agreement.intervals.interval_warnings import caution
from aloi.agreement.measures import find_measure
from aloi.agreement.ratings import Ratings
from aloi.agreement.result import Agreement
from aloi.base.terms import Phrase
from aloi.workbench.requests.files.agreement import AgreementRequest

_ALPHA = "krippendorff_alpha"


def cautions(ratings: Ratings, results: Sequence[Agreement]) -> tuple[str, ...]:
    """Return the simulated coverage of the intervals of a table's coefficients, each sentence once."""
    sentences = (caution(ratings, result) for result in results if not ratings.set_valued)
    return tuple(dict.fromkeys(each for each in sentences if each is not None))


def weights_not_taken(options: AgreementRequest, levels: Sequence[str]) -> tuple[str, ...]:
    """Return the named measures whose weights differ from the requested ones, each once.

    If no measure is named, all applicable measures are computed and the report names the weights of each.

    Parameters
    ----------
    levels : sequence of str
        The levels that the measures are computed at.
    """
    sentences = []
    for name in options.measure:
        if find_measure(name).weighted:
            continue
        if options.weights is not None and not all(_same(name, options.weights, each) for each in levels):
            sentences.append(
                Phrase(
                    "caution-alpha-no-weights" if name == _ALPHA else "caution-no-weights",
                    "{name} takes no weights: --weights {weights} changes nothing in it. "
                    + (
                        "It takes the distance of --level." if name == _ALPHA else "Name a measure that does."
                    ),
                    name=name,
                    weights=options.weights,
                )
            )
        if options.weights_by != "value":
            sentences.append(
                Phrase(
                    "caution-no-weights-by",
                    "{name} takes no weights: --weights-by {by} changes nothing in it.",
                    name=name,
                    by=options.weights_by,
                )
            )
    return tuple(sentences)


def _same(name: str, weights: str, level: str) -> bool:
    """Return whether a measure without weights is what those weights would make of it."""
    if name != _ALPHA:
        return weights == "unweighted"
    # The ordinal distance of alpha counts ratings; Gwet's ordinal weights count categories.
    return level != "ordinal" and weights == WEIGHTS_OF_LEVEL.get(level, "unweighted")
