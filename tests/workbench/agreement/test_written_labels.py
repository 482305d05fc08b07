"""Labels of a table written in several ways: sets, truth values, whole numbers, words for none."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.workbench.agreement.tables import TableReport, table_report
from aloi.workbench.requests.files.agreement import AgreementRequest

SETS = {
    "a; b": [("x; y", "y; x"), ("x", "x; y"), ("y", "y")],
    "a|b": [("x|y", "y|x"), ("x", "x|y"), ("y", "y")],
    "a,b": [("x,y", "y,x"), ("x", "x,y"), ("y", "y")],
    "json": [('["x","y"]', '["y","x"]'), ('["x"]', '["x","y"]'), ('["y"]', '["y"]')],
    "python": [("['x', 'y']", "['y', 'x']"), ("['x']", "['x', 'y']"), ("['y']", "['y']")],
}


def measured(
    folder: Path, rows: list[tuple[str, ...]], measure: str = "krippendorff_alpha", **options: object
) -> TableReport:
    path = folder / "t.tsv"
    head = ["u", *(f"r{at}" for at in range(1, len(rows[0]) + 1))]
    cells = [head, *([f"i{at}", *row] for at, row in enumerate(rows))]
    path.write_text("\n".join("\t".join(row) for row in cells) + "\n", encoding="utf-8")
    return table_report(AgreementRequest(path, level="nominal", measure=(measure,), ci="none", **options))  # type: ignore[arg-type]


def value(report: TableReport) -> float | None:
    return report.results[0].value


@pytest.mark.parametrize("form", SETS)
@pytest.mark.parametrize(
    ("measure", "right"),
    [
        ("krippendorff_alpha_masi", 0.5833),
        ("krippendorff_alpha_jaccard", 0.6154),
        ("pairwise_agreement", None),
    ],
)
def test_sets_are_measured_however_they_are_written(
    tmp_path: Path, form: str, measure: str, right: float | None
) -> None:
    report = measured(tmp_path, SETS[form], measure)
    same = value(measured(tmp_path, SETS["a; b"], measure))
    assert value(report) == pytest.approx(same)
    if right is not None:
        assert value(report) == pytest.approx(right, abs=1e-4)
    assert sum(report.read_as.to_json()["sets"].values()) in (3, 6)  # type: ignore[union-attr]


@pytest.mark.parametrize("form", SETS)
def test_a_measure_of_single_labels_names_cells_of_several(tmp_path: Path, form: str) -> None:
    report = measured(tmp_path, SETS[form])
    assert {word for word, _ in report.read_as.doubled} == {SETS[form][0][0], SETS[form][0][1]}


def test_a_comma_in_a_name_is_told_by_a_measure_of_sets(tmp_path: Path) -> None:
    rows = [("fever, chills", "fever, chills"), ("cough", "cough"), ("cough", "fever, chills")]
    report = measured(tmp_path, rows, "krippendorff_alpha_masi")
    assert report.read_as.to_json()["unsplit"] == {"fever, chills": 3}
    assert any("was read as one label" in text for text in report.cautions)


def test_labels_of_sets_that_are_twins_are_told_and_joined(tmp_path: Path) -> None:
    rows = [("X; y", "x; y"), ("x", "x; y"), ("y", "y")]
    report = measured(tmp_path, rows, "krippendorff_alpha_masi")
    assert [twins.values for twins in report.read_as.twins] == [("x", "X")]
    joined = measured(tmp_path, rows, "krippendorff_alpha_masi", normalise=("case",))
    assert value(joined) == pytest.approx(0.5833, abs=1e-4)


@pytest.mark.parametrize(
    ("yes", "no", "other_yes", "other_no"),
    [
        ("True", "False", "1", "0"),
        ("TRUE", "FALSE", "1.0", "0.0"),
        ("oui", "non", "yes", "no"),
        ("VRAI", "FAUX", "True", "False"),
        ("y", "n", "yes", "no"),
    ],
)
def test_words_for_true_are_told_and_joined(
    tmp_path: Path, yes: str, no: str, other_yes: str, other_no: str
) -> None:
    rows = [(yes, other_yes), (no, other_no), (yes, other_yes), (no, other_no)]
    report = measured(tmp_path, rows)
    assert sorted(twins.counts for twins in report.read_as.twins) == [(2, 2), (2, 2)]
    assert any("--normalise truth merges them" in text for text in report.cautions)
    assert value(measured(tmp_path, rows, normalise=("truth",))) == 1


@pytest.mark.parametrize("labels", [("1", "2", "yes"), ("V", "F", "N"), ("1", "0", "2"), ("N", "ADJ", "no")])
def test_labels_that_are_no_truth_values_have_no_twins(tmp_path: Path, labels: tuple[str, ...]) -> None:
    assert measured(tmp_path, [(label, label) for label in labels]).read_as.twins == ()


def test_whole_numbers_beside_words_are_joined_and_told(tmp_path: Path) -> None:
    report = measured(tmp_path, [("1", "1.0"), ("2", "2.0"), ("other", "other")])
    assert value(report) == 1
    assert [(twins.values, twins.joined) for twins in report.read_as.twins] == [
        (("1", "1.0"), True),
        (("2", "2.0"), True),
    ]


@pytest.mark.parametrize("word", ["None", "none", "aucun", "undefined"])
def test_a_word_for_none_beside_words_is_told(tmp_path: Path, word: str) -> None:
    rows = [("pos", "pos", word), ("pos", "pos", "pos"), ("neg", word, "neg")]
    report = measured(tmp_path, rows)
    assert report.read_as.doubtful == ((word, 2),)
    assert value(measured(tmp_path, rows, missing=(word,))) == 1
    assert measured(tmp_path, rows, categories=("pos", "neg", word)).read_as.doubtful == ()


@pytest.mark.parametrize(
    "word", ["null", "NaN", "N/A", "-", ".", "?", "#N/A", "<NA>", "-nan", "\\N", "(null)", "#N/A N/A"]
)
@pytest.mark.parametrize("labels", [("pos", "neg"), ("1", "2"), ("1,5", "2,5")])
def test_words_for_missing_are_the_same_beside_words_and_numbers(
    tmp_path: Path, word: str, labels: tuple[str, str]
) -> None:
    first, second = labels
    report = measured(tmp_path, [(first, first, word), (first, first, first), (second, word, second)])
    assert report.read_as.missing == ((word, 2),)
    assert value(report) == 1


@pytest.mark.parametrize("labels", [("1", "2"), ("1,5", "2,5")])
def test_none_beside_numbers_is_missing(tmp_path: Path, labels: tuple[str, str]) -> None:
    first, second = labels
    report = measured(tmp_path, [(first, first, "None"), (first, first, first), (second, "None", second)])
    assert (report.read_as.missing, value(report)) == ((("None", 2),), 1)


def test_a_comma_that_parts_or_names_a_label_is_a_warning_and_a_choice(tmp_path: Path) -> None:
    rows = [
        ("fever, chills", "fever"),
        ("fever, chills", "fever, chills"),
        ("fever", "cough"),
        ("cough", "cough"),
    ]
    measure = "krippendorff_alpha_masi"
    doubtful = measured(tmp_path, rows, measure)
    assert doubtful.read_as.to_json()["parted"] == {"fever, chills": 3}
    assert any("3" in text and "--separator" in text for text in doubtful.cautions)
    single, several = (measured(tmp_path, rows, measure, separator=sign) for sign in (";", ","))
    assert not single.cautions or not any("--separator" in text for text in single.cautions)
    assert not single.read_as.parted
    assert not several.read_as.parted
    assert value(several) == value(doubtful)
    assert value(single) != value(doubtful)


def test_a_cell_read_as_one_label_is_parted_where_the_sign_is_named(tmp_path: Path) -> None:
    rows = [("fever, chills", "fever, chills"), ("cough", "cough"), ("cough", "fever, rash")]
    parted = measured(tmp_path, rows, "krippendorff_alpha_masi", separator=",")
    assert parted.read_as.to_json()["sets"] == {"a,b": 3}
    assert not parted.read_as.unsplit


def test_labels_that_all_stand_apart_are_parted_without_a_doubt(tmp_path: Path) -> None:
    rows = [("x, y", "x"), ("y", "y"), ("x", "x, y")]
    assert measured(tmp_path, rows, "krippendorff_alpha_masi").read_as.parted == ()


def test_an_empty_sign_between_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AloiError) as refused:
        measured(tmp_path, [("a", "b"), ("a", "a")], separator=" ")
    assert refused.value.found.startswith("The separator of labels is")
