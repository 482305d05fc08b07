"""The study as a job: of uploaded files and of gold; what is uploaded is checked before it is kept."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.studies.simplification.pairs import read_folder, read_gold, study_pairs
from aloi.studies.simplification.study import FOLDER
from aloi.studies.simplification.uploads import keep_study_files
from aloi.workbench import jobs
from aloi.workbench.releases import gold as golds
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.rounds import campaigns
from aloi.workbench.texts import corpora
from tests.workbench.brought import import_operations
from tests.workbench.operation_files import write_sets

SETTINGS: dict[str, Json] = {"models": [], "tune": False, "seed": 0}
Content = Callable[[], list[str]]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Return three sets of simplifications of two sources, under the names of a study."""
    folder = tmp_path / "brought"
    folder.mkdir()
    write_sets(folder)
    return [one.rename(one.with_name(f"asset.{one.name}")) for one in sorted(folder.iterdir())]


@pytest.fixture
def gold(store: Store, tmp_path: Path, now: datetime) -> str:
    """Return the campaign whose gold holds the same pairs."""
    about = corpora.About("sleep", "fr", "CC0-1.0", "invented")
    made = import_operations(
        store, write_sets(tmp_path), "sleep", None, "A1", now, about=about, add_annotators=True
    )  # fmt: skip
    golds.freeze(store, FreezeRequest("sleep"), now=now)
    return made.campaign.id


def zipped(files: list[Path], target: Path) -> Path:
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("set/README.md", "read me")
        archive.writestr("__MACOSX/set/._asset.orig.txt", "junk")
        for one in files:
            archive.write(one, f"set/{one.name}")
    return target


def test_uploaded_files_are_studied_as_a_job(
    store: Store, files: list[Path], tmp_path: Path, now: datetime
) -> None:
    name = keep_study_files(files, tmp_path)
    assert keep_study_files([zipped(files, tmp_path / "a.zip")], tmp_path) == name
    assert sorted(one.name for one in (tmp_path / FOLDER).iterdir()) == [name]
    jobs.start(store, "sari_study", {**SETTINGS, "files": f"../{name}", "models": ["lasso"]}, "M1", now)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.error) == ("done", None)
    assert (ended.result["pairs"], ended.result["references"]) == (6, "2")
    # The second source has a simplification that is marked err.
    assert ended.result["fitted_pairs"] == 3
    assert ended.result["models"]["keep"]["lasso"]["reason"].startswith("3 pairs and ")
    assert (ended.done, ended.total) == (3, 4)
    assert json.loads(ended.message) == {"term": "progress-fitting", "values": {"model": "lasso of delete"}}


def test_gold_gives_the_numbers_of_its_files(
    store: Store, files: list[Path], gold: str, tmp_path: Path, now: datetime
) -> None:
    of_files, of_gold = study_pairs(read_folder(files[0].parent)), study_pairs(read_gold(store, gold))
    assert of_gold.scores.tolist() == of_files.scores.tolist()
    assert of_gold.without_err.tolist() == of_files.without_err.tolist()
    assert of_gold.labels == of_files.labels
    # A group given twice is one group of an answer.
    move = of_files.labels.index("move")
    assert (of_files.counts[:, move].max(), of_gold.counts[:, move].max()) == (2, 1)
    jobs.start(store, "sari_study", {**SETTINGS, "campaign": gold}, "M1", now)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.result["pairs"], ended.result["sources_left_out"]) == (6, 0)


def test_a_source_with_one_simplification_is_left_out_and_told(store: Store, gold: str) -> None:
    groups = read_gold(store, gold)
    fewer = [groups[0], type(groups[1])(groups[1].source, groups[1].simplifications[:1])]
    found = study_pairs(fewer)
    assert (found.left_out, len(found.scores), found.references) == (1, 3, "2")
    uneven = [groups[0], type(groups[1])(groups[1].source, groups[1].simplifications[:2])]
    assert study_pairs(uneven).references == "1-2"
    with pytest.raises(AloiError, match="with at most 1 simplification"):
        study_pairs(fewer[1:])


def test_a_stopped_study_leaves_no_result(
    store: Store, files: list[Path], tmp_path: Path, now: datetime
) -> None:
    job = jobs.start(store, "sari_study", {**SETTINGS, "files": keep_study_files(files, tmp_path)}, "M1", now)
    run = store.jobs.progress

    def stopped(*given: Any) -> bool:
        store.jobs.cancel(job.id, now)
        return run(*given)

    store.jobs.progress = stopped  # type: ignore[method-assign]
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.result) == ("cancelled", None)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "asset.simp.1.aln",
            "0 9:0:synonym\n1\n",
            "asset.simp.1.aln, line 1: the source token of the group 9:0:synonym is 9.",
        ),
        ("asset.simp.1.aln", "0 9:0\n1\n", "asset.simp.1.aln, line 1, column 3"),
        ("asset.simp.1.txt", "Il dort .\n", "The numbers of lines differ: 1 in asset.simp.1.txt"),
        ("asset.simp.1.txt", "Il dort .\n\n", "Line 2 of asset.simp.1.txt lacks a text"),
        ("asset.orig.txt", None, "asset.simp.0.aln, asset.simp.0.txt"),
        ("asset.simp.2.aln", None, "asset.simp.2.aln cannot be read"),
        ("notes.txt", "x\n", "The name of a file of the study is notes.txt."),
        ("b.zip", "not an archive", "b.zip cannot be read as ZIP"),
    ],
)
def test_files_no_study_can_be_made_of_are_not_kept(
    files: list[Path], tmp_path: Path, name: str, text: str | None, said: str
) -> None:
    target = files[0].with_name(name)
    chosen = [one for one in files if one.name != name]
    if text is not None:
        target.write_text(text, encoding="utf-8")
        chosen.append(target)
    with pytest.raises(AloiError) as caught:
        keep_study_files(chosen, tmp_path)
    assert said in str(caught.value)
    assert str(tmp_path / FOLDER) not in str(caught.value)
    assert list((tmp_path / FOLDER).glob("*")) == []


def test_another_task_has_nothing_to_study(store: Store, gold: str, content: Content) -> None:
    corpus_id = store.campaigns.get(gold).corpus_id
    other = campaigns.create_campaign(
        store, CampaignRequest("alike", corpus_id, settings=campaigns.scale_settings(0, 5))
    )
    before = content()
    with pytest.raises(AloiError, match="Expected: a campaign of the task operations"):
        read_gold(store, other.id)
    assert content() == before
