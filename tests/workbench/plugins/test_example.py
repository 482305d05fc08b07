"""The example of a plug-in in docs/plugin: it meets all demands, and does what it declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from aloi.agreement.compute import compute
from aloi.agreement.ratings import Ratings
from aloi.annotation.rows import LabelledText
from aloi.base.errors import AloiError
from aloi.corpora.readers import read_texts
from aloi.gold.formats import format_named
from aloi.modeling.recipes import recipe
from aloi.modeling.recipes.base import Training
from aloi.workbench.plugins.checking import CHECKS
from aloi.workbench.plugins.examples import release_of
from tests.workbench.plugins.installing import PROJECT, as_folder, installed_example, with_pip
from tests.workbench.plugins.test_installed import answer


@pytest.fixture(params=[as_folder, pytest.param(with_pip, marks=pytest.mark.slow)])
def example(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Install the example for a test."""
    with installed_example(tmp_path, request.param, monkeypatch):
        yield tmp_path


def test_it_is_listed_meets_all_demands_and_works(example: Path) -> None:
    added = {(group, name) for group, named in PROJECT["entry-points"].items() for name in named}
    status, checked = answer("plugins", "check")
    assert (status, [row for row in checked["checks"] if row["problem"]]) == (0, [])
    counts = {
        (group, name): sum((row["group"], row["name"]) == (group, name) for row in checked["checks"])
        for group, name in added
    }
    assert counts == {(group, name): len(CHECKS[group]) + 2 for group, name in added}
    assert {group for group, _ in added} == CHECKS.keys()
    _, formats = answer("formats")
    assert "fasttext" in {row["name"] for row in formats["formats"]}
    measure_is_right()
    format_is_right(example)
    recipe_is_right(example)
    reader_is_right(example)


def measure_is_right() -> None:
    pairs = [("a", "a")] * 40 + [("a", "b")] * 10 + [("b", "a")] * 20 + [("b", "b")] * 30
    units = [f"u{number}" for number in range(len(pairs))]
    [result] = compute(Ratings.from_table(units, ["A", "B"], pairs, "nominal"), ["bangdiwala_b"], ci="none")
    assert result.value == pytest.approx((40**2 + 30**2) / (50 * 60 + 50 * 40))  # 0.5
    apart = Ratings.from_table(["u", "v"], ["A", "B"], [("a", "b"), ("a", "b")], "nominal")
    [result] = compute(apart, ["bangdiwala_b"], ci="none")
    assert (result.value, result.reason) == (None, "no category was used by both annotators")


def format_is_right(folder: Path) -> None:
    form = format_named("fasttext")
    first = LabelledText("1", "Fièvre :\n38,5\u00a0°C", "", ("b", "a"), ("b", "a"))
    rows = [first, replace(first, id="2", labels=(), text="")]
    export = form.write({"train": rows, "test": []}, folder / "out", release_of(rows))
    assert (folder / "out/train.txt").read_text("utf-8") == "__label__b __label__a Fièvre : 38,5\u00a0°C\n\n"
    assert export.lost["line breaks and repeated spaces of texts"] == 1
    read = form.read(folder / "out", (0, 1))
    assert [form.restored(row) for row in read["train"]] == [form.restored(row) for row in rows]
    assert read["test"] == ()
    for wrong in (replace(first, labels=("no sign",)), replace(first, text="a __label__a")):
        with pytest.raises(AloiError, match=r"fastText|begins with") as caught:
            form.write({"train": [wrong]}, folder / "wrong", release_of([wrong]))
        assert caught.value.told("fr") != caught.value.told()


def recipe_is_right(folder: Path) -> None:
    texts = [("bonne nuit", "good")] * 6 + [("mauvaise nuit", "bad")] * 4
    train = tuple(
        LabelledText(str(number), text, "", (label,), ("good", "bad"))
        for number, (text, label) in enumerate(texts)
    )
    bayes = recipe("naive_bayes")
    model = bayes.fit(Training(train, (), bayes.settings({}), 1, folder))
    new = [replace(train[0], text=text) for text in ("Mauvaise journée", "BONNE", "nuit", "")]
    # "nuit": 0.6 * 7/15 for good, 0.4 * 5/11 for bad; without a known word, the more frequent class.
    assert list(model.predict(new)) == [("bad",), ("good",), ("good",), ("good",)]


def reader_is_right(folder: Path) -> None:
    path = folder / "found.nbib"
    path.write_text(
        "PMID- 7\nOWN - NLM\nTI  - Toux\n      tenace\nTI  - Other\n      title\nDP  - 2024\n", "utf-8"
    )
    [text] = read_texts(path)
    assert (text.name, text.text, text.metadata) == ("7", "Toux tenace", {"date": "2024"})
    for content in ("TI  - Toux\n", "PMID- 7\n", "PMID- 7\nToux\n"):
        path.write_text(content, "utf-8")
        with pytest.raises(AloiError, match=r"line [12]"):
            read_texts(path)
