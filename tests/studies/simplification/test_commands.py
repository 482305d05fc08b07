"""`aloi operations sari-study`: a folder that this test writes, and the shared files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.workbench.study_files import FILES, SOURCES, write_study


@pytest.fixture
def corpus(folder: Path) -> Path:
    """Return a folder of 12 sources with 3 simplifications each: words deleted or replaced at random."""
    write_study(folder)
    return folder


def test_a_study_says_what_its_numbers_stand_on(told: Callable[..., Any], corpus: Path) -> None:
    found = told("operations", "sari-study", corpus, "--models", "lasso,tree", "--seed", 5)
    assert (found["pairs"], found["fitted_pairs"], found["references"]) == (36, 33, "2")
    assert found["sources_left_out"] == 0
    assert list(found["spearman"]) == ["delmod", "synonym"]
    # What was deleted on purpose shows in the score of what is kept, and downwards.
    assert found["spearman"]["delmod"]["keep"]["rho"] < 0
    assert found["spearman"]["delmod"]["keep"]["p"] < 0.05
    facts = "variant:default|tokenizer:13a|lowercase:yes|pairs:36|references:2"
    assert facts in found["signature"]["spearman"]
    assert facts in found["signature"]["sari_mean"]
    for name, alpha in (("sari", 0.5), ("keep", 0.6), ("add", 0.2), ("delete", 0.5)):
        lasso = found["models"][name]["lasso"]
        begins = f"lasso|score:{name}|alpha:{alpha}|tuned:no|folds:10 contiguous|pairs:33|references:2"
        assert lasso["signature"].startswith(begins)
        assert set(lasso["coefficients"]) == {"delmod", "synonym"}
        assert (
            "|max_depth:4|tuned:no|folds:10 contiguous|seed:5|" in found["models"][name]["tree"]["signature"]
        )


def test_ten_files_and_more_stand_in_the_order_of_their_numbers(
    told: Callable[..., Any], corpus: Path
) -> None:
    for k in range(FILES, 12):
        for kind in ("txt", "aln"):
            (corpus / f"asset.simp.{k}.{kind}").write_bytes(
                (corpus / f"asset.simp.{k % FILES}.{kind}").read_bytes()
            )
    found = told("operations", "sari-study", corpus, "--models", "lasso")
    assert (found["pairs"], found["references"]) == (12 * SOURCES, "11")
    assert "|folds:10 contiguous|pairs:132|references:11|" in found["models"]["add"]["lasso"]["signature"]
    # The folds go through the files: were 10 before 2, R2 over them would differ.
    for kind in ("txt", "aln"):
        for k in range(12):
            (corpus / f"asset.simp.{k}.{kind}").rename(corpus / f"asset.simp.{k + 20}.{kind}")
    again = told("operations", "sari-study", corpus, "--models", "lasso")
    assert again["models"] == found["models"]


def test_tuning_searches_the_settings(told: Callable[..., Any], corpus: Path) -> None:
    plain = told("operations", "sari-study", corpus, "--models", "lasso")["models"]
    tuned = told("operations", "sari-study", corpus, "--models", "lasso,tree", "--tune")["models"]
    for name, row in tuned.items():
        assert "|tuned:yes|" in row["lasso"]["signature"]
        assert row["lasso"]["r2_cv10"] >= plain[name]["lasso"]["r2_cv10"] - 1e-12
        assert f"|alpha:{row['lasso']['settings']['alpha']}|" in row["lasso"]["signature"]
        assert row["tree"]["settings"]["max_depth"] in (2, 3, 4, 5, 6, 8)


def test_tables_for_latex(told: Callable[..., Any], corpus: Path) -> None:
    for k in range(FILES):
        path = corpus / f"asset.simp.{k}.aln"
        path.write_text(path.read_text("utf-8").replace("synonym", "my_label&co"), "utf-8")
    found = told("operations", "sari-study", corpus, "--models", "lasso", "--latex", corpus / "study.tex")
    text = (corpus / "study.tex").read_text("utf-8")
    assert text.count(r"\begin{table}") == text.count(r"\end{table}") == 3
    assert r"my\_label\&co & " in text
    assert "my_label" not in text
    rho, p = (found["spearman"]["delmod"]["keep"][name] for name in ("rho", "p"))
    signs = "***" if p < 0.001 else "**" if p < 0.01 else "*"
    assert rf"${rho:.3f}$\textsuperscript{{{signs}}}" in text
    assert rf"delmod & {_points(found, 'sari')} & {_points(found, 'keep')} & " in text
    for row in found["models"].values():
        assert f"% {row['lasso']['signature']}\n" in text
    assert f"% {found['signature']['spearman']}\n" in text
    assert all(line.startswith("%") for line in text.splitlines() if "aloi:" in line)
    told("operations", "sari-study", corpus, "--models", "none", "--latex", corpus / "study.tex")
    assert (corpus / "study.tex").read_text("utf-8").count(r"\begin{table}") == 1


def _points(found: Any, name: str) -> str:
    value = found["models"][name]["lasso"]["coefficients"]["delmod"]
    return f"${value:.2f}$" if value else "--"


def test_people_read_tables(invoke: Callable[..., Any], corpus: Path) -> None:
    shown = invoke("operations", "sari-study", corpus, "--models", "lasso").stdout
    assert "36 pairs; models fitted to the 33 whose source has no err" in shown
    assert "lasso coefficient" in shown
    assert "*** below .001" in shown
    with pytest.raises(json.JSONDecodeError):
        json.loads(shown)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("simp.1.aln", "0 3:99:synonym\n", "line 1: the target token of the group 3:99:synonym is 99"),
        ("simp.1.aln", "0 50::delmod\n", "the source token of the group 50::delmod is 50"),
        ("simp.1.aln", "0 1;2::delmod\n", "column 3: '1;2::delmod' does not have"),
        ("simp.2.txt", "\n", "ine 1 of asset.simp.2.txt lacks a text"),
        ("orig.txt", "\n", "ine 1 of asset.orig.txt lacks a text"),
        ("simp.2.txt", None, "11 in asset.simp.2.txt"),
        ("simp.2.aln", None, "11 in asset.simp.2.aln"),
    ],
)
def test_files_that_do_not_fit_are_refused_and_nothing_is_written(
    refused: Callable[..., str], corpus: Path, name: str, text: str | None, said: str
) -> None:
    path = corpus / f"asset.{name}"
    _, *rest = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text((text or "") + "".join(rest), "utf-8")
    assert said in refused("operations", "sari-study", corpus, "--latex", corpus / "study.tex")
    assert not (corpus / "study.tex").exists()


def test_one_file_of_simplifications_is_too_few(refused: Callable[..., str], corpus: Path) -> None:
    for k in (1, 2):
        (corpus / f"asset.simp.{k}.txt").unlink()
    assert "12 source" in refused("operations", "sari-study", corpus)


@pytest.mark.shared
def test_the_means_and_correlations_of_the_shared_files(told: Callable[..., Any], shared: Path) -> None:
    known = json.loads((shared / "reference" / "assetann.json").read_text("utf-8"))["shared_files_only"]
    found = told("operations", "sari-study", shared / "data" / "assetann", "--models", "lasso")
    assert (found["pairs"], found["references"]) == (known["pairs"], "6")
    assert found["sari_mean"] == pytest.approx(known["sari_mean"], abs=1e-6)
    for label, row in known["spearman"].items():
        for name, cell in row.items():
            one = found["spearman"][label]["delete" if name == "del" else name]
            assert [one["rho"], one["p"]] == pytest.approx([cell["rho"], cell["p"]], abs=1e-6), (label, name)
    assert found["models"]["keep"]["lasso"]["r2_cv10"] == pytest.approx(0.213416, abs=1e-5)
