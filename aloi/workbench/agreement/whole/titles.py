"""What people call a coefficient: one of a table of ratings, one of spans, or its mean over pairs."""

from __future__ import annotations

from aloi.agreement.measures import find_measure

MEAN = "mean_pairwise_"
SPAN_TITLES = {
    "span_f1_exact": "Exact F1 of spans",
    "span_f1_partial": "Partial F1 of spans",
    "gamma": "Gamma",
    "alpha_u": "Krippendorff's alpha_u",
}


def measure_title(name: str) -> str:
    """Return the title of a coefficient, in English.

    >>> measure_title("mean_pairwise_span_f1_exact")
    'Exact F1 of spans, mean over pairs'
    """
    plain = name.removeprefix(MEAN)
    title = SPAN_TITLES.get(plain) or find_measure(plain).title
    return f"{title}, mean over pairs" if plain != name else title
