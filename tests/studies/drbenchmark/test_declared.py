"""The twenty tasks: each is declared whole, and each name it uses is known."""

from __future__ import annotations

from collections import Counter

import pytest

from aloi.base.errors import AloiError
from aloi.evaluation.metrics import metric
from aloi.gold.splitting.drbenchmark import CUTS, drbenchmark_parts
from aloi.studies.drbenchmark.core.declarations import HyperParameters, Task, task, tasks
from aloi.studies.drbenchmark.core.reading import READERS

_TYPES = {"str", "float", "label", "image"}
_NEEDED = {
    "tagged": {"id", "tokens", "tags"},
    "labelled": {"id", "text", "labels"},
    "numbered": {"id", "text", "options", "labels"},
    "listed": {"id", "text", "options", "labels"},
    "question": {"id", "text", "options", "labels"},
    "pair": {"id", "text", "second", "score"},
}


def test_there_are_twenty_and_each_has_its_name() -> None:
    assert len({one.name for one in tasks()}) == 20
    assert len({one.title for one in tasks()}) == 20
    counts = Counter(one.type.name for one in tasks())
    assert counts == {
        "pos": 2,
        "ner": 9,
        "classification": 4,
        "multi_label": 2,
        "multiple_choice": 1,
        "similarity": 2,
    }
    assert all(one.several == (one.type.name == "multi_label") for one in tasks())


@pytest.mark.parametrize("one", tasks(), ids=lambda one: one.name)
def test_a_task_is_declared_whole(one: Task) -> None:
    assert all((one.title, one.licence, one.obtain, one.hub, one.fields))
    assert {kind.strip("[]") for kind in one.fields.values()} <= _TYPES
    assert set(READERS) == set(_NEEDED)
    assert _NEEDED[one.reader] <= set(one.columns)
    assert all(column in one.fields for role in one.columns for column in one.several_columns(role))
    assert metric(one.type.metric).name == one.type.metrics[0]
    kinds = {"tagged": "TaggedTokens", "pair": "ScoredPair", "question": "MultipleChoice"}
    for name in one.type.metrics:
        assert kinds.get(one.reader, "LabelledText") in metric(name).row_kinds
    assert not one.cuts or one.cuts in CUTS.values()
    assert len(one.sizes) in (0, 3)
    assert (one.scale is not None) == (one.type.name == "similarity")
    assert one.hyper(HyperParameters.PAPER)["batch"] == 16
    assert {one.hyper(whose)["max_length"] for whose in HyperParameters} == {512}


def test_rules_of_parts_give_the_sizes_of_the_loaders() -> None:
    """Of every task whose rows are cut; where the test part is shipped, of the other two."""
    checked = 0
    for one in tasks():
        if one.cuts and one.cut_by == "id":
            kept = one.sizes[: len(one.cuts) + 1]
            parts = drbenchmark_parts([str(at) for at in range(sum(kept))], one.cuts)
            assert tuple(map(len, parts.values())) == kept, one.name
            checked += 1
    assert checked == 13
    assert all(one.sizes for one in tasks())


# metrics.md 6.5: epochs and batch of the released recipes, of the paper.
@pytest.mark.parametrize(
    ("name", "released", "paper"),
    [
        ("cas_pos", (10, 1e-5, 16), (10, 1e-5, 16)),
        ("quaero_emea", (15, 1e-4, 16), (15, 1e-4, 16)),
        ("pxcorpus_ner", (5, 1e-4, 16), (15, 1e-4, 16)),
        ("deft2020_cls", (25, 2e-5, 16), (25, 2e-5, 16)),
        ("morfitt", (35, 2e-5, 12), (35, 2e-5, 16)),
        ("deft2021_cls", (35, 2e-5, 12), (10, 2e-5, 16)),
        ("frenchmedmcqa", (20, 2e-5, 16), (20, 2e-5, 16)),
        ("clister", (30, 2e-5, 16), (30, 2e-5, 16)),
        ("deft2020_sts", (20, 2e-5, 16), (30, 2e-5, 16)),
    ],
)
def test_hyper_parameters_are_those_of_the_paper_and_of_the_recipes(
    name: str, released: tuple[float, ...], paper: tuple[float, ...]
) -> None:
    for whose, wanted in ((HyperParameters.RELEASED, released), (HyperParameters.PAPER, paper)):
        found = task(name).hyper(whose)
        assert (found["epochs"], found["learning_rate"], found["batch"]) == wanted


def test_an_unknown_task_is_named() -> None:
    with pytest.raises(AloiError, match="'cas'"):
        task("cas")
