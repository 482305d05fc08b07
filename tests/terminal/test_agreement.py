"""`aloi agreement`: values of published examples, wide and long tables, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

# Krippendorff 2011: four observers, twelve units, some cells missing.
KRIPPENDORFF = """unit\tA\tB\tC\tD
1\t1\t1\t\t1
2\t2\t2\t3\t2
3\t3\t3\t3\t3
4\t3\t3\t3\t3
5\t2\t2\t2\t2
6\t1\t2\t3\t4
7\t4\t4\t4\t4
8\t1\t1\t2\t1
9\t2\t2\t2\t2
10\tNA\t5\t5\t5
11\tNA\tNA\t1\t1
12\tNA\tNA\t3\tNA
"""


@pytest.fixture
def table(folder: Path) -> Callable[[str], Path]:
    def write(text: str, name: str = "table.tsv") -> Path:
        (folder / name).write_text(text, encoding="utf-8")
        return folder / name

    return write


def value_of(document: dict[str, Any], measure: str) -> float:
    [found] = [one["value"] for one in document["results"] if one["measure"] == measure]
    return found


@pytest.mark.parametrize(
    ("level", "alpha"),
    [("nominal", 0.743421), ("ordinal", 0.815388), ("interval", 0.849107), ("ratio", 0.797403)],
)
def test_alpha_at_each_level(told: Any, table: Any, level: str, alpha: float) -> None:
    document = told("agreement", table(KRIPPENDORFF), "--level", level, "--measure", "krippendorff_alpha")
    [result] = document["results"]
    assert result["value"] == pytest.approx(alpha, abs=1e-6)
    assert (result["units"], result["annotators"], result["ratings"]) == (11, 4, 41)
    assert result["ci"][0] < alpha < result["ci"][1]
    assert f"level:{level}" in result["signature"]
    assert len(document["pairs"]) == 6
    assert set(document["pairs"][0]) >= {"a", "b", "units", "measure", "weights", "value", "reason"}


def test_long_table_gives_the_same_numbers(told: Any, table: Any) -> None:
    rows = [line.split("\t") for line in KRIPPENDORFF.splitlines()]
    long = "item,who,mark\n" + "".join(
        f"{row[0]},{name},{cell}\n"
        for row in reversed(rows[1:])
        for name, cell in zip(rows[0][1:], row[1:], strict=True)
    )
    wide = told("agreement", table(KRIPPENDORFF), "--level", "ordinal", "--seed", 3)
    names = ("--unit", "item", "--annotator", "who", "--value", "mark")
    found = told("agreement", table(long, "long.csv"), *names, "--level", "ordinal", "--seed", 3)
    assert found.pop("read_as")["layout"] == "long"
    assert wide.pop("read_as")["layout"] == "wide"
    layouts = [one.pop("tables_read")[0]["layout"] for one in (found, wide)]
    assert layouts == ["long", "wide"]
    assert found == wide


def test_weights_by_value_and_by_rank(told: Any, table: Any) -> None:
    pairs = [(0, 0), (1, 1), (5, 1), (5, 5), (0, 1), (1, 5)]
    path = table("unit\tA\tB\n" + "".join(f"{n}\t{a}\t{b}\n" for n, (a, b) in enumerate(pairs)))
    options = ("--level", "interval", "--measure", "cohen_kappa", "--weights", "quadratic", "--ci", "none")
    by_value = value_of(told("agreement", path, *options), "cohen_kappa")
    by_rank = value_of(told("agreement", path, *options, "--weights-by", "rank"), "cohen_kappa")
    # Squared distances seen: 16, 1 and 16 by value, 1 each by rank. By chance, from the margins A 2, 2, 2 and
    # B 1, 3, 2 of the values 0, 1 and 5 (over 36): twice 1*3 + 25*2 + 1*1 + 16*2 + 25*1 + 16*3.
    assert by_value == pytest.approx(1 - (33 / 6) / (2 * (3 + 50 + 1 + 32 + 25 + 48) / 36))
    assert by_rank == pytest.approx(1 - (3 / 6) / (2 * (3 + 8 + 1 + 2 + 4 + 3) / 36))


def test_labels_declared_in_order(told: Any, table: Any, refused: Any) -> None:
    path = table("unit\tA\tB\n1\tlow\tlow\n2\tmid\thigh\n3\thigh\thigh\n4\tlow\tmid\n")
    assert "labels whose order is declared" in refused("agreement", path, "--level", "ordinal")
    declared = told("agreement", path, "--level", "ordinal", "--categories", "low,mid,high")
    numbers = table("unit\tA\tB\n1\t1\t1\n2\t2\t3\n3\t3\t3\n4\t1\t2\n", "numbers.tsv")
    same = told("agreement", numbers, "--level", "ordinal")
    assert value_of(declared, "krippendorff_alpha") == value_of(same, "krippendorff_alpha")


def test_by_reports_each_part_beside_the_whole(told: Any, table: Any) -> None:
    path = table("part\tunit\tA\tB\nx\t1\ta\ta\nx\t2\tb\tb\ny\t3\ta\tb\ny\t4\tb\ta\n")
    document = told("agreement", path, "--level", "nominal", "--by", "part", "--measure", "cohen_kappa")
    assert value_of(document, "cohen_kappa") == 0
    assert [(one["group"], value_of(one, "cohen_kappa")) for one in document["groups"]] == [
        ("x", 1),
        ("y", -1),
    ]
    assert "part:x" in document["groups"][0]["results"][0]["signature"]


def test_whole_documents_are_resampled(told: Any, table: Any, refused: Any) -> None:
    rows = [("d1", 1, 1), ("d1", 1, 1), ("d2", 2, 1), ("d2", 2, 1), ("d3", 2, 2), ("d4", 3, 3)] * 3
    path = table("unit\tdoc\tA\tB\n" + "".join(f"{n}\t{d}\t{a}\t{b}\n" for n, (d, a, b) in enumerate(rows)))
    options = (
        "agreement",
        path,
        "--level",
        "interval",
        "--measure",
        "krippendorff_alpha",
        "--cluster",
        "doc",
    )
    [clustered] = told(*options)["results"]
    assert clustered["ci_method"] == "score-t1.0-clusters4"
    assert "cluster:doc" in clustered["signature"]
    assert told(*options) == told(*options)
    assert "only it can resample documents" in refused(*options, "--ci", "analytic")


def test_sets_have_their_own_measures(told: Any, table: Any) -> None:
    # Seven annotators of the target `mince`: the worked example of the substitution task.
    answers = ["etroit", "etroit", "etroit; fin", "etroit; fin", "etroit; petit", "fin; petit", "fin"]
    path = table("unit\t" + "\t".join("ABCDEFG") + "\n1\t" + "\t".join(answers) + "\n")
    document = told(
        "agreement",
        path,
        "--level",
        "nominal",
        "--measure",
        "pairwise_agreement",
        "--measure",
        "mode_agreement",
    )
    assert value_of(document, "pairwise_agreement") == pytest.approx(0.388889, abs=1e-6)
    assert value_of(document, "mode_agreement") == pytest.approx(5 / 7)


def test_alpha_of_sets_names_its_distance(told: Any, table: Any, refused: Any) -> None:
    path = table("unit\tA\tB\n1\ta; b\ta\n2\tb\tb\n3\ta; c\tc; a\n4\tc\tc\n")
    options = ("--measure", "krippendorff_alpha_masi", "--measure", "krippendorff_alpha_jaccard")
    masi, jaccard = told("agreement", path, "--level", "nominal", *options)["results"]
    assert "|distance:masi|" in masi["signature"]
    assert "|distance:jaccard|" in jaccard["signature"]
    assert masi["value"] < jaccard["value"] < 1
    assert "sets have no order" in refused("agreement", path, "--level", "ordinal", *options)


def test_undefined_is_null_with_a_reason(told: Any, table: Any) -> None:
    document = told("agreement", table("unit\tA\tB\n1\t3\t3\n2\t3\t3\n"), "--level", "nominal")
    assert value_of(document, "krippendorff_alpha") is None
    assert value_of(document, "percent_agreement") == 1
    assert {one["reason"] for one in document["results"] if one["value"] is None} == {"one category"}


def test_reports_are_written_beside_the_answer(told: Any, table: Any, folder: Path) -> None:
    page, tables = folder / "r.html", folder / "r.tex"
    path = table(KRIPPENDORFF)
    document = told("agreement", path, "--level", "ordinal", "--html", page, "--latex", tables)
    assert document == told("agreement", path, "--level", "ordinal")
    for one in document["results"]:
        assert one["signature"] in page.read_text(encoding="utf-8")
        assert f"% {one['signature']}\n" in tables.read_text(encoding="utf-8")
    assert "0.815" in tables.read_text(encoding="utf-8")


def test_a_report_that_cannot_be_written_is_told(refused: Any, table: Any, folder: Path) -> None:
    missing = folder / "nowhere" / "r.tex"
    told = refused("agreement", table(KRIPPENDORFF), "--level", "nominal", "--latex", missing)
    assert "cannot be written" in told


def test_the_terminal_says_which_ordinal_it_is(invoke: Any, table: Any) -> None:
    options = ("--level", "ordinal", "--weights", "ordinal", "--ci", "none")
    shown = invoke("agreement", table(KRIPPENDORFF), *options).stdout
    assert "ordinal distance (Krippendorff)" in shown
    assert "ordinal weights (Gwet)" in shown


def test_numbers_are_printed_whole(invoke: Any, table: Any) -> None:
    result = invoke("agreement", table(KRIPPENDORFF), "--level", "nominal", "--json", "--ci", "none")
    value = value_of(json.loads(result.stdout), "krippendorff_alpha")
    assert value == pytest.approx(113 / 152, abs=1e-15)
    assert "0.7434" in invoke("agreement", table(KRIPPENDORFF), "--level", "nominal").stdout


@pytest.mark.parametrize(
    ("text", "level", "message"),
    [
        ("unit\n1\n2\n", "nominal", "At least two annotators"),
        ("unit\tA\n1\t2\n2\t3\n", "ordinal", "At least two annotators"),
        ("unit\tA\tB\n1\t2,5\t3.5\n2\t3\t3\n", "interval", "decimal comma"),
        ("unit\tA\tB\n1\t2,5\t3.5\n2\t3\t3\n", "nominal", "decimal comma"),
        ("unit\tA\tB\n1\tlow\t3\n2\t3\t3\n", "interval", "by 'A' of the unit '1' is 'low'"),
        ("unit\tA\tB\n1\tinf\t3\n2\t3\t3\n", "ordinal", "'inf'"),
        ("unit\tA\tB\n1\t2\t3\n1\t3\t3\n", "nominal", "the unit '1' is already in line 2"),
        ("unit\tA\tB\n1\t2\t3\n2\t3\n", "nominal", "line 3"),
        ("", "nominal", "contains no rows"),
        ("unit\tA\tB\n1\t2\t3\n", "ordinary", "--level is 'ordinary'"),
    ],
)
def test_bad_tables_are_refused(refused: Any, table: Any, text: str, level: str, message: str) -> None:
    assert message in refused("agreement", table(text), "--level", level)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--measure", "kappa"), "No measure is called 'kappa'"),
        (("--weights", "cubic"), "cubic"),
        (("--ci", "magic"), "magic"),
        (("--by", "part"), "part"),
        (("--categories", "1,2"), "declared categories"),
        (("--annotator", "A"), "the column of the annotator or that of the rating"),
    ],
)
def test_bad_options_are_refused(refused: Any, table: Any, options: tuple[str, ...], message: str) -> None:
    assert message in refused("agreement", table(KRIPPENDORFF), "--level", "nominal", *options)


def test_labels_missing_from_the_declared_ones_are_refused(refused: Any, table: Any) -> None:
    path = table("unit\tA\tB\n1\tlow\thigh\n2\tmid\thigh\n")
    for level in ("nominal", "ordinal"):
        told = refused("agreement", path, "--level", level, "--categories", "low,high")
        assert "The rating by 'A' of the unit '2' is 'mid'." in told
        assert "add the value to the declared categories" in told


def test_a_column_named_twice_is_refused(refused: Any, table: Any) -> None:
    path = table("item\twho\tmark\n1\tA\t2\n1\tB\t2\n")
    names = ("--unit", "item", "--annotator", "who", "--value", "who")
    assert "The column 'who' appears twice" in refused("agreement", path, "--level", "nominal", *names)


def test_an_annotator_twice_on_an_item_is_refused(refused: Any, table: Any) -> None:
    path = table("item\twho\tmark\n1\tA\t2\n1\tB\t2\n1\tA\t3\n")
    names = ("--unit", "item", "--annotator", "who", "--value", "mark")
    assert "'A' rates '1', as in line 2" in refused("agreement", path, "--level", "nominal", *names)


@pytest.mark.shared
@pytest.mark.parametrize(("level", "alpha"), [("nominal", 0.577), ("ordinal", 0.878), ("interval", 0.874)])
def test_biosses(told: Any, shared: Path, level: str, alpha: float) -> None:
    """Five real annotators, 100 pairs, a 0-4 scale; the columns of texts beside the ratings are left out."""
    document = told(
        "agreement", shared / "data" / "biosses" / "biosses.tsv", "--level", level, "--ci", "none"
    )
    assert round(value_of(document, "krippendorff_alpha"), 3) == alpha
    assert document["results"][0]["ratings"] == 500


@pytest.mark.shared
def test_the_three_scales_of_asset(told: Any, shared: Path) -> None:
    """A hundred items rated on three scales in one long table: an item belongs to its scale."""
    document = told(
        "agreement",
        shared / "data" / "asset-human-ratings" / "human_ratings.csv",
        *("--level", "interval", "--measure", "krippendorff_alpha", "--by", "aspect", "--ci", "none"),
        *("--unit", "original_sentence_id", "--annotator", "worker_id", "--value", "rating"),
    )
    found = {one["group"]: round(value_of(one, "krippendorff_alpha"), 4) for one in document["groups"]}
    assert found == {"meaning": 0.5872, "fluency": 0.5614, "simplicity": 0.4347}


def test_an_interval_that_is_often_wrong_is_told(
    told: Callable[..., Any], invoke: Callable[..., Any], table: Callable[[str], Path]
) -> None:
    rows = [f"{n}\t{a}\t{b}" for n, (a, b) in enumerate([(0, 0)] * 78 + [(1, 1)] * 19 + [(0, 1)] * 3)]
    path = table("\n".join(["unit\tA\tB", *rows, ""]))
    asked = ("agreement", path, "--level", "nominal", "--measure", "krippendorff_alpha")
    [few] = told(*asked)["cautions"]
    assert "Annotators differ on 3 units only" in few
    asked = (*asked, "--ci", "analytic")
    [said] = told(*asked)["cautions"]
    assert "the coverage of analytic intervals was 88%, not 95%. Use the bootstrap: 95%." in said
    assert f"Warning: {said}" in invoke(*asked).stdout
    assert told(*asked, "--ci", "bootstrap")["cautions"] == []


def test_the_difference_of_two_tables_has_an_interval_and_p(told: Any, table: Any, tmp_path: Path) -> None:
    apart = "unit\tA\tB\n" + "".join(f"{n}\t{n % 2}\t{n // 2 % 2}\n" for n in range(60))
    near = "unit\tA\tB\n" + "".join(f"{n}\t{n % 2}\t{n % 2 if n % 10 else 1}\n" for n in range(60))
    first, second = table(apart), tmp_path / "second.tsv"
    second.write_text(near, encoding="utf-8")
    options = ("--level", "nominal", "--measure", "krippendorff_alpha")
    [found] = told("agreement", "difference", first, second, *options)["differences"]
    assert found["difference"] == pytest.approx(found["second"] - found["first"])
    assert found["ci"][0] < found["difference"] < found["ci"][1]
    assert found["p"] < 0.001
    assert found["method"].startswith("mover-independent")
    [paired] = told("agreement", "difference", first, second, *options, "--paired")["differences"]
    assert paired["method"].startswith("paired-t")


def test_two_groups_of_a_table_are_compared_and_a_plan_says_what_it_takes(
    told: Any, invoke: Any, refused: Any, table: Any
) -> None:
    rows = [(n % 2, n % 2 if n % 10 else 1, n // 2 % 2) for n in range(80)]
    path = table("unit\tA\tB\tC\n" + "".join(f"{n}\t{a}\t{b}\t{c}\n" for n, (a, b, c) in enumerate(rows)))
    asked = ("agreement", "difference", path, path, "--level", "nominal", "--measure", "krippendorff_alpha")
    groups = (*asked, "--paired", "--annotators", "A,C", "--against", "A,B", "--detect", "0.1")
    document = told(*groups)
    assert document["schema"] == "aloi/agreement/2"
    [found] = document["differences"]
    assert found["difference"] > 0.5
    assert found["p"] < 0.001
    assert found["units"] == [80, 80]
    assert found["planned"] == pytest.approx([80 * (found["detectable"] / 0.1) ** 2] * 2, abs=1)
    assert f"0.1 apart is found in 4 of 5 cases by {found['planned'][0]} and" in invoke(*groups).stdout
    assert "The smallest difference that matters is 0" in refused(*groups[:-1], "0")


ORDINAL = (
    "u,a,b,c\n0,2,3,2\n1,0,2,1\n2,2,,2\n3,4,3,3\n4,4,5,3\n"
    "5,3,2,3\n6,2,2,2\n7,2,1,\n8,,,4\n9,4,5,5\n10,2,3,3\n11,2,2,0\n"
)


def test_ac2_asked_without_weights_has_no_value_and_by_default_those_of_the_level(
    folder: Path, told: Callable[..., Any]
) -> None:
    (folder / "t.csv").write_text(ORDINAL)
    asked = ("agreement", "t.csv", "--level", "ordinal", "--measure", "gwet_ac2", "--ci", "none")
    found = told(*asked, "--weights", "unweighted")
    for one in (*found["results"], *found["pairs"]):
        assert one["value"] is None
        assert one["reason"] == "AC2 needs weights (unweighted it is AC1)"
    [default] = told(*asked)["results"]
    assert (default["weights"], round(default["value"], 4)) == ("ordinal", 0.8262)
    assert told(*asked)["pairs"][0]["weights"] == "ordinal"


def test_a_measure_that_takes_no_weights_says_so(folder: Path, told: Callable[..., Any]) -> None:
    (folder / "t.csv").write_text(ORDINAL)

    def cautions(level: str, measure: str, *options: str) -> list[str]:
        found = told("agreement", "t.csv", "--level", level, "--measure", measure, "--ci", "none", *options)
        return [one for one in found["cautions"] if "takes no weights" in one]

    for measure in ("krippendorff_alpha", "gwet_ac1", "icc_2_1", "lin_ccc"):
        assert len(cautions("ordinal", measure, "--weights", "linear")) == 1
        assert len(cautions("ordinal", measure, "--weights-by", "rank")) == 1
        assert not cautions("ordinal", measure)
    assert not cautions("ordinal", "fleiss_kappa", "--weights", "linear")
    assert not cautions("interval", "krippendorff_alpha", "--weights", "quadratic")
    assert not cautions("nominal", "krippendorff_alpha", "--weights", "unweighted")
    assert cautions("ordinal", "krippendorff_alpha", "--weights", "ordinal")


def test_weights_of_labels_without_a_declared_order_are_refused(
    folder: Path, told: Callable[..., Any], refused: Callable[..., str]
) -> None:
    (folder / "t.csv").write_text("u,a,b\n1,low,mid\n2,mid,high\n3,low,low\n4,high,high\n5,mid,low\n")
    asked = ("agreement", "t.csv", "--level", "nominal", "--measure", "cohen_kappa", "--weights", "linear")
    assert "--categories" in refused(*asked)
    [found] = told(*asked, "--categories", "low,mid,high")["results"]
    assert round(found["value"], 4) == 0.3478
