"""Judged substitutes brought into a campaign: what comes of them, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aloi.annotation.model import Status
from aloi.base.errors import AloiError
from aloi.corpora.model import Candidate
from aloi.corpora.readers import read_table
from aloi.gold.formats.labels.labelled_jsonl import LabelledJsonl
from aloi.gold.formats.substitutes.swords_file import read_swords
from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_report
from aloi.workbench.imports.layouts.base import ReadOptions
from aloi.workbench.imports.layouts.judgements import Swords
from aloi.workbench.imports.tables import export_annotations
from aloi.workbench.releases.exporting import export
from aloi.workbench.releases.gold import freeze, soft_labels
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import ExportAnswersRequest
from aloi.workbench.rounds.adjudicating import queue
from aloi.workbench.rounds.campaigns import create_campaign
from aloi.workbench.texts.corpora import About
from tests.workbench.brought import import_annotations, import_judgements
from tests.workbench.judgements import ICE, swords, write_swords
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW

ABOUT = About("judged", "fr", "CC0", "written for the test")
SWORDS = About("swords", "en", "CC BY 3.0 US", "Swords v1.1")


def bring(store: Store, path: Path, name: str = "judged") -> Any:
    return import_judgements(store, path, name, ABOUT, NOW, prefix="judge")


@pytest.mark.parametrize("name", ["judged.json", "judged.json.gz"])
def test_labels_become_the_answers_of_a_closed_round(store: Store, tmp_path: Path, name: str) -> None:
    done = bring(store, write_swords(tmp_path, name=name))
    assert (done.targets, done.candidates, done.new, done.already_stored) == (2, 5, 17, 0)
    assert done.labels == {"fits": 6, "does_not": 9, "unsure": 2}
    assert done.by_count == {3: 3, 4: 2}
    assert "need not be one person" in done.note
    assert done.round.status == Status.CLOSED
    assert done.campaign.schema.settings["labels"][0]["title"] == "Convient"
    people = store.people.list()
    assert [one.pseudonym for one in people] == ["judge-1", "judge-2", "judge-3", "judge-4"]
    assert {one.expertise for one in people} == {"a place in a list of anonymous labels, not a person"}
    items = store.texts.items(list(done.round.item_ids))
    assert all(isinstance(one, Candidate) for one in items)
    assert [(one.target.word, one.substitute) for one in items if isinstance(one, Candidate)][::3] == [
        ("mince", "fine"),
        ("lit", "couche"),
    ]
    assert items[0].texts == (ICE,)
    assert items[4].texts == ("Il garde le lit.",)


def test_the_same_file_again_changes_nothing(store: Store, tmp_path: Path) -> None:
    path = write_swords(tmp_path)
    bring(store, path)
    again = bring(store, path)
    assert (again.new, again.already_stored) == (0, 17)
    assert len(store.campaigns.rounds(again.campaign.id)) == 1
    assert len(store.people.list()) == 4


def test_agreement_bears_unequal_numbers_of_annotators(store: Store, tmp_path: Path) -> None:
    bring(store, write_swords(tmp_path))
    report = round_report(store, "judged", 1)
    values = {one.measure: one.value for one in report.views[0].results}
    # Pairs that agree: 1/2, 1/6, 1, 0, 1 of the five candidates.
    assert values["percent_agreement"] == pytest.approx((1 / 2 + 1 / 6 + 1 + 0 + 1) / 5)
    assert report.views[0].crosscheck.difference == pytest.approx(0, abs=1e-12)
    assert [one.distance for one in report.agreement.disputed] == pytest.approx([1, 5 / 6, 1 / 2])


def test_gold_is_the_majority_and_ties_wait_for_a_decision(store: Store, tmp_path: Path) -> None:
    done = bring(store, write_swords(tmp_path))
    frozen = freeze(store, FreezeRequest("judged"), now=NOW)
    values = {one.item_id: one.value for one in frozen.gold.items}
    assert [values.get(one) for one in done.round.item_ids] == [
        {"label": "fits"},
        {"label": "fits"},
        {"label": "does_not"},
        None,
        {"label": "does_not"},
    ]
    assert frozen.undecided == (done.round.item_ids[3],)
    assert [one.item_id for one in queue(store, "judged", 1).disputes] == [done.round.item_ids[3]]
    soft = freeze(store, FreezeRequest("judged", rule="dawid_skene"), now=NOW)
    rows = soft_labels(soft.gold)
    assert {str(row["category"]) for row in rows} <= {"fits", "does_not", "unsure"}
    assert sum(float(str(row["probability"])) for row in rows) == pytest.approx(5, abs=1e-4)


def test_answers_go_out_as_a_table_and_come_back(store: Store, tmp_path: Path) -> None:
    done = bring(store, write_swords(tmp_path))
    assert (
        export_annotations(store, ExportAnswersRequest("judged"), tmp_path / "out.tsv", now=NOW).answers == 17
    )
    row = next(
        one for one in read_table(tmp_path / "out.tsv").rows if one.text("item_id") == done.round.item_ids[0]
    )
    assert (row.text("left"), row.text("right"), row.text("value")) == (
        ICE,
        "Une fine couche de glace recouvrait la vitre.",
        "fits",
    )
    create_campaign(store, CampaignRequest("again", done.campaign.corpus_id, task="judging"))
    back = import_annotations(store, tmp_path / "out.tsv", "again", 1, NOW)
    assert (back.new, back.annotators) == (17, ("judge-1", "judge-2", "judge-3", "judge-4"))


def test_a_release_is_written_as_labelled_texts(store: Store, tmp_path: Path) -> None:
    bring(store, write_swords(tmp_path))
    freeze(store, FreezeRequest("judged"), now=NOW)
    overrides, sizes = overriding("crossing"), {"train": 2, "test": "rest"}
    request = ReleaseRequest("judged", "1.0", sizes=sizes, policy="none", overrides=overrides)
    release = build(store, request, now=NOW)
    export(store, ExportRequest(release.id, "labelled_jsonl"), tmp_path / "out", now=NOW)
    rows = LabelledJsonl().read(tmp_path / "out", (0, 2))
    assert {name: len(found) for name, found in rows.items()} == {"train": 2, "test": 2}
    fine = next(one for part in rows.values() for one in part if "fine" in one.second)
    assert (fine.text, fine.labels, fine.all_labels) == (ICE, ("fits",), ("fits", "does_not", "unsure"))
    with pytest.raises(AloiError, match=r"LabelledText(.|\n)*sts_tsv writes: ScoredPair"):
        export(store, ExportRequest(release.id, "sts_tsv"), tmp_path / "other", now=NOW)


def _change(part: str, name: str, **values: Any) -> dict[str, Any]:
    content = swords()
    content[part][name].update(values)
    return content


def test_no_id_label_or_substitute_that_is_a_text_is_quoted(tmp_path: Path) -> None:
    canary = "Le patient canari dort depuis hier"
    twice = {"target_id": "t1", "substitute": canary}
    broken: list[dict[str, Any]] = [
        _change("targets", "t1", target=canary),
        {**swords(), "substitute_labels": {"s1": [canary]}},
        {**swords(), "substitutes": {canary: {"target_id": "t9", "substitute": "x"}}},
        {**swords(), "substitutes": {canary: canary}},
        {**swords(), "targets": {canary: {}, **swords()["targets"]}},
        {**swords(), "substitutes": {key: dict(twice) for key in ("s1", canary)}},
    ]
    for content in broken:
        with pytest.raises(AloiError) as raised:
            Swords().read(write_swords(tmp_path, content), ReadOptions())
        assert "canari" not in raised.value.told()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (_change("targets", "t1", offset=3), "'mince', is not at 3"),
        (_change("targets", "t1", context_id="c9"), "'t1' has no text"),
        (_change("substitutes", "s1", target_id="t9"), "'s1' has no text, or names a target"),
        (_change("substitutes", "s2", substitute="fine"), "'s2' gives 'fine' for a target that 's1'"),
        ({**swords(), "substitute_labels": {"s1": ["MAYBE"]}}, "'s1' has the label 'MAYBE'"),
        ({**swords(), "substitute_labels": {"s1": ["TRUE"]}}, "'s2' has no label"),
        ({"contexts": {}}, "some parts are missing(.|\n)*targets, substitutes"),
        ({**swords(), "substitutes": {}}, "contains no substitute"),
    ],
)
def test_broken_files_are_told_and_leave_nothing(
    store: Store, tmp_path: Path, content: dict[str, Any], said: str
) -> None:
    with pytest.raises(AloiError, match=said):
        bring(store, write_swords(tmp_path, content))
    assert store.texts.corpora() == []
    assert store.people.list() == []


def test_files_of_another_kind_are_told(store: Store, tmp_path: Path) -> None:
    for name, content in (("a.json", b"{"), ("b.json", b"\xff"), ("c.gz", b"\x1f\x8bjunk")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(AloiError, match=f"{name}: it "):
            bring(store, tmp_path / name)


def test_a_campaign_of_another_kind_or_with_other_labels_is_kept(store: Store, tmp_path: Path) -> None:
    bring(store, write_swords(tmp_path))
    changed = swords()
    changed["substitute_labels"]["s1"][0] = "FALSE"
    with pytest.raises(AloiError, match="has other answers, of the same annotators, to 1 of these 17"):
        bring(store, write_swords(tmp_path, changed))
    corpus = store.texts.corpora()[0]
    create_campaign(store, CampaignRequest("words", corpus.id, task="substitution"))
    with pytest.raises(AloiError, match="for the task substitution"):
        bring(store, write_swords(tmp_path), "words")


@pytest.mark.shared
@pytest.mark.slow
def test_swords_is_a_judging_round_with_agreement_figures(store: Store, shared: Path) -> None:
    path = shared / "data/swords/swords-v1.1_dev.json.gz"
    assert len(read_swords(path)) == 22_978
    done = import_judgements(store, path, "swords", SWORDS, NOW)
    assert (done.targets, done.candidates, done.new) == (370, 22_978, 121_938)
    assert done.labels == {"fits": 25_605, "does_not": 94_843, "unsure": 1_490}
    assert done.by_count == {3: 15_406, 10: 7_572}
    report = round_report(store, "swords", 1, ci="none")
    values = {one.measure: one.value for one in report.views[0].results}
    assert values["krippendorff_alpha"] == pytest.approx(0.243523, abs=1e-6)
    assert values["fleiss_kappa"] == pytest.approx(0.309796, abs=1e-6)
    assert values["gwet_ac1"] == pytest.approx(0.827558, abs=1e-6)
    assert values["percent_agreement"] == pytest.approx(0.846707, abs=1e-6)
    assert report.views[0].crosscheck.difference == pytest.approx(0, abs=1e-9)
    frozen = freeze(store, FreezeRequest("swords"), now=NOW)
    assert (len(frozen.gold.items), len(frozen.undecided)) == (22_255, 723)
