"""Candidates ordered again by a cross-encoder, and an encoder that aligns the synonyms of a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary
from aloi.modeling.rankers import ranker
from aloi.modeling.rankers.reranking import RerankedRanker
from aloi.modeling.rankers.synonyms import synonym_queries
from aloi.modeling.rankers.tfidf import TfIdf
from aloi.modeling.recipes.base import Training
from aloi.modeling.recipes.concept_ranker import CONCEPT_RANKER
from aloi.modeling.recipes.training.ranking import fit_ranker, material
from tests.modeling.recipes.training.test_ranking import _WAYS, QUICK, TRAIN, acc
from tests.modeling.tiny import tiny_folder

NAMES = ("toux sèche", "toux grasse", "fièvre", "toux", "fracture")


@dataclass
class Lengths:
    """Stands in for a cross-encoder: the longer the name, the higher its score."""

    seen: list[tuple[str, str]]

    def predict(self, pairs: Sequence[tuple[str, str]], **options: Any) -> np.ndarray:
        self.seen += pairs
        return np.array([len(name) for _, name in pairs], dtype=np.float32)


def test_the_first_candidates_are_ordered_again_and_the_others_follow() -> None:
    model: Any = Lengths([])
    by = RerankedRanker(TfIdf(), model, "lengths", depth=3)
    before = TfIdf().rank(NAMES, ["toux", "fièvre", "toux"], 5)
    after = by.rank(NAMES, ["toux", "fièvre", "toux"], 5)
    first = [NAMES[place] for place in after.places[0]]
    assert first[:3] == sorted((NAMES[place] for place in before.places[0][:3]), key=len, reverse=True)
    assert after.places[0][3:].tolist() == before.places[0][3:].tolist()
    assert (np.diff(after.scores, axis=1) <= 0).all()
    assert after.places[2].tolist() == after.places[0].tolist()
    assert len(model.seen) == 6  # each different mention once
    assert "first 3 reranked by lengths" in by.signature
    assert by.rank(NAMES, ["toux"], 1).places.shape == (1, 1)


@pytest.mark.slow
def test_a_cross_encoder_of_a_folder_reranks(tmp_path: Path) -> None:
    by = ranker("tfidf", rerank=str(tiny_folder()), rerank_depth=4)
    ranking = by.rank(NAMES, ["toux", "fièvre"], 5)
    assert sorted(ranking.places[0].tolist()) == [0, 1, 2, 3, 4]
    assert "weights" in by.signature
    with pytest.raises(AloiError):
        ranker("tfidf", rerank=str(tmp_path / "none"))


def test_names_of_a_concept_are_queries_of_one_another(tmp_path: Path) -> None:
    dictionary = ConceptDictionary(("toux", "tussis", "fièvre", "toux"), ("C1", "C1", "C2", "C3|C1"))
    assert [(one.mention, one.concept) for one in synonym_queries(dictionary)] == [
        ("toux", "C1"),
        ("tussis", "C1"),
    ]
    concepts = tuple(f"C{at}" for at, _ in enumerate(_WAYS) for _ in "12")
    synonyms = ConceptDictionary(tuple(way for ways in _WAYS for way in ways), concepts)
    settings = CONCEPT_RANKER.settings(
        {**QUICK, "model": str(tiny_folder()), "queries": "names", "own_name": "drop"}
    )
    fit: Training[Any] = Training(TRAIN, (), settings, 0, tmp_path)
    names, queries = material(fit, synonyms)
    assert set(queries.texts) == set(names.texts)
    assert queries.counts["mentions"] == len(synonyms.names)
    both = material(replace(fit, settings={**settings, "queries": "both"}), synonyms)[1]
    assert both.counts["mentions"] == len(synonyms.names) + len(TRAIN)
    aligned = fit_ranker(fit, synonyms)
    # No mention was seen: mentions say the second way, the dictionary has the first one.
    untuned = ranker("encoder", model=str(tiny_folder()), pooling="mean")
    assert acc(aligned.ranker) > acc(untuned)
    with pytest.raises(AloiError, match="own_name"):
        CONCEPT_RANKER.settings({"queries": "names", "model": str(tiny_folder())})
