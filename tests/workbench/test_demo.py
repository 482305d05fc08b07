"""The same seed makes the same demo, another seed another one; the whole demo has every task."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.model import Annotation
from aloi.annotation.tasks import TASKS, task
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_report
from aloi.workbench.demo import large, people
from aloi.workbench.demo.filling import fill_demo
from aloi.workbench.demo.names import NAMES, SIMILARITY
from aloi.workbench.demo.similarity import START, Demo, build_demo
from aloi.workbench.models.recipes import recipes_for
from aloi.workbench.models.runs import done_runs, runs_folder
from aloi.workbench.store.check import check


@pytest.mark.slow
def test_a_seed_decides_the_content_of_the_demo(tmp_path: Path) -> None:
    made: list[Demo] = []
    answers: list[list[tuple[str, Json]]] = []
    for number, (seed, language) in enumerate(((0, "en"), (0, "en"), (1, "en"), (0, "fr"))):
        store = Store.open(f"sqlite:///{tmp_path / f'{number}.db'}")
        demo = build_demo(store, tmp_path / str(number), seed, language=language)
        made.append(demo)
        rounds = [each.number for each in store.campaigns.rounds(demo.campaign.id)]
        answers.append(
            [(each.key.item_id, each.value) for n in rounds for each in _answers(store, demo.campaign.id, n)]
        )
        assert check(store).problems == ()
        store.close()
    first, same, other, _ = (one.release.checksum for one in made)
    assert first == same
    assert first != other
    assert [one.pseudonym for one in made[0].people] == [one.pseudonym for one in made[2].people]
    assert answers[0] == answers[3] != answers[2], "the language is that of names, not of answers"
    assert made[3].campaign.name == NAMES[SIMILARITY]["fr"]


def _answers(store: Store, campaign: str, number: int) -> list[Annotation]:
    [round_] = [each for each in store.campaigns.rounds(campaign) if each.number == number]
    return store.answers.latest(round_.id)


@pytest.mark.slow
def test_the_large_campaign_is_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(large, "ITEMS", 60)
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    people_ = [*people.simulated(), *people.simulated("joining")]
    people.add_people(store, people_, START)
    large.build_large(store, tmp_path, 0, START, "en")
    [campaign] = store.campaigns.list()
    assert len(store.texts.corpus_items(campaign.corpus_id)) >= 2000
    answers = _answers(store, campaign.id, 1)
    assert len(answers) == 72
    assert len({each.created_at.date() for each in answers}) == 12
    store.close()


@pytest.mark.slow
def test_the_whole_demo_goes_from_texts_to_models_in_every_task(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    told: list[str] = []

    def progress(done: int, total: int, message: str) -> bool:
        told.append(message)
        return True

    names = fill_demo(store, tmp_path, 0, progress, language="fr")
    assert all(name.startswith("Démo : ") for name in names)
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
        assert 40 <= len(last.item_ids) <= 60, one.name
        assert 0.4 < open_answers / (len(last.item_ids) * last.overlap) < 0.7, one.name
        statuses = [each.status for each in store.campaigns.rounds(one.id)]
        assert [status.value for status in statuses] == ["closed"] * (len(statuses) - 1) + ["open"], one.name
        days = {
            each.created_at.date() for number in (1, last.number) for each in _answers(store, one.id, number)
        }
        assert len(days) > 4, one.name
        assert 12 <= (max(days) - min(days)).days <= 21, one.name
        [release] = store.gold.releases(one.id)
        assert release.manifest["statement"]
        assert release.manifest["gate"]["overridden"] == [], one.name
        assert release.manifest["splits"]["dropped"] == [], one.name
        assert (f"{one.name} 1.0/test" in trained_on) == bool(recipes_for(kind.row_kind)), one.name
    assert check(store).problems == ()
    before = (len(campaigns), len(store.people.list()), len(done_runs(runs_folder(tmp_path))))
    assert fill_demo(store, tmp_path, 0) == names
    assert before == (
        len(store.campaigns.list()), len(store.people.list()), len(done_runs(runs_folder(tmp_path))),
    )  # fmt: skip
    store.close()
