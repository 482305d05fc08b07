"""A paragraph for the methods of a paper: what was computed, how, and what to cite, in two languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from aloi.agreement.intervals.score import UNANIMOUS
from aloi.agreement.measures import find_measure
from aloi.agreement.number import Number
from aloi.agreement.result import Agreement, program_version

MEAN = "mean_pairwise_"
SPAN_TITLES = {
    "span_f1_exact": "Exact F1 of spans",
    "span_f1_partial": "Partial F1 of spans",
    "gamma": "Gamma",
    "gamma_cat": "Gamma-cat",
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


LANGUAGES = ("en", "fr")
_QUOTED = (
    "mean_pairwise_span_f1_exact",
    "mean_pairwise_span_f1_partial",
    "krippendorff_alpha",
    "krippendorff_alpha_masi",
    "krippendorff_alpha_jaccard",
    "gamma",
    "alpha_u",
    "pairwise_agreement",
    "gwet_ac2",
    "fleiss_kappa",
    "davies_fleiss_kappa",
    "gold_reliability",
)
_MOST = 4
CITED = {
    "mean_pairwise_span_f1_exact": "van Rijsbergen 1979",
    "mean_pairwise_span_f1_partial": "van Rijsbergen 1979",
    "krippendorff_alpha": "Krippendorff 2011",
    "krippendorff_alpha_masi": "Passonneau 2006",
    "krippendorff_alpha_jaccard": "Krippendorff 2011",
    "gamma": "Mathet, Widlöcher and Métivier 2015",
    "alpha_u": "Krippendorff 1995",
    "davies_fleiss_kappa": "Davies and Fleiss 1982",
    "pairwise_agreement": "McCarthy and Navigli 2009",
    "gwet_ac2": "Gwet 2014",
    "fleiss_kappa": "Fleiss 1971",
    "gold_reliability": "Shrout and Fleiss 1979, one-way model, Spearman-Brown",
}
# The form of a title within a sentence.
_IN_SENTENCE = {
    name: title[0].lower() + title[1:] for name, title in SPAN_TITLES.items() if name != "alpha_u"
}
_OF_TOKENS = ("tokens", "source", "target")  # views whose units are tokens
_OF_SPANS = "spans"  # the view whose units are texts, and whose ratings are spans
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    autoescape=False,
)


def methods_paragraph(results: Sequence[Agreement], language: str = "en") -> str:
    """Return a paragraph on the agreement of a table or a round, with its numbers and citations.

    It quotes Krippendorff's alpha, one or two further chance-corrected coefficients with the weights of the
    level, and the reliability of the gold if it was computed. It is empty if no coefficient has a value.

    Parameters
    ----------
    results : sequence of Agreement
        The coefficients; the first one of a name is quoted, with the weights of the level rather than
        without.
    language : {"en", "fr"}
    """
    quoted = _quoted(results)
    if not quoted:
        return ""
    first = quoted[0]
    entries = dict(part.split(":", 1) for part in first.signature.split("|")[1:] if ":" in part)
    guideline = entries.get("guideline", "none")
    of_spans = first.view == _OF_SPANS
    text = _TEMPLATES.get_template(f"methods.{language}.txt").render(
        units=first.units if of_spans else (first.ratings + first.missing) // max(1, first.annotators),
        spans=of_spans,
        annotators=first.annotators,
        ratings=first.ratings,
        missing=first.missing,
        level=first.level,
        tokens=(first.view or "").split(":")[0] in _OF_TOKENS,
        guideline="" if guideline == "none" else guideline,
        quoted=[
            {
                "measure": result.measure,
                "title": _IN_SENTENCE.get(result.measure.removeprefix(MEAN)) or measure_title(result.measure),
                "number": str(Number.of(result)),
                "cited": CITED[result.measure],
                "scale": result.scale,
            }
            for result in quoted
        ],
        ways=sorted({_way(result.interval.method) for result in quoted if result.interval is not None}),
        version=program_version(),
    )
    return re.sub(r"[ \n]+", " ", text).strip()


def _quoted(results: Sequence[Agreement]) -> list[Agreement]:
    """Return the results to quote: of a coefficient with several weights the first, that of the level."""
    quoted = []
    for name in _QUOTED:
        defined = [one for one in results if one.measure == name and one.value is not None]
        weighted = [one for one in defined if one.weights not in (None, "unweighted")]
        quoted += (weighted or defined)[:1]
    return quoted[:_MOST] if len(quoted) <= _MOST else [*quoted[: _MOST - 1], quoted[-1]]


def _way(method: str) -> tuple[str, bool, str]:
    """Return how an interval was made, whether documents depend on each other in it, and replicates."""
    clustered = "clusters" in method
    if method.startswith("bootstrap"):
        return "bootstrap", clustered, method.split("-")[2]
    if method.startswith("score"):
        return "score", clustered, ""
    if method.startswith(("exact", UNANIMOUS)):
        return "exact", clustered, ""
    return ("f" if method == "analytic-F" else "error"), clustered, ""
