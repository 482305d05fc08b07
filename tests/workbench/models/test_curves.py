"""Learning curves of stored runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.workbench.models.curves import curve_of
from tests.workbench.run_folders import OTHER_TEST, TEST, TRAIN, write_run_folder


def _trained(folder: Path, pairs: int | None, noise: float, subset: int = 0, **more: object) -> str:
    return write_run_folder(
        folder,
        recipe="sbert_sts",
        noise=noise,
        train=(TRAIN,),
        train_items=pairs,
        subset=subset,
        seeds=(1, 2),
        **more,
    )


def test_runs_of_one_recipe_make_a_curve_with_the_untuned_model_at_0(tmp_path: Path) -> None:
    ids = [
        write_run_folder(tmp_path, recipe="sbert_sts", noise=3),
        *(
            _trained(tmp_path, pairs, noise, subset)
            for pairs, noise in ((100, 2.0), (200, 1.5), (300, 1.2))
            for subset in (0, 1)
        ),
        _trained(tmp_path, None, 1.0),
        write_run_folder(tmp_path, recipe="levenshtein"),
    ]
    constant, one = curve_of(tmp_path, ids, replicates=200)
    assert (constant.system, [point.items for point in constant.curve.points]) == ("levenshtein", [0])
    assert constant.curve.points[0].interval is not None
    assert "no training row is used" in constant.curve.sentence
    assert (one.system, one.train, one.test) == ("sbert_sts", "clinical 1.0", "clinical 1.0/test")
    assert [(point.items, point.fits) for point in one.curve.points] == [
        (0, 1),
        (100, 4),
        (200, 4),
        (300, 4),
        (400, 2),
    ]
    assert one.curve.sentence.startswith("100 more pairs than 400 would bring +0.")
    assert set(one.runs) == set(ids[:-1])


def test_settings_and_tests_part_curves(tmp_path: Path) -> None:
    both = (TEST, OTHER_TEST)
    ids = [_trained(tmp_path, 100, 1, tests=both), _trained(tmp_path, 100, 1, tests=both, epochs=9)]
    found = curve_of(tmp_path, ids, replicates=100)
    assert {(one.system, one.test) for one in found} == {
        (system, test)
        for system in ("sbert_sts (epochs=9)", "sbert_sts")
        for test in ("clinical 1.0/test", "general 1.0/test")
    }
    assert len(found) == 4
    assert all("is undefined: 1 training size(s)" in one.curve.sentence for one in found)
    assert len(curve_of(tmp_path, ids, test="general 1.0/test", replicates=100)) == 2


def test_runs_without_training_have_no_curve(tmp_path: Path) -> None:
    run = write_run_folder(tmp_path, recipe="sbert_sts", noise=3)
    with pytest.raises(AloiError, match="list of 1 runs contains none that was trained"):
        curve_of(tmp_path, [run])


def test_cross_validated_runs_have_a_curve_of_their_own(tmp_path: Path) -> None:
    sizes = ((100, 2.0), (200, 1.5), (None, 1.2))
    ids = [_trained(tmp_path, pairs, noise) for pairs, noise in sizes]
    ids += [_trained(tmp_path, pairs, noise, folds=4) for pairs, noise in sizes]
    curves = curve_of(tmp_path, ids, replicates=100)
    assert [[point.items for point in each.curve.points] for each in curves] == [
        [100, 200, 300],  # a fit of four folds has three quarters of the rows
        [100, 200, 400],
    ]


def test_a_constant_score_has_a_curve_of_its_error(tmp_path: Path) -> None:
    ids = [
        write_run_folder(tmp_path, recipe="mean", train=(TRAIN,), train_items=size, constant=2.5)
        for size in (100, 200, 300)
    ]
    (drawn,) = curve_of(tmp_path, ids, replicates=100)
    assert drawn.curve.metric == "edrm"
    assert all(point.value is not None for point in drawn.curve.points)


def test_curves_of_labels_speak_of_rows(tmp_path: Path) -> None:
    ids = [
        _trained(tmp_path, size, noise, kind="LabelledText") for size, noise in ((100, 3), (200, 2), (300, 1))
    ]
    (one,) = curve_of(tmp_path, ids, replicates=100)
    assert one.curve.metric == "weighted_f1"
    assert one.curve.sentence.startswith("100 more rows than 300 would bring +0.")
