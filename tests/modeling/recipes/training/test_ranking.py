"""The recipe `concept_ranker` on a tiny encoder: learns, repeats itself, stops, goes on, keeps the best."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.evaluation.metrics.acc_at_k import ACC_AT_1
from aloi.evaluation.metrics.base import Direction
from aloi.gold.formats.mentions.concept_dictionary import ConceptDictionary
from aloi.modeling.rankers import ranker
from aloi.modeling.rankers.hybrid import HybridRanker
from aloi.modeling.rankers.search import ranks_of
from aloi.modeling.rankers.synonyms import names_of, queries_of
from aloi.modeling.recipes.base import Step, Training, unwatched
from aloi.modeling.recipes.concept_ranker import CONCEPT_RANKER
from aloi.modeling.recipes.training import loop
from aloi.modeling.recipes.training.ranking import FittedRanker, fit_ranker, material
from tests.modeling.tiny import _ACTS, _FINDINGS, _PATIENTS


def _marginal_nll(scores: np.ndarray, targets: np.ndarray) -> float:
    """Return the mean, over mentions with a right candidate, of -ln of the probability of all right ones."""
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    right = (weights * targets).sum(axis=1) / weights.sum(axis=1)
    return float(-np.log(np.clip(right[targets.any(axis=1)], 1e-9, 1)).mean())


_WAYS = (*_FINDINGS, *_ACTS)
# The first way to say each thing is its name in the dictionary; the second one is how texts mention it.
DICTIONARY = ConceptDictionary(tuple(way[0] for way in _WAYS), tuple(f"C{at}" for at in range(len(_WAYS))))
MENTIONS = tuple(
    LinkedMention(f"{who}-{at}", "d", "", (), f"{patient} {way[1]}", "", f"C{at}")
    for who, patient in enumerate(_PATIENTS)
    for at, way in enumerate(_WAYS)
)
TRAIN, HELD = MENTIONS[:30], MENTIONS[30:]
QUICK: dict[str, Any] = {"epochs": 3, "batch": 8, "learning_rate": 1e-3, "top_k": 6, "device": "cpu"}


def acc(by: Any) -> float:
    ranks = ranks_of(DICTIONARY, HELD, by, 1)
    return sum(rank == 1 for rank in ranks) / len(ranks)


@pytest.fixture
def fit(tiny_encoder: Path, tmp_path: Path) -> Callable[..., FittedRanker]:
    """Return what fits the tiny encoder with some settings."""

    def fitted(
        name: str = "a",
        dev: tuple[LinkedMention, ...] = (),
        seed: int = 0,
        watch: Callable[[Step], bool] = unwatched,
        **given: Any,
    ) -> FittedRanker:
        settings = CONCEPT_RANKER.settings({**QUICK, "model": str(tiny_encoder), **given})
        return fit_ranker(Training(TRAIN, dev, settings, seed, tmp_path / name, watch), DICTIONARY)

    return fitted


def weights_of(folder: Path) -> dict[str, np.ndarray]:
    from safetensors.numpy import load_file

    return load_file(next(folder.rglob("model.safetensors")))


@pytest.mark.shared
def test_the_loss_that_learns_is_the_published_one(shared: Path) -> None:
    import torch

    from aloi.modeling.rankers.marginal import marginal_loss

    block = json.loads((shared / "reference" / "metrics.json").read_text(encoding="utf-8"))["marginal_nll"]
    for case in block["cases"].values():
        found = marginal_loss(
            torch.tensor(case["scores"], dtype=torch.float), torch.tensor(case["targets"], dtype=torch.float)
        )
        assert float(found) == pytest.approx(case["loss"], abs=1e-6)


def test_the_loss_has_a_gradient_for_the_sparse_weight() -> None:
    import torch

    from aloi.modeling.rankers.marginal import marginal_loss

    dense = np.array([[0.3, 1.0, -0.2], [0.1, 0.4, 0.9], [2.0, 0.0, 1.0]])
    sparse = np.array([[0.9, 0.1, 0.0], [0.2, 0.8, 0.5], [0.5, 0.5, 0.1]])
    targets = np.array([[1, 0, 0], [0, 1, 1], [0, 0, 0]])
    weight = torch.tensor(0.4, dtype=torch.float64, requires_grad=True)
    loss = marginal_loss(torch.tensor(dense) + weight * torch.tensor(sparse), torch.tensor(targets))
    loss.backward()  # type: ignore[no-untyped-call]
    step = 1e-5
    up, down = (_marginal_nll(dense + (0.4 + way * step) * sparse, targets) for way in (1, -1))
    assert weight.grad is not None
    assert float(weight.grad) == pytest.approx((up - down) / (2 * step), rel=1e-5)
    assert float(weight.grad) < 0  # right names are spelled like their mentions: the weight is to grow


def test_without_a_right_candidate_the_loss_is_zero_and_changes_nothing() -> None:
    import torch

    from aloi.modeling.rankers.marginal import marginal_loss

    scores = torch.tensor([[1.0, 2.0]], requires_grad=True)
    loss = marginal_loss(scores, torch.tensor([[0.0, 0.0]]))
    loss.backward()  # type: ignore[no-untyped-call]
    assert loss.item() == 0
    assert scores.grad is not None
    assert scores.grad.tolist() == [[0.0, 0.0]]


def test_training_raises_the_accuracy_of_mentions_it_has_not_seen(
    fit: Callable[..., FittedRanker], tmp_path: Path
) -> None:
    steps: list[Step] = []

    def watch(step: Step) -> bool:
        steps.append(step)
        return True

    found = fit(dev=HELD, watch=watch, epochs=8)
    assert found.untuned is not None
    assert acc(found.ranker) >= found.untuned + 0.3
    assert acc(found.ranker) == max(one.dev or 0 for one in found.epochs)
    assert [one.epoch for one in found.epochs] == list(range(1, 9))
    assert found.epochs[-1].loss < found.epochs[0].loss
    assert found.epochs[-1].sparse_weight != 0
    assert (steps[0].step, steps[0].steps, steps[-1].step) == (1, 32, 32)
    assert [step.dev for step in steps if step.dev] == [{"acc@1": one.dev} for one in found.epochs]
    record = json.loads((tmp_path / "a" / "ranker.json").read_text(encoding="utf-8"))
    assert record["queries"] == {
        "mentions": 30, "without_concept": 0, "composite": 0, "duplicate": 0, "unnamed": 0, "kept": 30,
    }  # fmt: skip
    assert record["untuned"] == found.untuned
    again = ranker(str(tmp_path / "a"))
    assert isinstance(again, HybridRanker)
    assert again.signature == found.ranker.signature
    assert "pooling mean, at most 25 sub-words" in again.signature
    names, mentions = DICTIONARY.names, [one.mention for one in HELD]
    assert again.rank(names, mentions, 3).scores == pytest.approx(
        found.ranker.rank(names, mentions, 3).scores
    )
    assert {path.name for path in (tmp_path / "a").iterdir()} == {"model", "ranker.json"}


def test_a_seed_gives_the_same_ranker_twice_and_another_seed_another(
    fit: Callable[..., FittedRanker],
) -> None:
    first, second, other = fit("a", epochs=1), fit("b", epochs=1), fit("c", epochs=1, seed=1)
    assert first.ranker.signature == second.ranker.signature
    assert first.epochs == second.epochs
    assert first.ranker.signature.replace("seed 0", "seed 1") != other.ranker.signature


def test_a_fit_broken_off_goes_on_and_ends_as_an_unbroken_one(fit: Callable[..., FittedRanker]) -> None:
    whole = fit("whole", epochs=2)
    asked = 0

    def watch(step: Step) -> bool:
        return step.step < 6

    with pytest.raises(Cancelled):
        fit("broken", epochs=2, watch=watch)

    def counted(step: Step) -> bool:
        nonlocal asked
        asked = asked or step.step
        return True

    found = fit("broken", epochs=2, watch=counted)
    assert asked == 5  # the first of the second epoch
    assert found.epochs == whole.epochs
    assert found.ranker.signature == whole.ranker.signature


def test_another_fit_does_not_take_up_what_one_left(fit: Callable[..., FittedRanker]) -> None:
    with pytest.raises(Cancelled):
        fit(epochs=2, watch=lambda step: step.step < 6)
    steps: list[int] = []

    def watch(step: Step) -> bool:
        steps.append(step.step)
        return True

    fit(epochs=2, seed=5, watch=watch)
    assert steps[0] == 1


def test_frozen_layers_stay_and_the_others_learn(
    fit: Callable[..., FittedRanker], tiny_encoder: Path, tmp_path: Path
) -> None:
    fit("none", epochs=1)
    fit("one", epochs=1, freeze_layers=1)
    before, free, frozen = (weights_of(one) for one in (tiny_encoder, tmp_path / "none", tmp_path / "one"))
    changed = {name for name in before if not np.array_equal(before[name], frozen[name])}
    assert changed
    assert all("layer.1." in name for name in changed)
    assert any("embeddings" in name and not np.array_equal(before[name], free[name]) for name in before)
    assert any("layer.0." in name and not np.array_equal(before[name], free[name]) for name in before)
    with pytest.raises(AloiError, match="Expected: at most 1"):
        fit(freeze_layers=2)


@pytest.mark.parametrize("better", list(Direction))
def test_the_checkpoint_kept_is_the_one_the_metric_says_is_better(
    fit: Callable[..., FittedRanker], monkeypatch: pytest.MonkeyPatch, better: Direction
) -> None:
    assert ACC_AT_1.direction is Direction.HIGHER
    monkeypatch.setattr(loop, "metric", {"acc@1": replace(ACC_AT_1, direction=better)}.__getitem__)
    found = fit(dev=HELD, epochs=6)
    worth = [one.dev or 0 for one in found.epochs]
    assert len(set(worth)) > 1
    pick = max if better is Direction.HIGHER else min
    assert found.best_epoch == worth.index(pick(worth)) + 1
    assert acc(found.ranker) == pick(worth)
    assert found.ranker.sparse_weight == found.epochs[found.best_epoch - 1].sparse_weight


def test_the_sparse_weight_stays_where_it_is_put(fit: Callable[..., FittedRanker]) -> None:
    found = fit(epochs=1, sparse_start=2.5, sparse_rate=0.0)
    assert found.ranker.sparse_weight == 2.5
    assert "dot + 2.5 * tf-idf cosine" in found.ranker.signature


def test_a_query_is_no_candidate_of_itself_where_it_is_dropped(tiny_encoder: Path) -> None:
    from aloi.modeling.encoders.transformer import open_model
    from aloi.modeling.rankers.encoder import Pooling, pooled
    from aloi.modeling.rankers.marginal import Marginaliser

    names = names_of(ConceptDictionary(tuple(one.mention for one in TRAIN), tuple(o.concept for o in TRAIN)))
    queries = queries_of(TRAIN, names)
    shares = {}
    for own in ("keep", "drop"):
        settings = CONCEPT_RANKER.settings({**QUICK, "model": str(tiny_encoder), "own_name": own})
        model = pooled(open_model(str(tiny_encoder))[0], Pooling.MEAN, 25)
        found = Marginaliser(model, names, queries, settings).candidates()
        assert found.places.shape == (30, 6)
        assert all(len(set(row)) == 6 for row in found.places.tolist())
        shares[own] = np.mean([at in row for at, row in enumerate(found.places.tolist())])
        right = [
            [names.concepts[at] == {TRAIN[q].concept} for at in row] for q, row in enumerate(found.places)
        ]
        assert found.targets.tolist() == np.array(right, dtype=float).tolist()
    assert shares == {"keep": 1.0, "drop": 0.0}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"lr": 1}, "no setting 'lr'"),
        ({"top_k": 1}, "top_k is 1"),
        ({"dense_ratio": 1.5}, "dense_ratio is 1.5"),
        ({"epochs": 0}, "epochs is 0"),
        ({"batch": 2.5}, "batch is 2.5"),
        ({"pooling": "max"}, "pooling is 'max'"),
        ({"own_name": True}, "own_name is True"),
        ({"freeze_layers": -1}, "freeze_layers is -1"),
        ({"model": "usem3"}, "'usem3' cannot be trained: it only encodes"),
        ({"model": "./nowhere"}, r"There is no file or folder '\./nowhere'"),
    ],
)
def test_settings_that_cannot_work_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(AloiError, match=said):
        CONCEPT_RANKER.settings(given)


def test_every_setting_has_a_sentence_and_its_published_default() -> None:
    assert set(CONCEPT_RANKER.help) == set(CONCEPT_RANKER.defaults)
    published = {
        "top_k": 20, "dense_ratio": 0.5, "batch": 16, "epochs": 10, "learning_rate": 1e-5, "max_length": 25,
        "weight_decay": 0.01, "sparse_start": 0.0, "sparse_rate": 0.01,
        "freeze_layers": 0, "own_name": "keep",
    }  # fmt: skip
    assert {name: CONCEPT_RANKER.defaults[name] for name in published} == published


def test_too_little_to_learn_from_is_refused(tiny_encoder: Path, tmp_path: Path) -> None:
    settings = CONCEPT_RANKER.settings({**QUICK, "model": str(tiny_encoder)})
    other = ConceptDictionary(("x", "y"), ("Q1", "Q2"))
    for names, mentions in ((DICTIONARY, TRAIN[:9]), (other, TRAIN)):
        with pytest.raises(AloiError, match="mentions have a concept among them"):
            fit_ranker(Training(mentions, (), settings, 0, tmp_path / "none"), names)


def test_training_mentions_can_be_names_too(tiny_encoder: Path, tmp_path: Path) -> None:
    settings = CONCEPT_RANKER.settings({**QUICK, "model": str(tiny_encoder), "mention_names": True})
    both = replace(TRAIN[0], mention="fièvre et toux", concept="C0|C1")
    names, queries = material(Training((*TRAIN, both), (), settings, 0, tmp_path), DICTIONARY)
    assert len(names.texts) == len(DICTIONARY.names) + len(TRAIN)
    assert set(queries.texts) <= set(names.texts)


def test_a_folder_that_is_no_ranker_is_told(tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="cannot be read as a fitted ranker"):
        ranker(str(tmp_path))
    (tmp_path / "ranker.json").write_text('{"encoder": "x"}', encoding="utf-8")
    with pytest.raises(AloiError, match="lacks sparse_weight"):
        ranker(str(tmp_path))
