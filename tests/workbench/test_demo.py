"""The same seed makes the same demo, another seed another one; the whole demo has every task."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.tasks import TASKS, task
from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_report
from aloi.workbench.demo.filling import fill_demo
from aloi.workbench.demo.similarity import Demo, build_demo
from aloi.workbench.models.recipes import recipes_for
from aloi.workbench.models.runs import done_runs, runs_folder
from aloi.workbench.rounds import adjudicating
from aloi.workbench.store.check import check


@pytest.mark.slow
def test_a_seed_decides_the_content_of_the_demo(tmp_path: Path) -> None:
    made: list[Demo] = []
    for number, seed in enumerate((0, 0, 1)):
        store = Store.open(f"sqlite:///{tmp_path / f'{number}.db'}")
        made.append(build_demo(store, tmp_path / str(number), seed))
        assert check(store).problems == ()
        store.close()
    first, same, other = (one.release.checksum for one in made)
    assert first == same
    assert first != other
    assert [one.pseudonym for one in made[0].people] == [one.pseudonym for one in made[2].people]


@pytest.mark.slow
def test_the_whole_demo_goes_from_texts_to_models_in_every_task(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    told: list[str] = []

    def progress(done: int, total: int, message: str) -> bool:
        told.append(message)
        return True

    names = fill_demo(store, tmp_path, 0, progress)
    campaigns = store.campaigns.list()
    assert {one.schema.task_type for one in campaigns} == {one.name for one in TASKS}
    assert told == [*names, ""]
    assert {one.pseudonym for one in store.people.list()} == {"M1", "A1", "A2", "A3", "A4", "A5", "J1"}
    trained_on = {use.label for run in done_runs(runs_folder(tmp_path)) for use in run.spec.tests}
    for one in campaigns:
        kind = task(one.schema.task_type)
        _, agreed, *_ = store.campaigns.rounds(one.id)
        value = round_report(store, one.id, agreed.number).results[0].value
        assert value is not None, one.name
        assert 0.3 < value < 0.95, one.name
        last = store.campaigns.rounds(one.id)[-1]
        open_answers = len(store.answers.latest(last.id))
        if kind.name != "similarity":
            assert 0 < open_answers < len(last.item_ids) * last.overlap, one.name
            assert bool(adjudicating.queue(store, one.id, last.number).disputes) != kind.gathers, one.name
        [release] = store.gold.releases(one.id)
        assert release.manifest["statement"]
        assert (f"{one.name} 1.0/test" in trained_on) == bool(recipes_for(kind.row_kind)), one.name
    assert check(store).problems == ()
    before = (len(campaigns), len(store.people.list()), len(done_runs(runs_folder(tmp_path))))
    assert fill_demo(store, tmp_path, 0) == names
    assert before == (
        len(store.campaigns.list()), len(store.people.list()), len(done_runs(runs_folder(tmp_path))),
    )  # fmt: skip
    store.close()
