"""The benchmark suite from the command line, on invented data and with the floors."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from aloi.studies.drbenchmark.core.declarations import task, tasks
from aloi.studies.drbenchmark.core.synthetic_data import write_suite


@pytest.fixture
def kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ALOI_DATA", str(folder))
    return folder


def test_list_says_what_is_there_and_what_to_do(kept, invoke) -> None:
    write_suite(kept / "suite" / "data", rows=30, chosen=[task("morfitt")])
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


def test_check_counts_rows_and_tells_what_is_broken(kept, invoke) -> None:
    elsewhere = kept / "elsewhere"
    write_suite(elsewhere, chosen=[task("morfitt"), task("clister")])
    whole = invoke("suite", "check", "morfitt", "clister", "--data", str(elsewhere))
    assert whole.exit_code == 0
    assert "499/101/400" in whole.stdout
    (elsewhere / "clister" / "train.jsonl").write_text('{"id": "1"}\n', encoding="utf-8")
    broken = invoke("suite", "check", "clister", "--data", str(elsewhere), "--json")
    assert broken.exit_code == 2
    assert "text_1" in json.loads(broken.stdout)[0]["problem"]


def test_run_table_leaderboard_and_files(kept, invoke) -> None:
    write_suite(kept / "suite" / "data")
    asked = ("suite", "run", "first", "--tasks", "cas_pos,morfitt,frenchmedmcqa,clister", "--seeds", "1,2")
    state = json.loads(invoke(*asked, "--json").stdout)
    assert (state["ran"], state["kept"], state["total"]) == (8, 0, 8)
    again = json.loads(invoke(*asked, "--json").stdout)
    assert (again["ran"], again["kept"]) == (0, 8)
    told = invoke("suite", "table", "first", "--csv", str(kept / "a.csv"), "--latex", str(kept / "a.tex"))
    assert told.exit_code == 0
    assert "Words and look-ups" in told.stdout
    with (kept / "a.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    tasks_told = {row["name"] for row in rows if row["kind"] == "task"}
    assert tasks_told == {"cas_pos", "morfitt", "frenchmedmcqa", "clister"}
    own = {
        (row["metric"], row["model"]) for row in rows if row["name"] == "clister" and row["kind"] == "task"
    }
    assert ("edrm", "Most frequent answer") in own
    assert {row["kind"] for row in rows} == {"task", "difference", "type", "all"}
    latex = (kept / "a.tex").read_text(encoding="utf-8")
    assert latex.count(r"\begin{tabular}") == latex.count(r"\bottomrule") == 3
    board = json.loads(invoke("suite", "leaderboard", "first", "--json").stdout)
    first = board["leaderboard"]["scores"][0]
    assert (first["model"], first["rank"]) == ("Words and look-ups", 1)
    assert len(board["tasks"]) == 4


def test_the_other_protocol_scores_the_same_answers_its_own_way(kept, invoke) -> None:
    write_suite(kept / "suite" / "data", chosen=[task("clister"), task("mantra_emea")])
    invoke("suite", "run", "one", "--tasks", "clister,mantra_emea")
    released = json.loads(invoke("suite", "table", "one", "--as-protocol", "drbenchmark", "--json").stdout)
    assert released["protocol"] == "drbenchmark"
    assert [one["metric"] for one in released["tasks"]] == ["spearman", "seqeval_f1"]
    repaired = json.loads(invoke("suite", "table", "one", "--json").stdout)
    assert [one["metric"] for one in repaired["tasks"]] == ["spearman", "seqeval_strict_f1"]


def test_protocols_are_told_and_set_side_by_side(kept, invoke) -> None:
    told = invoke("suite", "protocols").stdout
    assert "greatest RMSE" in told
    write_suite(kept / "suite" / "data", chosen=[task("clister")])
    for how in ("aloi", "drbenchmark"):
        assert invoke("suite", "run", how, "--tasks", "clister", "--protocol", how).exit_code == 0
    rows = json.loads(invoke("suite", "protocols", "aloi", "drbenchmark", "--json").stdout)
    assert {(row["task"], row["metric"]) for row in rows} == {("clister", "spearman"), ("clister", "edrm")}
    assert invoke("suite", "protocols", "aloi").exit_code == 2


def test_curves_of_parts_of_the_training_rows(kept, invoke) -> None:
    write_suite(kept / "suite" / "data", chosen=[task("morfitt")])
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
def test_bad_wishes_are_refused(kept, invoke, words, said) -> None:
    found = invoke(*words)
    assert found.exit_code == 2
    assert said in found.stderr


def test_absent_data_ends_well_and_is_told(kept, invoke) -> None:
    found = invoke("suite", "run", "none", "--tasks", "clister")
    assert found.exit_code == 0
    assert tasks()[-2].obtain in found.stdout
    assert "no finished cell" in invoke("suite", "table", "none").stderr
