"""DrBenchmark's parts against its own id lists and sizes, and few shots against the datasets library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.gold.splitting.drbenchmark import CUTS, drbenchmark_parts, few_shot, shuffled


def _ids(count: int) -> list[str]:
    return [str(one) for one in range(count)]


@pytest.mark.shared
def test_id_lists_and_sizes_equal_the_reference(shared: Path) -> None:
    block = json.loads((shared / "reference" / "metrics.json").read_text(encoding="utf-8"))["split"]
    lists = [[str(one) for one in part] for part in block["n20_70_80"]]
    assert list(shuffled(_ids(20))) == [one for part in lists for one in part]
    parts = drbenchmark_parts(_ids(20), CUTS["cas"])
    assert [set(part) for part in parts.values()] == [set(part) for part in lists]
    clister = drbenchmark_parts(_ids(600), CUTS["clister"])
    assert [len(part) for part in clister.values()] == block["clister_sizes"]
    first = [str(one) for one in block["clister_600_0.8333_first10_train"]]
    assert list(shuffled(_ids(600)))[:10] == first
    assert set(first) <= set(clister["train"])
    pxcorpus = drbenchmark_parts(_ids(1981), CUTS["pxcorpus"])
    assert [len(part) for part in pxcorpus.values()] == block["pxcorpus_1981_sizes"]


def test_parts_stand_in_the_order_of_the_file() -> None:
    ids = [f"doc{one}" for one in range(20)]
    parts = drbenchmark_parts(ids, (0.7, 0.8))
    assert list(parts) == ["train", "validation", "test"]
    assert parts["validation"] == ("doc13", "doc15")
    assert parts["test"] == ("doc8", "doc9", "doc18", "doc19")
    assert all(list(part) == sorted(part, key=ids.index) for part in parts.values())
    assert list(drbenchmark_parts(ids, (0.5,))) == ["train", "validation"]


@pytest.mark.parametrize("cuts", [(), (0.8, 0.7), (0.0,), (1.0,), (0.1, 0.2, 0.3)])
def test_other_cuts_are_refused(cuts: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="cuts are"):
        drbenchmark_parts(_ids(5), cuts)


def test_an_id_twice_is_refused() -> None:
    with pytest.raises(AloiError, match="'1' appears twice"):
        drbenchmark_parts(["1", "2", "1"], (0.5,))


def test_few_shots_are_those_of_the_datasets_library() -> None:
    datasets = pytest.importorskip("datasets")
    part = datasets.Dataset.from_dict({"place": list(range(57))})
    for _ in range(3):
        part = part.shuffle(seed=42)
    for fraction in (0.25, 0.5, 0.75, 1.0):
        assert list(few_shot(57, fraction)) == part["place"][: int(57 * fraction)]
    assert few_shot(57, 0.25)[:5] == few_shot(57, 1)[:5]


@pytest.mark.parametrize("fraction", [0, 1.5, -1])
def test_other_fractions_are_refused(fraction: float) -> None:
    with pytest.raises(ValueError, match="fraction is"):
        few_shot(10, fraction)
