"""The study of operations against SARI: on made counts, and on the shared corpus."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from aloi.base.errors import AloiError
from aloi.evaluation.simplification import StudyModel, fit, source_scores, study, study_of_json
from tests.evaluation.corpus_sari import sari


def test_each_simplification_is_scored_against_the_others() -> None:
    found = source_scores("e f g h", ["e f", "e x", "e f g"])
    assert found.shape == (3, 4)
    one = sari(["e f g h"], ["e x"], [["e f"], ["e f g"]])
    assert found[1].tolist() == pytest.approx([one.sari, one.add, one.keep, one.delete])


def test_one_simplification_has_nothing_to_be_scored_against() -> None:
    with pytest.raises(AloiError, match="There are too few simplifications of each source: 1"):
        source_scores("a", ["b"])


def test_lasso_finds_what_a_score_is_made_of_and_leaves_out_erroneous_sources() -> None:
    generator = np.random.default_rng(0)
    counts = generator.integers(0, 5, size=(200, 3)).astype(float)
    scores = np.repeat((50 - 4 * counts[:, 0])[:, None], 4, axis=1)
    without_err = np.ones(200, dtype=bool)
    without_err[:40] = False
    scores[:40] = 0
    found = study(["x", "y", "z"], counts, scores, without_err, references="6", models=[StudyModel.LASSO])
    lasso = found.models["keep"]["lasso"]
    assert (found.pairs, found.fitted_pairs) == (200, 160)
    assert lasso.coefficients is not None
    # (1/2n)||y - Xb||^2 + alpha |b| shrinks a lone coefficient by alpha over the variance of its counts.
    assert lasso.coefficients["x"] == pytest.approx(-4 + 0.6 / counts[40:, 0].var())
    assert (lasso.coefficients["y"], lasso.coefficients["z"]) == (0, 0)
    assert lasso.r2_fit is not None
    assert lasso.r2_fit > 0.95
    assert found.sari_mean["sari"] == pytest.approx(scores[:, 0].mean())
    tuned = study(
        ["x", "y", "z"], counts, scores, without_err, references="6", models=[StudyModel.LASSO], tune=True
    )
    assert tuned.models["keep"]["lasso"].settings == {"alpha": 0.01}
    signed = "lasso|score:keep|alpha:0.6|tuned:no|folds:10 contiguous|pairs:160|references:6|variant:default|"
    assert lasso.signature.startswith(f"{signed}library:scikit-learn-")
    assert "|alpha:0.01|tuned:yes|" in tuned.models["keep"]["lasso"].signature
    assert (
        "|variant:default|tokenizer:13a|lowercase:yes|pairs:200|references:6|" in found.signatures["spearman"]
    )


def test_every_model_is_signed_told_before_it_is_fitted_and_read_back_from_json() -> None:
    generator = np.random.default_rng(1)
    counts = generator.integers(0, 3, size=(40, 2)).astype(float)
    scores = np.repeat((counts @ [3.0, -2.0])[:, None], 4, axis=1) + generator.normal(size=(40, 4))
    told: list[tuple[int, int, str]] = []
    found = study(
        ["x", "y"],
        counts,
        scores,
        np.ones(40, dtype=bool),
        references="1-3",
        models=[StudyModel.TREE, StudyModel.PERCEPTRON],
        seed=7,
        on_fit=lambda *step: told.append(step),
    )
    assert told[0] == (0, 8, "tree of sari")
    assert told[-1] == (7, 8, "perceptron of delete")
    tree = found.models["add"]["tree"]
    assert tree.settings == {"max_depth": 4}
    assert (
        "tree|score:add|max_depth:4|tuned:no|folds:10 contiguous|seed:7|pairs:40|references:1-3|"
        in tree.signature
    )
    assert study_of_json(json.loads(json.dumps(found.to_json()))) == found


def test_what_cannot_be_computed_is_null_with_a_reason() -> None:
    counts = np.ones((5, 1))
    scores = np.arange(20.0).reshape(5, 4)
    found = study(["x"], counts, scores, np.ones(5, dtype=bool), references="1").to_json()
    assert isinstance(found["spearman"], dict)
    text = json.dumps(found, allow_nan=False)
    assert "a constant has no correlation" in text
    assert "5 pairs and 1 labels are too few for 10 folds" in text
    assert study(["x"], counts, scores, np.ones(5, dtype=bool), references="1", models=()).models == {}
    same = fit(["x"], np.ones((20, 1)), np.full(20, 3.0), StudyModel.TREE, "sari", tune=False, seed=0)
    assert (same.r2_fit, same.r2_cv10, same.reason) == (None, None, "every pair has the same score")


@pytest.mark.shared
def test_figures_of_the_seven_shared_simplifications(shared: Path) -> None:
    known = json.loads((shared / "reference/assetann.json").read_text(encoding="utf-8"))["shared_files_only"]
    folder = shared / "data/assetann"

    def lines(name: str) -> list[str]:
        return (folder / name).read_text(encoding="utf-8").removesuffix("\n").split("\n")

    texts = zip(*(lines(f"asset.simp.{at}.txt") for at in range(7)), strict=True)
    each = [source_scores(*one) for one in zip(lines("asset.orig.txt"), texts, strict=True)]
    scores = np.stack(each, axis=1)
    names = ("sari", "add", "keep", "delete")
    for key, expected in known["sari_pairs"].items():
        file, line = map(int, key.split(":"))
        found = scores[file, line].tolist()
        assert found == pytest.approx([expected[name] for name in names], abs=1e-6), key
    used = [
        Counter(group.rpartition(":")[2] for group in line.split()[1:])
        for at in range(7)
        for line in lines(f"asset.simp.{at}.aln")
    ]
    labels = sorted({label for one in used for label in one} - {"err"})
    counts = np.array([[one[label] for label in labels] for one in used], dtype=np.float64)
    err = np.array(["err" in one for one in used]).reshape(7, -1).any(axis=0)
    found = study(
        labels, counts, scores.reshape(-1, 4), np.tile(~err, 7), references="6", models=[StudyModel.LASSO]
    )
    assert found.pairs == known["pairs"] == 2513
    assert found.sari_mean == pytest.approx(known["sari_mean"], abs=1e-6)
    assert set(found.spearman) == set(known["spearman"])
    for label, row in known["spearman"].items():
        for name, cell in row.items():
            one = found.spearman[label]["delete" if name == "del" else name]
            assert one.value == pytest.approx(cell["rho"], abs=1e-6), (label, name)
            assert one.p == pytest.approx(cell["p"], abs=1e-6), (label, name)
