"""The study of a folder of annotated simplifications."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.studies.simplification.requests import SariStudyRequest
from aloi.studies.simplification.study import sari_study


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    files = {
        "orig.txt": "a b c\nd e f\n",
        "simp.0.txt": "a b\nd f\n",
        "simp.0.aln": "0 2::deloth 1:1:synonym\n1\n",
        "simp.1.txt": "a c\nd x f\n",
        "simp.1.aln": "0 1::deloth 2::deloth\n1 0:0:err\n",
    }
    for name, text in files.items():
        (tmp_path / f"asset.{name}").write_text(text, encoding="utf-8")
    return tmp_path


def test_groups_are_counted_and_err_is_no_operation(corpus: Path) -> None:
    found = sari_study(SariStudyRequest(corpus, models=("lasso",))).study
    assert (found.pairs, found.fitted_pairs) == (4, 2)
    assert sorted(found.spearman) == ["deloth", "synonym"]
    assert found.models["keep"]["lasso"].reason == "2 pairs and 2 labels are too few for 10 folds"
    assert sari_study(SariStudyRequest(corpus, models=())).study.models == {}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "simp.0.aln",
            "0 2:deloth\n1\n",
            r"asset\.simp\.0\.aln, line 1, column 3: '2:deloth' does not have the expected form",
        ),
        ("simp.1.aln", "0\n", r"1 in asset.simp.1.aln, 2 in asset.orig.txt"),
        ("simp.1.txt", "", r"asset\.simp\.1\.txt contains no line"),
    ],
)
def test_files_that_do_not_fit_are_refused(corpus: Path, name: str, text: str, said: str) -> None:
    (corpus / f"asset.{name}").write_text(text, encoding="utf-8")
    with pytest.raises(AloiError, match=said):
        sari_study(SariStudyRequest(corpus))


def test_missing_files_are_refused(corpus: Path) -> None:
    (corpus / "asset.simp.1.aln").unlink()
    with pytest.raises(AloiError, match="cannot be read"):
        sari_study(SariStudyRequest(corpus))
