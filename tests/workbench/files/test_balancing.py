"""`aloi loop balance`: a pool and its scores so far in, the pairs to label next out."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.readers import read_table
from aloi.workbench.files.balancing import BalanceReport, balance_file
from aloi.workbench.requests.models.loop import BalanceRequest
from tests.workbench.conftest import CountingEncoder

WORDS = ("fièvre", "toux", "genou", "poumon", "bilan", "cœur", "foie", "main")


@pytest.fixture(autouse=True)
def _letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aloi.workbench.encoding.encoder", lambda name, cache: CountingEncoder())


def written(folder: Path, name: str, *lines: str) -> Path:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def pool_lines() -> list[str]:
    """Return pairs of eight words, the second with up to five of them others; `site` says where from."""
    lines = []
    for number in range(60):
        left = [WORDS[(number + at) % 8] for at in range(5)]
        right = [word if at >= number % 6 else f"autre{number}{at}" for at, word in enumerate(left)]
        lines.append(f"p{number:02}\t{' '.join(left)}\t{' '.join(right)}\tsite {number % 3}")
    return lines


def drawn(folder: Path, *gold: str, seed: int = 1, lines: list[str] | None = None) -> BalanceReport:
    pool = written(folder, "pool.tsv", "id\tleft\tright\tsite", *(pool_lines() if lines is None else lines))
    known = written(folder, "gold.tsv", "id\tscore", *gold) if gold else None
    out = folder / "next.tsv"
    return balance_file(BalanceRequest(pool, 12, known, seed=seed), out, data=folder)


def gold_of(numbers: range) -> list[str]:
    return [f"p{number:02}\t{5 - number % 6}" for number in numbers]


def test_what_is_drawn_keeps_its_columns_and_says_how_likely_it_was(tmp_path: Path) -> None:
    first = drawn(tmp_path)
    assert (first.pool, first.scored, first.drawn) == (60, 0, 12)
    table = read_table(tmp_path / "next.tsv")
    assert table.columns == ("id", "left", "right", "site", "stratum", "probability", "expected_score")
    assert {row.text("expected_score") for row in table.rows} == {""}
    assert sum(1 / float(row.text("probability")) for row in table.rows) == pytest.approx(60)
    names = [row.text("id") for row in table.rows]
    assert names == sorted(names)  # the order tells nothing of what is expected

    second = drawn(tmp_path, *gold_of(range(24)), "p24\t", "p25\tNA")
    assert (second.scored, second.drawn) == (24, 12)
    assert [one.obtained for one in second.levels] == [4] * 6
    assert sum(one.expected for one in second.levels) == pytest.approx(36, abs=0.1)
    after = read_table(tmp_path / "next.tsv").rows
    assert not {row.text("id") for row in after} & {f"p{number:02}" for number in range(24)}
    assert all(0 <= float(row.text("expected_score")) <= 5 for row in after)
    assert sum(second.strata.values()) == 12
    assert {row.text("stratum") for row in after} == second.strata.keys()


def test_the_order_of_the_pool_changes_nothing_but_that_of_the_rows(tmp_path: Path) -> None:
    gold = gold_of(range(24))
    reports, found = [], []
    for lines in (pool_lines(), pool_lines()[::-1]):
        reports.append(drawn(tmp_path, *gold, lines=lines))
        found.append({tuple(row.values.items()) for row in read_table(tmp_path / "next.tsv").rows})
    assert found[0] == found[1]
    assert reports[0] == reports[1]


def test_a_pool_may_name_its_pairs_by_two_ids(tmp_path: Path) -> None:
    lines = (f"a{line[1:3]}\tb{line[1:3]}\t" + line.split("\t", 1)[1] for line in pool_lines())
    pool = written(tmp_path, "pool.tsv", "left_id\tright_id\tleft\tright\tscore", *lines)
    gold = written(tmp_path, "gold.tsv", "left_id\tright_id\tscore", "a03\tb03\t2", "a04\tb04\t1,5")
    made = balance_file(BalanceRequest(pool, 5, gold), tmp_path / "next.tsv", data=tmp_path)
    assert [one.obtained for one in made.levels] == [0, 0, 2, 0, 0, 0]


@pytest.mark.parametrize(
    ("gold", "told"),
    [
        (["p99\t3"], "p99"),
        (["p01\t3", "p01\t4"], "repeated"),
        (["p01\t6"], "from 0.0 to 5.0"),
        (["p01\tdeux"], "line 2"),
        (gold_of(range(55)), "is 12.\nExpected: a number from 1 to 5: the pairs of the pool"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_written(
    gold: list[str], told: str, tmp_path: Path
) -> None:
    with pytest.raises(AloiError) as refused:
        drawn(tmp_path, *gold)
    assert told in refused.value.told()
    assert not (tmp_path / "next.tsv").exists()
