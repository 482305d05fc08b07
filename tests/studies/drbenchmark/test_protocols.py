"""The protocols of the suite: each point in which they differ, by itself, with a tiny model."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.rows import LabelledText, ScoredPair, TaggedTokens
from aloi.base.errors import AloiError
from aloi.evaluation.metrics import metric
from aloi.evaluation.metrics.base import Direction
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.modeling.data.dataset import ends_of
from aloi.modeling.encoders.tiny import tiny_model
from aloi.modeling.recipes.base import Training
from aloi.modeling.recipes.training.settings import Checkpoint, best
from aloi.modeling.recipes.training.transformer import SEPARATOR
from aloi.studies.drbenchmark.core import protocols as module
from aloi.studies.drbenchmark.core.data import TaskData, load
from aloi.studies.drbenchmark.core.declarations import Task, task, tasks
from aloi.studies.drbenchmark.core.measurements import scored
from aloi.studies.drbenchmark.core.protocols import (
    Model,
    floors,
    model,
    points,
    protocol,
    protocols,
    settings_for,
)
from aloi.studies.drbenchmark.core.runs import SuitePlan, run_suite, suite_results
from aloi.studies.drbenchmark.core.synthetic_data import phrases, write_suite

pytest.importorskip("torch")
_QUICK: dict[str, Any] = {"epochs": 1, "max_length": 64, "device": "cpu"}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny_model(tmp_path_factory.mktemp("tiny"), phrases()))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    write_suite(folder)
    return folder


def _settings(name: str, how: str, source: str, **changes: Any) -> dict[str, Any]:
    return settings_for(task(name), Model(source, False), protocol(how), {**_QUICK, **changes})


def _fitted(task_data: TaskData, settings: dict[str, Any], folder: Path) -> Any:
    recipe = Model(str(settings["model"]), False).recipe(task_data.task)
    low, high = ends_of(task_data.test)
    return recipe.fit(
        Training(task_data.train, task_data.validation, settings, 1, folder, low=low, high=high)
    )


def test_every_point_is_told_for_both_protocols() -> None:
    assert [one.name for one in protocols()] == ["aloi", "drbenchmark"]
    names = [one.name for one in points()]
    assert len(set(names)) == len(names) == 15
    assert all(one.title and one.drbenchmark and one.aloi for one in points())
    declared = tomllib.loads(Path(module.__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    for how in declared["protocols"].values():
        assert set(how["training"]) == {one.type.name for one in tasks()}


@pytest.mark.parametrize("one", tasks(), ids=lambda one: one.name)
def test_every_model_has_a_recipe_and_settings_for_every_task(one: Task, tiny: str) -> None:
    for how in protocols():
        for each in (*floors(), model(tiny)):
            recipe = each.recipe(one)
            assert set(settings_for(one, each, how)) == set(recipe.defaults)
        assert settings_for(one, model(tiny), how)["epochs"] == one.hyper(how.hyper_parameters)["epochs"]


def test_the_checkpoint_is_the_best_one_and_once_was_the_one_with_the_greatest_error(tiny: str) -> None:
    log = [Checkpoint(1, 0.9), Checkpoint(2, 1.4), Checkpoint(3, 0.5)]
    released = _settings("clister", "drbenchmark", tiny)
    assert (released["metric"], released["checkpoint"]) == ("rmse", "highest")
    upwards = replace(metric("rmse"), direction=Direction.HIGHER)
    assert best(log, upwards).epoch == 2  # the worst
    assert best(log, metric("rmse")).epoch == 3
    for one in tasks():
        found = _settings(one.name, "aloi", tiny)
        assert found["checkpoint"] == "best"
        assert found["metric"] == protocol("aloi").metric(one)
    # `metric_for_best_model` of the recipes at commit cfd005b: f1_weighted, f1 (lenient) and accuracy.
    for name, score in (
        ("morfitt", "weighted_f1"),
        ("deft2021_cls", "weighted_f1"),
        ("diamed", "exact_match"),
        ("cas_pos", "seqeval_f1"),
        ("pxcorpus_ner", "seqeval_f1"),
        ("quaero_emea", "token_accuracy"),
    ):
        assert _settings(name, "drbenchmark", tiny)["metric"] == score
        assert _settings(name, "drbenchmark", tiny)["checkpoint"] == "highest"


def test_answers_outside_the_scale_are_clipped_for_edrm_or_count_nothing() -> None:
    test = EvaluationSet("t", "c", "ScoredPair", ("a", "b"), ("", ""), (5.0, 0.0), 0.0, 5.0)
    runs: list[list[Answer]] = [[6.0, -0.5]]
    assert scored("edrm", test, runs, protocol("aloi")) == [[5.0, 0.0]]
    assert scored("edrm", test, runs, protocol("drbenchmark")) is runs
    assert scored("spearman", test, runs, protocol("aloi")) is runs


def test_edrm_of_the_two_protocols_differs_by_the_answers_outside(
    data: Path, tiny: str, tmp_path: Path
) -> None:
    plan = SuitePlan("x", "drbenchmark", str(data), ("clister",), ("majority", tiny), (1, 2), changes=_QUICK)
    state = run_suite(plan, tmp_path, lambda done, total, message: True)
    assert not state.failed
    title = model(tiny).title
    values = {}
    for how in protocols():
        [found] = suite_results(tmp_path, 100, how).tasks
        board = found.boards["edrm"].of(title)
        assert board is not None
        values[how.name] = board.value
        assert 0 < found.outside[title] <= 1
    assert values["aloi"] is not None
    assert values["drbenchmark"] is not None
    assert values["aloi"] > values["drbenchmark"]


def test_the_head_of_questions_is_the_trained_one_or_was_never_trained(
    data: Path, tiny: str, tmp_path: Path
) -> None:
    import torch

    found = load(task("frenchmedmcqa"), data)
    weights = {}
    for how in ("aloi", "drbenchmark"):
        settings = _settings("frenchmedmcqa", how, tiny, learning_rate=0.01)
        fitted = _fitted(found, settings, tmp_path / how)
        weights[how] = fitted.loaded.model.bert.embeddings.word_embeddings.weight.detach().clone()
        assert len(fitted.predict(found.test)) == len(found.test)
    from transformers import AutoModel

    untrained = AutoModel.from_pretrained(tiny).embeddings.word_embeddings.weight.detach()
    assert torch.equal(weights["drbenchmark"], untrained)
    assert not torch.equal(weights["aloi"], untrained)


def test_sub_words_are_tagged_alike_for_every_model_or_by_its_name(tmp_path: Path) -> None:
    named = tmp_path / "my-FlauBERT-base"
    plain = tmp_path / "other"
    for folder in (named, plain):
        tiny_model(folder, phrases())
    for how, folder, wanted in (
        ("aloi", named, "first"),
        ("aloi", plain, "first"),
        ("drbenchmark", named, "all"),
        ("drbenchmark", plain, "first"),
    ):
        assert _settings("quaero_emea", how, str(folder))["subtokens"] == wanted


def test_spans_are_ranked_strictly_or_leniently() -> None:
    assert protocol("aloi").metric(task("quaero_emea")) == "seqeval_strict_f1"
    assert protocol("drbenchmark").metric(task("quaero_emea")) == "seqeval_f1"
    for how in protocols():
        assert how.metric(task("clister")) == "spearman"
        assert how.metric(task("morfitt")) == "weighted_f1"


def test_two_texts_are_a_pair_or_one_text_with_the_names_of_tokens(
    data: Path, tiny: str, tmp_path: Path
) -> None:
    found = load(task("clister"), data)
    row = found.test[0]
    assert isinstance(row, ScoredPair)
    sides = {
        how: _fitted(found, _settings("clister", how, tiny), tmp_path / how).loaded.sides(
            [row.left], [row.right]
        )
        for how in ("aloi", "drbenchmark")
    }
    assert sides["aloi"] == [[row.left], [row.right]]
    # The tokenizer has no end of text: its name is then written None.
    assert sides["drbenchmark"] == [[f"[CLS] {row.left} [SEP]  {row.right} None"]]


def test_hyper_parameters_are_the_papers_or_those_released(tiny: str) -> None:
    values = {
        how: settings_for(task("deft2021_cls"), Model(tiny, False), protocol(how))
        for how in ("aloi", "drbenchmark")
    }
    assert (values["aloi"]["epochs"], values["aloi"]["batch"]) == (10, 16)
    assert (values["drbenchmark"]["epochs"], values["drbenchmark"]["batch"]) == (35, 12)


def test_a_tagger_of_either_protocol_tags_words(data: Path, tiny: str, tmp_path: Path) -> None:
    found = load(task("mantra_emea"), data)
    for subtokens in ("first", "all"):
        settings = _settings("mantra_emea", "drbenchmark", tiny, subtokens=subtokens)
        tags = _fitted(found, settings, tmp_path / subtokens).predict(found.test)
        for row, own in zip(found.test, tags, strict=True):
            assert isinstance(row, TaggedTokens)
            assert len(own) == len(row.tokens)


def test_several_texts_are_joined_by_the_separator_of_the_model(
    data: Path, tiny: str, tmp_path: Path
) -> None:
    task_data = load(task("deft2020_cls"), data, released=True)
    row = task_data.test[0]
    assert isinstance(row, LabelledText)
    fitted = _fitted(task_data, _settings("deft2020_cls", "drbenchmark", tiny), tmp_path)
    [[joined]] = fitted.loaded.sides([row.text], [row.second])
    first, second, third = row.second.split(f" {SEPARATOR} ")
    assert joined == f"[CLS] {row.text} [SEP] {first} [SEP] {second} [SEP] {third} None"


def test_unknown_names_are_refused(tiny: str) -> None:
    with pytest.raises(AloiError, match="No protocol"):
        protocol("other")
    with pytest.raises(AloiError, match=r"There is no file or folder '\./nowhere/at/all'"):
        model("./nowhere/at/all")
    with pytest.raises(AloiError, match="no setting 'epoch'"):
        settings_for(task("morfitt"), Model(tiny, False), protocol("aloi"), {"epoch": 1})
