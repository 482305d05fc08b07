"""The benchmark suite from the command line, on invented data and with the floors."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from aloi.studies.drbenchmark.core.declarations import task, tasks
from aloi.studies.drbenchmark.core.synthetic_data import write_suite


@pytest.fixture
def filled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ALOI_DATA", str(folder))
    return folder


def test_list_says_what_is_there_and_what_to_do(filled, invoke) -> None:
    write_suite(filled / "suite" / "data", rows=30, chosen=[task("morfitt")])
    found = invoke("suite", "list", "--json")
    assert found.exit_code == 0
    rows = {row["task"]: row for row in json.loads(found.stdout)}
    assert len(rows) == 20
    assert rows["morfitt"]["present"]
    assert rows["morfitt"]["todo"] == ""
    assert "aloi suite fetch clister" in rows["clister"]["todo"]
    told = invoke("suite", "list").stdout
    assert "CC BY-SA 4.0" in told
    assert "data-use agreement" in told


def test_check_counts_rows_and_tells_what_is_broken(filled, invoke) -> None:
    elsewhere = filled / "elsewhere"
    write_suite(elsewhere, chosen=[task("morfitt"), task("clister")])
    whole = invoke("suite", "check", str(elsewhere), "--tasks", "morfitt,clister")
    assert whole.exit_code == 0
    assert "499/101/400" in whole.stdout
    (elsewhere / "clister" / "train.jsonl").write_text('{"id": "1"}\n', encoding="utf-8")
    broken = invoke("suite", "check", str(elsewhere), "--tasks", "clister", "--json")
    assert broken.exit_code == 2
    [row] = json.loads(broken.stdout)["tasks"]
    assert (row["name"], row["status"], row["layout"], row["rows"]) == ("clister", "broken", "columns", None)
    assert "text_1" in row["problem"]
    both = invoke("suite", "check", str(elsewhere), "--tasks", "morfitt,cas_pos", "--json")
    present, absent = json.loads(both.stdout)["tasks"]
    assert (present["status"], absent["status"]) == ("present", "absent")
    assert set(present["rows"]) == {"train", "validation", "test"}


def test_run_table_leaderboard_and_files(filled, invoke) -> None:
    write_suite(filled / "suite" / "data")
    asked = ("suite", "run", "first", "--tasks", "cas_pos,morfitt,frenchmedmcqa,clister", "--seeds", "1,2")
    state = json.loads(invoke(*asked, "--json").stdout)
    assert (state["ran"], state["kept"], state["total"]) == (8, 0, 8)
    again = json.loads(invoke(*asked, "--json").stdout)
    assert (again["ran"], again["kept"]) == (0, 8)
    told = invoke("suite", "table", "first", "--csv", str(filled / "a.csv"), "--latex", str(filled / "a.tex"))
    assert told.exit_code == 0
    assert "Words and look-ups" in told.stdout
    for metric in ("exact_match", "jaccard", "spearman", "edrm", "weighted_f1", "macro_f1"):
        assert f" {metric} " in told.stdout
    with (filled / "a.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    tasks_told = {row["name"] for row in rows if row["kind"] == "task"}
    assert tasks_told == {"cas_pos", "morfitt", "frenchmedmcqa", "clister"}
    own = {
        (row["metric"], row["model"]) for row in rows if row["name"] == "clister" and row["kind"] == "task"
    }
    assert ("edrm", "Most frequent answer") in own
    assert {row["kind"] for row in rows} == {"task", "difference", "type", "all"}
    latex = (filled / "a.tex").read_text(encoding="utf-8")
    assert latex.count(r"\begin{tabular}") == latex.count(r"\bottomrule") == 3
    board = json.loads(invoke("suite", "leaderboard", "first", "--json").stdout)
    first = board["leaderboard"]["scores"][0]
    assert (first["model"], first["rank"]) == ("Words and look-ups", 1)
    assert len(board["tasks"]) == 4


def test_published_scores_are_beside_those_of_the_run(filled, invoke) -> None:
    write_suite(filled / "suite" / "data", chosen=[task("clister"), task("morfitt")])
    invoke("suite", "run", "first", "--tasks", "clister,morfitt", "--seeds", "1")
    table = filled / "published.tsv"
    table.write_text(
        "task\tmetric\tmodel\tvalue\nclister\tspearman\tWords and look-ups\t0.5\n"
        "morfitt\tweighted_f1\tWords and look-ups\t64.2\ncas_pos\tseqeval_f1\tother\t97\n",
        encoding="utf-8",
    )
    files = ("--csv", str(filled / "a.csv"), "--latex", str(filled / "a.tex"))
    answer = invoke("suite", "table", "first", "--published", str(table), *files)
    assert "Published scores and those of this run:" in answer.stdout
    rows = json.loads(invoke("suite", "table", "first", "--published", str(table), "--json").stdout)[
        "published"
    ]
    assert [row["published"] for row in rows] == [0.5, pytest.approx(0.642), 0.97]
    assert rows[2]["reason"] == "the run does not have this task"
    with (filled / "a.csv").open(encoding="utf-8", newline="") as stream:
        written = [row for row in csv.DictReader(stream) if row["kind"] == "published"]
    for row, line in zip(rows[:2], written, strict=False):
        assert float(line["value"]) == pytest.approx(row["value"] - row["published"])
    assert "Published scores and those of this run" in (filled / "a.tex").read_text(encoding="utf-8")
    table.write_text("task\tmetric\tmodel\tvalue\nclister\tspearman\tx\tgood\n", encoding="utf-8")
    assert (
        "the published score is 'good'" in invoke("suite", "table", "first", "--published", str(table)).stderr
    )


def test_the_other_protocol_scores_the_same_answers_its_own_way(filled, invoke) -> None:
    write_suite(filled / "suite" / "data", chosen=[task("clister"), task("mantra_emea")])
    invoke("suite", "run", "one", "--tasks", "clister,mantra_emea")
    released = json.loads(invoke("suite", "table", "one", "--as-protocol", "drbenchmark", "--json").stdout)
    assert released["protocol"] == "drbenchmark"
    assert [one["metric"] for one in released["tasks"]] == ["spearman", "seqeval_f1"]
    repaired = json.loads(invoke("suite", "table", "one", "--json").stdout)
    assert [one["metric"] for one in repaired["tasks"]] == ["spearman", "seqeval_strict_f1"]


def test_protocols_are_told_and_set_side_by_side(filled, invoke) -> None:
    told = invoke("suite", "protocols").stdout
    assert "  released: In lower case, without a list of stop words" in told
    assert told.count("  both protocols: ") == 4
    assert "greatest RMSE" in told
    write_suite(filled / "suite" / "data", chosen=[task("clister")])
    for how in ("aloi", "drbenchmark"):
        assert invoke("suite", "run", how, "--tasks", "clister", "--protocol", how).exit_code == 0
    rows = json.loads(invoke("suite", "protocols", "aloi", "drbenchmark", "--json").stdout)
    assert {(row["task"], row["metric"]) for row in rows} == {("clister", "spearman"), ("clister", "edrm")}
    assert invoke("suite", "protocols", "aloi").exit_code == 2


def test_curves_of_parts_of_the_training_rows(filled, invoke) -> None:
    write_suite(filled / "suite" / "data", chosen=[task("morfitt")])
    shares = ("--shares", "0.25,0.5,0.75,1", "--draws", "2")
    state = json.loads(invoke("suite", "run", "curve", "--tasks", "morfitt", *shares, "--json").stdout)
    assert state["ran"] == 2 * (3 * 2 + 1)
    found = json.loads(invoke("suite", "curve", "curve", "--json").stdout)
    surface = next(one for one in found if one["model"] == "Words and look-ups")
    assert [(point["items"], point["fits"]) for point in surface["curve"]["points"]] == [
        (10, 2),
        (21, 2),
        (31, 2),
        (42, 1),
    ]
    assert "more rows" in surface["curve"]["sentence"]
    invoke("suite", "run", "whole", "--tasks", "morfitt")
    assert "too few sizes" in invoke("suite", "curve", "whole").stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("suite", "run"), "The name of the run is"),
        (("suite", "run", "../x"), "letters, digits"),
        (("suite", "run", "x", "--tasks", "cas"), "No task of the suite"),
        (("suite", "run", "x", "--seeds", "one"), "--seeds is 'one'"),
        (("suite", "run", "x", "--shares", "half"), "--shares is 'half'"),
        (("suite", "run", "x", "--set", "epochs"), "--set is 'epochs'"),
        (("suite", "run", "x", "--protocol", "other"), "--protocol is 'other'"),
        (("suite", "table", "nothing"), "The run of the suite 'nothing' does not exist"),
    ],
)
def test_bad_wishes_are_refused(filled, invoke, words, said) -> None:
    found = invoke(*words)
    assert found.exit_code == 2
    assert said in found.stderr


def test_absent_data_ends_well_and_is_told(filled, invoke) -> None:
    found = invoke("suite", "run", "none", "--tasks", "clister")
    assert found.exit_code == 0
    assert tasks()[-2].obtain in found.stdout
    assert "no finished cell" in invoke("suite", "table", "none").stderr
