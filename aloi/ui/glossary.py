"""Explanations of technical terms on pages: one entry for each term, in the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from aloi.ui.texts import section, t


def explained(*terms: str) -> str:
    """Return the explanation of terms, in the reader's language, for a question mark beside one of them."""
    return "\n\n".join(f"**{t(f'glossary.{one}')}**: {t(f'glossary.{one}_is')}" for one in terms)


def metrics_explained(names: Mapping[str, str]) -> str:
    """Return the explanation of metrics of systems; `names` are their names on the page."""
    return "\n\n".join(f"**{shown}**: {t(f'metric_glosses.{one}')}" for one, shown in names.items())


def of_heads(heads: Iterable[str]) -> Mapping[str, str]:
    """Return the explanations of the column heads that are a term of the glossary, a measure or a metric."""
    words, measures, meanings = (section(one) for one in ("glossary", "measures", "glosses"))
    keys_by_term = {str(name).lower(): f"{one}_is" for one, name in words.items() if not one.endswith("_is")}
    coefficients = {str(name): one for one, name in measures.items() if one in meanings}
    explanations = {head: t(f"glosses.{coefficients[head]}") for head in heads if head in coefficients}
    metrics = {str(name): one for one, name in section("metrics").items()}
    explanations |= {head: t(f"metric_glosses.{metrics[head]}") for head in heads if head in metrics}
    return explanations | {
        head: t(f"glossary.{keys_by_term[head.lower()]}") for head in heads if head.lower() in keys_by_term
    }
