"""A paragraph for the methods of a paper: what was computed, how, and what to cite."""

from __future__ import annotations

from collections.abc import Sequence

from agreement.measures import find_measure
from agreement.number import Number
from agreement.ratings import Ratings
from agreement.result import Agreement, program_version

_QUOTED = ("krippendorff_alpha", "krippendorff_alpha_masi", "gwet_ac2", "fleiss_kappa", "gold_reliability")
_MOST = 4
CITED = {
    "krippendorff_alpha": "Krippendorff 2011",
    "krippendorff_alpha_masi": "Passonneau 2006",
    "gwet_ac2": "Gwet 2014",
    "gwet_ac1": "Gwet 2008",
    "fleiss_kappa": "Fleiss 1971",
    "cohen_kappa": "Cohen 1960, 1968",
    "gold_reliability": "Shrout and Fleiss 1979, one-way model, Spearman-Brown",
    "lin_ccc": "Lin 1989",
}


def methods_paragraph(ratings: Ratings, results: Sequence[Agreement]) -> str:
    """Return a paragraph on the agreement of a table, in English, with its numbers and citations.

    It quotes Krippendorff's alpha, one chance-corrected coefficient beside it with the weights of the level,
    and the reliability of the gold where it was computed; nothing where no coefficient has a value.
    """
    quoted = _quoted(results)
    if not quoted:
        return ""
    rated = int((ratings.codes >= 0).sum())
    empty = ratings.codes.size - rated
    units = len(ratings.units)
    design = (
        f"{units} items were rated by {len(ratings.annotators)} annotators ({rated} ratings, "
        f"{empty or 'none'} missing), taken at the {ratings.level} level."
    )
    said = "; ".join(_said(one) for one in quoted)
    ways = sorted({_way(one, clustered=ratings.clusters is not None) for one in quoted if one.interval})
    intervals = f" Intervals are of 95 %, by {' and '.join(ways)}." if ways else ""
    gold = (
        " The first coefficients speak of one rating; the last of the mean of the ratings of an item, which"
        " is what the gold holds."
        if quoted[-1].measure == "gold_reliability"
        else ""
    )
    return f"{design} Agreement was {said}.{intervals}{gold} Computed with Aloi {program_version()}."


def _quoted(results: Sequence[Agreement]) -> list[Agreement]:
    """Return the results to quote: of a coefficient with several weights the first, that of the level."""
    found = []
    for name in _QUOTED:
        known = [one for one in results if one.measure == name and one.value is not None]
        weighted = [one for one in known if one.weights not in (None, "unweighted")]
        found += (weighted or known)[:1]
    return found[:_MOST] if len(found) <= _MOST else [*found[: _MOST - 1], found[-1]]


def _said(one: Agreement) -> str:
    scale = "" if one.scale == "-" else f", {one.scale}"
    return f"{find_measure(one.measure).title} {Number.of(one)} ({CITED[one.measure]}{scale})"


def _way(one: Agreement, *, clustered: bool) -> str:
    method = one.interval.method if one.interval else ""
    if method.startswith("bootstrap"):
        drawn = "documents" if clustered else "items"
        return f"a BCa bootstrap over {drawn} ({method.split('-')[2]} replicates)"
    if method.startswith("score"):
        return "score intervals with the t distribution" + (" over documents" if clustered else "")
    return "the F distribution" if method == "analytic-F" else "standard errors"
