"""The fastest way of encoding that keeps the scores is measured, kept, and used on that machine only."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.modeling.encoders import tuning
from aloi.modeling.encoders.int8 import CAREFUL, VARIANTS, CannotQuantise, int8_encoder, network_file
from aloi.modeling.encoders.lookup import encoder
from aloi.modeling.encoders.transformer import load_transformer
from aloi.modeling.encoders.tuning import FP32, Tuning, Way, read, tune
from tests.modeling import tiny

Scored: TypeAlias = list[tuple[str, str, float]]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sentence_transformers")
    return tiny.encoder_folder(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def pairs() -> Scored:
    return [(one.left, one.right, one.score) for one in tiny.pairs(120)]


def texts(pairs: Scored) -> list[str]:
    return [text for left, right, _ in pairs for text in (left, right)]


def test_without_scored_pairs_only_fp32_is_measured(folder: Path, pairs: Scored, tmp_path: Path) -> None:
    told: list[str] = []
    found = tune(str(folder), texts(pairs), tmp_path, tell=told.append)
    assert {one.kind for one in found.ways} == {FP32}
    assert {one.batch for one in found.ways} == {0, 8, 16, 32}
    assert found.chosen.texts_per_second == max(one.texts_per_second for one in found.ways) > 0
    assert (found.pairs, found.texts, found.chosen.spearman) == (0, 48, None)
    assert len(told) == len(found.ways)
    assert read(tmp_path, found.encoder) == found
    assert json.loads(json.dumps(to_json(found)))["chosen"]["kind"] == FP32
    assert read(tmp_path, "another encoder") is None
    made = encoder(str(folder), tmp_path)
    assert made.signature == found.encoder
    assert made.encode(["le patient"]) == pytest.approx(encoder(str(folder)).encode(["le patient"]), abs=1e-6)


def test_int8_is_taken_only_where_it_keeps_the_scores(
    folder: Path, pairs: Scored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("onnxruntime")
    speeds = {"int8": 3.0, CAREFUL: 2.0}
    monkeypatch.setattr(tuning, "_speed", lambda made, sample: next(
        (speed for kind, speed in reversed(speeds.items()) if f", {kind}, " in made.signature), 1.0
    ))  # fmt: skip
    spearmans = {"int8": 0.5021, CAREFUL: 0.4981}
    monkeypatch.setattr(tuning, "_spearman", lambda made, pairs: next(
        (value for kind, value in reversed(spearmans.items()) if f", {kind}, " in made.signature), 0.5
    ))  # fmt: skip
    found = tune(str(folder), texts(pairs), tmp_path, pairs=pairs)
    by_kind = {one.kind: one for one in found.ways}
    assert by_kind["int8"].note == "Spearman moves by 0.0021, more than 0.002"
    assert by_kind[CAREFUL].note == ""
    assert found.chosen == by_kind[CAREFUL]
    assert not network_file(tmp_path, found.encoder, "int8").exists()
    made = encoder(str(folder), tmp_path)
    assert f", {CAREFUL}, onnxruntime " in made.signature
    plain = encoder(str(folder)).encode(texts(pairs))
    vectors = made.encode(texts(pairs))
    assert np.einsum("nd,nd->n", vectors, plain).min() > 0.98
    assert (vectors != plain).any()


def test_a_text_has_the_same_int8_vector_whatever_stands_beside_it(
    folder: Path, pairs: Scored, tmp_path: Path
) -> None:
    pytest.importorskip("onnxruntime")
    made = int8_encoder(load_transformer(str(folder)), VARIANTS[0], 1, tmp_path)
    together = made.encode(texts(pairs))
    alone = np.vstack([made.encode([text]) for text in texts(pairs)[:5]])
    assert (together[:5] == alone).all()


def test_measures_of_another_machine_do_not_count(
    folder: Path, pairs: Scored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = tune(str(folder), texts(pairs), tmp_path)
    monkeypatch.setattr(tuning, "machine", lambda: "another, 64 cores")
    assert read(tmp_path, found.encoder) is None


def test_an_absent_package_or_no_texts_are_told(
    folder: Path, pairs: Scored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AloiError, match="no texts"):
        tune(str(folder), [], tmp_path)
    monkeypatch.setattr("aloi.modeling.encoders.int8.find_spec", lambda name: None)
    with pytest.raises(CannotQuantise, match="onnx is not installed"):
        int8_encoder(load_transformer(str(folder)), VARIANTS[0], 1, tmp_path)
    found = tune(str(folder), texts(pairs), tmp_path, pairs=pairs)
    assert [one.note for one in found.ways if one.kind in VARIANTS] == [
        "the package onnx is not installed"
    ] * 2
    assert found.chosen.kind == FP32


def test_a_damaged_record_is_named(tmp_path: Path) -> None:
    way = Way(FP32, 8, 1, 10.0)
    signature = Tuning("e", tuning.machine(), 1, 0, (way,), way).encoder
    path = tuning._path(tmp_path, signature)
    path.parent.mkdir()
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(AloiError, match="is not a tuning"):
        read(tmp_path, signature)
