"""Names, notes, tags, search and deletion of runs: the run itself never changes."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from aloi.base.errors import AloiError
from aloi.modeling.runs.folder import locked
from aloi.terminal.main import aloi
from aloi.workbench.models.runs import delete_run, describe, matching, runs
from aloi.workbench.requests.models.runs import (
    DeleteRunRequest,
    NameRunRequest,
    NoteRunRequest,
    TagRunRequest,
)
from tests.workbench.run_folders import OTHER_TEST, TEST, write_run_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    cases = (("sbert_sts", (TEST,)), ("levenshtein", (TEST,)), ("length", (OTHER_TEST,)))
    for recipe, tests in cases:
        write_run_folder(tmp_path / "runs", recipe=recipe, tests=tests)
    return tmp_path / "runs"


def ids(folder: Path, search: str = "") -> dict[str, str]:
    """Return recipe -> id of the runs that a search finds."""
    return {line.spec.recipe: line.id for line in matching(runs(folder), search) if line.spec}


def test_words_are_searched_with_recipe_and_data_and_change_nothing_of_the_run(folder: Path) -> None:
    run = ids(folder)["sbert_sts"]
    files = {path: path.read_bytes() for path in (folder / run).iterdir()}
    describe(folder, NameRunRequest(run[:6], " Première "))
    describe(folder, NoteRunRequest(run[:6], "à refaire sans fuites"))
    describe(folder, TagRunRequest(run[:6], ("papier", " fr ", "")))
    describe(folder, TagRunRequest(run, ("fr", "brouillon")))
    about = describe(folder, TagRunRequest(run, ("papier",), remove=True))
    assert (about.name, about.tags) == ("Première", ("fr", "brouillon"))
    assert [line.about for line in runs(folder) if line.id == run] == [about]
    assert set(ids(folder, "BROUILLON sbert clinical")) == {"sbert_sts"}
    assert set(ids(folder, "clinical 1.0/test")) == {"sbert_sts", "levenshtein"}
    assert ids(folder, "papier") == {}
    describe(folder, NameRunRequest(run, ""))
    describe(folder, NoteRunRequest(run, ""))
    about = describe(folder, TagRunRequest(run, ("fr", "brouillon"), remove=True))
    assert about.words.strip() == ""
    assert {path: path.read_bytes() for path in files} == files


def test_a_deleted_run_tells_which_runs_it_was_compared_with(folder: Path) -> None:
    by_recipe = ids(folder)
    deleted = delete_run(None, folder, DeleteRunRequest(by_recipe["levenshtein"]))
    assert deleted.compared == (by_recipe["sbert_sts"],)
    assert set(ids(folder)) == {"sbert_sts", "length"}
    assert sorted(path.name for path in folder.iterdir()) == sorted(ids(folder).values())


def test_a_run_in_progress_or_behind_a_release_stays(folder: Path) -> None:
    run = ids(folder)["sbert_sts"]
    with locked(folder / run), pytest.raises(AloiError, match="in progress"):
        delete_run(None, folder, DeleteRunRequest(run))

    def store(heads: tuple[str, ...]) -> Any:
        campaign = SimpleNamespace(id="c", corpus_id="k", name="Clinique")
        origin = SimpleNamespace(parameters={"run": run})
        return SimpleNamespace(
            campaigns=SimpleNamespace(list=lambda: [campaign]),
            texts=SimpleNamespace(
                corpus_item_ids=lambda corpus: ["i"], origins=lambda items: {"i": (origin,)}
            ),
            suggestions=SimpleNamespace(counts=lambda campaign: {f"run {run} (sbert)": 3, "run 0 (x)": 9}),
            gold=SimpleNamespace(release_heads=lambda campaign: heads),
        )

    with pytest.raises(AloiError, match="Clinique"):
        delete_run(store(("1.0",)), folder, DeleteRunRequest(run))
    assert run in ids(folder).values()
    assert delete_run(store(()), folder, DeleteRunRequest(run)).origins == {"Clinique": 4}


def test_the_commands_name_tag_and_delete(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALOI_DATA", str(folder.parent))
    monkeypatch.chdir(folder.parent)
    run = ids(folder)["sbert_sts"]

    def command(*words: str) -> str:
        result = CliRunner().invoke(aloi, ["run", *words])
        assert result.exit_code == 0, result.output
        return result.output

    command("name", run, "Première")
    command("tag", run, "fr", "papier")
    assert "Première" in command("list", "--search", "papier")
    assert "Première" not in command("list", "--search", "levenshtein")
    command("tag", run, "fr", "--remove")
    assert "papier" in command("note", run, "à garder")
    command("delete", run)
    assert run not in command("list")
