"""Nastier tables: what no label says, columns that are nobody's, tables turned round, words for nothing.

The labels are those of `test_everyday_tables`; what is silently another table there is told or refused here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from tests.workbench.agreement.test_everyday_tables import (
    CODES,
    NAMED,
    PEOPLE,
    WHOLE,
    alpha,
    changed,
    long,
    measured,
    put,
    some,
    text,
    wide,
)

LABELS = {"précis": "n'est pas", "vague": "vague", "hors sujet": "hors-sujet"}
TYPED = [[LABELS[cell] for cell in row] for row in NAMED]


def beside(name: str, of: Callable[[int, list[Any]], object], cells: Any = WHOLE) -> str:
    """Return a wide table with a further column."""
    rows = wide(cells)
    return text([[*row, name if at == 0 else of(at - 1, list(row[1:]))] for at, row in enumerate(rows)])


@pytest.mark.parametrize(
    ("change", "differ_by"),
    [
        (lambda cell: cell.replace("'", "’"), ("marks",)),
        (lambda cell: cell.replace("-", "\u2011"), ("marks",)),
        (lambda cell: cell.replace("-", " – "), ("marks",)),
        (lambda cell: cell.replace("-", "_"), ("marks",)),
        (lambda cell: cell.replace("-", " "), ("marks",)),
        (lambda cell: cell + "\u200b", ("marks",)),
        (lambda cell: cell[:3] + "\u00ad" + cell[3:], ("marks",)),
        (lambda cell: f"« {cell} »", ("marks",)),
        (lambda cell: cell + ".", ("marks",)),
        (lambda cell: cell.upper().replace("'", "’"), ("case", "marks")),
    ],
)
def test_labels_that_differ_by_the_keyboard_are_told_and_joined(
    tmp_path: Path, change: Callable[[str], str], differ_by: tuple[str, ...]
) -> None:
    clean = alpha(put(tmp_path, "clean.csv", text(wide(TYPED))))
    path = put(tmp_path, "t.csv", text(wide(changed(TYPED, 1, change))))
    report = measured(path)
    assert {name for one in report.read_as.twins for name in one.differ_by} == set(differ_by)
    assert not report.read_as.plain
    assert any("--normalise" in said for said in report.cautions)
    assert alpha(path, normalise=differ_by) == pytest.approx(clean)


@pytest.mark.parametrize(
    ("change", "differ_by"),
    [
        (lambda cell: cell.encode().decode("windows-1252"), "nfc"),
        (lambda cell: unicodedata.normalize("NFD", cell).encode("ascii", "ignore").decode(), "accents"),
    ],
)
def test_labels_whose_accents_were_lost_are_told_and_joined(
    tmp_path: Path, change: Callable[[str], str], differ_by: str
) -> None:
    clean = alpha(put(tmp_path, "clean.csv", text(wide(NAMED))))
    path = put(tmp_path, "t.csv", text(wide(changed(NAMED, 1, change))))
    [twins] = measured(path).read_as.twins
    assert twins.differ_by == (differ_by,)
    assert alpha(path, normalise=(differ_by,)) == pytest.approx(clean)


def test_digits_with_zeros_before_them_are_told(tmp_path: Path) -> None:
    path = put(tmp_path, "t.csv", text(wide(changed(WHOLE, 1, lambda cell: f"0{cell}"))))
    clean = put(tmp_path, "clean.csv", text(wide(WHOLE)))
    assert {one.differ_by for one in measured(path).read_as.twins} == {("marks",)}
    assert alpha(path, normalise=("marks",)) == pytest.approx(alpha(clean))
    numbers = measured(path, "interval")
    assert (numbers.read_as.twins, numbers.results[0].value) == ((), pytest.approx(alpha(clean, "interval")))


@pytest.mark.parametrize("name", ["lot", "Longueur", "n_tokens", "page", "gold", "Référence", "label final",
                                  "prédiction", "accord", "timestamp", "confidence", "ok",
                                  "Vérifié"])  # fmt: skip
def test_a_column_that_is_nobodys_is_refused(tmp_path: Path, name: str) -> None:
    path = put(tmp_path, "t.csv", beside(name, lambda at, row: 1 + at % 3))
    with pytest.raises(AloiError, match="is not named as an annotator") as raised:
        measured(path, "interval")
    assert "--columns" in raised.value.todo
    clean = put(tmp_path, "clean.csv", text(wide(WHOLE)))
    assert alpha(path, "interval", columns=PEOPLE) == pytest.approx(alpha(clean, "interval"))


def test_one_annotator_beside_the_gold_is_what_was_asked(tmp_path: Path) -> None:
    path = put(tmp_path, "t.csv", text([["unit", "gold", "Anaïs"], *wide(NAMED)[1:]][:1]
                                       + [row[:3] for row in wide(NAMED)[1:]]))  # fmt: skip
    assert measured(path).results[0].annotators == 2


@pytest.mark.parametrize("first", [0, 1])
def test_a_column_that_counts_rows_is_left_out(tmp_path: Path, first: int) -> None:
    report = measured(put(tmp_path, "t.csv", beside("n°", lambda at, row: at + first)), "interval")
    clean = put(tmp_path, "clean.csv", text(wide(WHOLE)))
    assert report.results[0].value == pytest.approx(alpha(clean, "interval"))
    assert report.read_as.dropped == (("n°", "the number of the row"),)


def test_an_annotator_who_gave_nothing_is_none(tmp_path: Path) -> None:
    report = measured(put(tmp_path, "t.csv", beside("Dora", lambda at, row: "NA" if at % 2 else "", NAMED)))
    assert report.results[0].annotators == 3
    assert report.read_as.dropped == (("Dora", "it holds no rating"),)


def test_a_table_turned_round_is_refused(tmp_path: Path) -> None:
    turned = [["annotateur", *(f"u{at:02}" for at in range(len(NAMED)))]]
    turned += [[who, *(row[at] for row in NAMED)] for at, who in enumerate(PEOPLE)]
    stamped = [["Horodateur" if at == 0 else f"le {at}", *row] for at, row in enumerate(turned)]
    for rows in (turned, stamped):
        with pytest.raises(AloiError, match="'annotateur' has the name of a column of annotators") as raised:
            measured(put(tmp_path, "t.csv", text(rows)))
        assert "Transpose the table" in raised.value.todo


def test_items_that_one_person_each_rated_are_no_two_annotators(tmp_path: Path) -> None:
    rows = [row for at, row in enumerate(long(NAMED)[1:]) if at % 3 == (at // 3) % 3]
    path = put(tmp_path, "t.csv", text([long(NAMED)[0], *rows]))
    with pytest.raises(AloiError, match="rows are not single ratings"):
        measured(path)
    found = measured(path, unit="item_id", annotator="annotator", value="value").results[0]
    assert (found.value, found.reason) == (None, "no pairable ratings")


@pytest.mark.parametrize(
    ("cells", "word", "level"),
    [(NAMED, "NSP", "nominal"), (NAMED, "ne sait pas", "nominal"), (WHOLE, "99", "interval"),
     (WHOLE, "-1", "ordinal"), (WHOLE, "9", "nominal")],
)  # fmt: skip
def test_words_that_may_be_missing_are_told(tmp_path: Path, cells: Any, word: str, level: str) -> None:
    path = put(tmp_path, "t.csv", text(wide(some(cells, word))))
    report = measured(path, level)
    assert report.read_as.to_json()["doubtful"] == {word: 12}
    assert any(f"--missing {word} excludes it" in said for said in report.cautions)
    gaps = put(tmp_path, "gaps.csv", text(wide(some(cells, None))))
    left = measured(path, level, missing=(word,))
    assert left.results[0].value == pytest.approx(alpha(gaps, level))
    assert left.read_as.doubtful == ()


def test_degrees_of_a_scale_are_never_doubtful(tmp_path: Path) -> None:
    for least, most in ((0, 9), (-1, 2), (90, 99), (1, 10)):
        rows = [
            [least + (code * 7 + at) % (most - least + 1) for code in row] for at, row in enumerate(CODES)
        ]
        rows[0] = [most - 1, least, most]
        assert measured(put(tmp_path, "t.csv", text(wide(rows))), "interval").read_as.doubtful == ()


@pytest.mark.parametrize("change", ["2/3", "2 / 3", "2|3", "2 ou 3", "2-3", "3+2"])
def test_two_labels_in_a_cell_are_told(tmp_path: Path, change: str) -> None:
    """They count as a label of their own, which agrees with neither."""
    cells = [list(row) for row in WHOLE]
    cells[0][1] = cells[4][2] = change
    path = put(tmp_path, "t.csv", text(wide(cells), ";"))
    report = measured(path)
    assert report.read_as.to_json()["doubled"] == {change: 2}
    assert not report.read_as.plain
    assert any("contains several labels" in said for said in report.cautions)
    assert measured(path, categories=("1", "2", "3", change)).read_as.doubled == ()
    with pytest.raises(AloiError, match="number"):
        measured(path, "interval")


def test_labels_with_a_hyphen_or_a_slash_of_their_own_are_no_two_labels(tmp_path: Path) -> None:
    named = {"précis": "oui/non", "vague": "non", "hors sujet": "hors-sujet"}
    cells = [[named[cell] for cell in row] for row in NAMED]
    assert measured(put(tmp_path, "t.csv", text(wide(cells)))).read_as.doubled == ()


def test_a_column_of_0_and_1_beside_degrees_is_told(tmp_path: Path) -> None:
    """Where names do not say what a column is, its values do: annotators gave 1 to 5, it holds 0 and 1."""
    cells = [[1 + (code + at) % 5 for code in row] for at, row in enumerate(CODES.tolist())]
    report = measured(put(tmp_path, "t.csv", beside("Q", lambda at, row: at // 2 % 2, cells)), "ordinal")
    assert report.read_as.marks == ("Q",)
    assert any("contains only 0 and 1" in said and "--columns" in said for said in report.cautions)
    named = measured(tmp_path / "t.csv", "ordinal", columns=PEOPLE)
    assert (named.read_as.marks, named.results[0].annotators) == ((), 3)
    few = [[code % 2 for code in row] for row in CODES.tolist()]
    assert measured(put(tmp_path, "u.csv", text(wide(few)))).read_as.marks == ()
