"""A whole campaign in one file: what leaves is what comes in, of every task, and nothing comes in by half."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from aloi.annotation.model import Annotator, Status
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.corpora.identity import checksum
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.readers import ReadText
from aloi.storage.archive import archives
from aloi.storage.archive import file as archive_file
from aloi.storage.archive.parts import PARTS
from aloi.storage.store import Store
from aloi.workbench.agreement.report import round_report
from aloi.workbench.annotation import answering
from aloi.workbench.corrections import naming
from aloi.workbench.corrections.exclusion import exclude
from aloi.workbench.people import add_person
from aloi.workbench.releases.gold import freeze
from aloi.workbench.releases.releases import build
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest, ProposeRequest
from aloi.workbench.requests.corrections import ExcludeRequest, PersonRequest, RenameCorpusRequest
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.releases import ArchiveRequest, FreezeRequest, ReleaseRequest
from aloi.workbench.rounds import adjudicating, cleaning
from aloi.workbench.rounds.campaigns import add_guideline, create_campaign
from aloi.workbench.store.archiving import archive_campaign, import_archive, look_at_archive
from aloi.workbench.store.check import check
from aloi.workbench.texts.corpora import About, add_corpus, make_corpus
from tests.workbench.desks import NAMES, Opened, answer_differently, open_rounds
from tests.workbench.overriding import overriding
from tests.workbench.scene import NOW
from tests.workbench.store.archive_files import Change, rewritten, with_entry

EVERY = overriding("licence", "names", "identifiers", "agreement", "crossing", "trace")
SIZES: dict[str, int | float | str] = {"train": 2, "test": "rest"}
REASON = {"why": "Put right for the test.", "by": "M1"}


def act(store: Store, one: Opened, person: Annotator, kind: str, **more: object) -> None:
    """Do something at the desk with the next item of somebody."""
    place = answering.desk(store, one.round.id)
    screen = answering.screen(store, place, person.id, NOW, 60)
    assert screen is not None
    item_id = screen.assignment.key.item_id
    raw = {"event_id": checksum([one.round.id, person.id, item_id, kind]), "kind": kind, "item_id": item_id,
           "occasion": 1, "value": None, "seconds": 1.5, "flag": True, "note": "À revoir : « été » 🩺",
           "reason": "unclear", **more}  # fmt: skip
    answering.act(store, place, person.id, answering.Event.read(raw), NOW)


def decide(store: Store, one: Opened) -> None:
    """Decide on every item as the first annotator answered it, or on every substitute as it was typed."""
    kind = task(one.campaign.schema.task_type)
    if kind.gathers:
        cleaning.accept_automatic(store, ProposeRequest(one.campaign.id, by="M1"), now=NOW)
        return
    value = kind.example().values[0]
    for item_id in one.round.item_ids:
        adjudicating.decide(store, one.campaign.id, 1, item_id, value, "Read again.", ["M1"], NOW)


def opened(store: Store, name: str) -> Opened:
    """Open a round of a task: three people differ, a fourth skips, what was put right stands in the log."""
    boss = add_person(store, PersonRequest("Martine Dupont", "manager"), NOW)
    team = [
        add_person(store, PersonRequest(f"Person {n}", "annotator", expertise="nurse"), NOW) for n in range(4)
    ]
    one = open_rounds(store, team, [name], items=4)[name]
    answer_differently(store, team[:3], [one])
    act(store, one, team[3], "skip")
    add_guideline(
        store, GuidelineRequest(one.campaign.id, text="# Règles\n\nLire deux fois.", why="first"), NOW
    )
    naming.rename_corpus(
        store, RenameCorpusRequest(corpus=one.campaign.corpus_id, name=f"{name} texts", **REASON), NOW
    )
    exclude(store, ExcludeRequest(campaign=one.campaign.id, person=team[2].pseudonym, **REASON), NOW)
    store.campaigns.set_round_status(one.round.id, Status.CLOSED)
    decide(store, one)
    assert boss.pseudonym == "M1"
    return one


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Store]:
    """An empty store beside the first."""
    with closing(Store.open(f"sqlite:///{tmp_path / 'other.db'}")) as opened:
        yield opened


def released(store: Store, one: Opened, version: str) -> tuple[str, str, str]:
    """Return the id of a gold frozen now, and the checksums of a release built of it."""
    gold = freeze(store, FreezeRequest(one.campaign.id, uncleaned=True), now=NOW)
    made = build(store, ReleaseRequest(one.campaign.id, version, sizes=SIZES, overrides=EVERY), now=NOW)
    return gold.gold.id, made.checksum, made.manifest_checksum


@pytest.mark.parametrize("name", NAMES)
def test_a_campaign_of_every_task_is_the_same_in_another_store(
    store: Store, other: Store, tmp_path: Path, name: str
) -> None:
    one = opened(store, name)
    released(store, one, "1.0")
    made = archive_campaign(store, ArchiveRequest(name), tmp_path / "a.zip", now=NOW)
    assert made.head.counts.skips == 1
    documents = store.texts.counts(one.campaign.corpus_id).documents
    assert (made.head.counts.documents, made.head.counts.rounds) == (documents, 1)
    assert made.head.counts.releases == 1
    came = import_archive(other, ImportRequest(tmp_path / "a.zip"), NOW)
    assert (came.answers, came.skips, came.new) == (12, 1, 12)
    assert came.counts["checksum"] == made.head.checksum

    # What was written of it there is what was written here, byte for byte.
    again = archive_campaign(other, ArchiveRequest(name), tmp_path / "b.zip", now=NOW)
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()
    assert again.head == made.head
    assert not check(other).problems
    report = round_report(store, one.campaign.id, 1).to_json()
    assert round_report(other, one.campaign.id, 1).to_json() == report
    first = released(store, one, "2.0")
    assert first == released(other, one, "2.0")
    manifests = [each.gold.release(f"{name}:2.0").manifest for each in (store, other)]
    assert json.dumps(manifests[0], default=list) == json.dumps(manifests[1], default=list)
    assert [one.name for one in other.people.list()] == [one.pseudonym for one in other.people.list()]
    other.close()


def test_a_campaign_that_is_here_comes_in_as_a_copy_alone(store: Store, tmp_path: Path) -> None:
    one = opened(store, "spans")
    released(store, one, "1.0")
    path = tmp_path / "a.zip"
    made = archive_campaign(store, ArchiveRequest("spans"), path, now=NOW)
    assert look_at_archive(store, path).is_here
    with pytest.raises(AloiError) as refused:
        import_archive(store, ImportRequest(path, people="same"), NOW)
    assert refused.value.code == "aloi.exists"
    with pytest.raises(AloiError) as asked:
        import_archive(store, ImportRequest(path, "a copy"), NOW)
    assert asked.value.code == "workbench.archive-people"

    copy = import_archive(store, ImportRequest(path, "a copy", people="same"), NOW)
    assert copy.campaign is not None
    assert copy.campaign.id != one.campaign.id
    assert [(note.description, note.count) for note in copy.notes] == [
        ("releases that a store contains only once, excluded", 1)
    ]
    assert not check(store).problems
    assert store.gold.release_heads(copy.campaign.id) == []
    theirs = round_report(store, copy.campaign.id, 1).to_json()
    assert [each["value"] for each in theirs["results"]] == [
        each["value"] for each in round_report(store, one.campaign.id, 1).to_json()["results"]
    ]
    assert [each.why for each in store.corrections.list(campaign_id=copy.campaign.id)].count(
        REASON["why"]
    ) == 1

    others = import_archive(store, ImportRequest(path, "of others", people="others"), NOW)
    assert others.annotators != made.head.pseudonyms
    assert set(others.annotators).isdisjoint(copy.annotators)
    assert others.annotators == ("M2", "A5", "A6", "A7", "A8")  # the next that are free
    assert not check(store).problems
    assert others.campaign is not None
    golds = [store.gold.golds(each.id)[-1] for each in (one.campaign, others.campaign)]
    assert golds[1].id == golds[1].made_id() != golds[0].id
    named = dict(zip(made.head.pseudonyms, others.annotators, strict=True))
    assert golds[1].excluded == tuple(sorted(named[each] for each in golds[0].excluded))


def test_an_import_tells_how_far_it_is_and_leaves_nothing_when_it_is_stopped(
    store: Store, other: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.zip"
    opened(store, "linking")
    parts = archive_campaign(store, ArchiveRequest("linking"), path, now=NOW).head.parts
    rows = sum(one.rows for one in parts.values())
    monkeypatch.setattr(archives, "_AT_ONCE", 3)
    empty = other.contents(), other.terminologies.list()
    told: list[tuple[int, int]] = []

    def stop_late(done: int, total: int, message: str) -> bool:
        told.append((done, total))
        return len(told) < 12

    with pytest.raises(Cancelled):
        import_archive(other, ImportRequest(path), NOW, progress=stop_late)
    assert (other.contents(), other.terminologies.list()) == empty
    assert len(told) == 12
    told.clear()
    import_archive(
        other, ImportRequest(path), NOW, progress=lambda done, total, _: told.append((done, total)) is None
    )
    assert told == sorted(set(told))
    assert {total for _, total in told} == {rows + rows // 2}
    assert rows - 12 < told[-1][0] <= rows  # the names of concepts are stored before, by themselves
    assert other.contents() != empty[0]
    other.close()


def test_names_go_with_it_only_when_asked(store: Store, other: Store, tmp_path: Path) -> None:
    opened(store, "similarity")
    plain, named = tmp_path / "plain.zip", tmp_path / "named.zip"
    archive_campaign(store, ArchiveRequest("similarity"), plain, now=NOW)
    archive_campaign(store, ArchiveRequest("similarity", names=True), named, now=NOW)

    def text(path: Path) -> str:
        with zipfile.ZipFile(path) as held:
            return "".join(held.read(one).decode() for one in held.namelist())

    assert "Martine" not in text(plain)
    assert "Martine" in text(named)
    known = add_person(other, PersonRequest("Person 1", "annotator"), NOW)  # called A1 here, A2 there
    came = import_archive(other, ImportRequest(named), NOW)
    assert known.pseudonym in came.annotators
    assert sorted(one.name for one in other.people.list()) == [
        "Martine Dupont", "Person 0", "Person 1", "Person 2", "Person 3",
    ]  # fmt: skip
    assert not check(other).problems
    other.close()


def test_a_restricted_corpus_leaves_with_a_reason_alone(store: Store, tmp_path: Path) -> None:
    about = About("ward", "fr", "CC0", "written for the test", restricted=True)
    corpus, documents = make_corpus([ReadText("a", "Un texte.", {}, "a")], about)
    add_corpus(store, corpus, documents)
    create_campaign(store, CampaignRequest("kept", corpus.id, task="classification"))
    with pytest.raises(AloiError) as refused:
        archive_campaign(store, ArchiveRequest("kept"), tmp_path / "a.zip", now=NOW)
    assert refused.value.code == "workbench.corpus-restricted-by-data-use"
    assert not (tmp_path / "a.zip").exists()
    archive_campaign(
        store, ArchiveRequest("kept", reason="Agreed with the hospital."), tmp_path / "a.zip", now=NOW
    )
    assert [one.reason for one in store.texts.logged_exports(corpus.id)] == ["Agreed with the hospital."]


def test_what_is_not_whole_is_refused_and_nothing_comes_in(
    store: Store, other: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, bad = tmp_path / "a.zip", tmp_path / "bad.zip"
    opened(store, "linking")
    archive_campaign(store, ArchiveRequest("linking"), path, now=NOW)
    whole = path.read_bytes()
    empty = other.contents(), other.terminologies.list()

    def refused(content: bytes) -> str:
        bad.write_bytes(content)
        with pytest.raises(AloiError) as error:
            import_archive(other, ImportRequest(bad), NOW)
        assert (other.contents(), other.terminologies.list()) == empty
        assert error.value.code == "aloi.unreadable"
        return error.value.values["error"].key

    step = max(1, len(whole) // 40)
    assert {refused(whole[:end]) for end in range(50, len(whole) - 1, step)} == {"its-end-is-missing"}
    assert refused(whole[:20]) == refused(b"") == refused(b"PK\x03\x04 no") == "other-content"
    flipped = [whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :] for at in range(50, len(whole), step)]
    assert {refused(one) for one in flipped} <= {"its-checksum-differs", "its-end-is-missing"}
    monkeypatch.setattr(archive_file, "VERSION", 3)
    monkeypatch.setattr("aloi.storage.archive.archives.VERSION", 3)
    later = archive_campaign(
        store, ArchiveRequest("linking"), tmp_path / "later.zip", now=NOW
    ).path.read_bytes()
    monkeypatch.setattr(archive_file, "VERSION", 2)
    assert refused(later) == "has-version-version"
    other.close()


def test_rows_that_do_not_fit_are_refused_although_their_checksums_do(
    store: Store, other: Store, tmp_path: Path
) -> None:
    released(store, opened(store, "classification"), "1.0")
    path, bad = tmp_path / "a.zip", tmp_path / "bad.zip"
    archive_campaign(store, ArchiveRequest("classification"), path, now=NOW)
    with archive_file.ArchiveFile(path) as archive:
        filled = {name for name, one in archive.head.parts.items() if one.rows}
    assert len(filled) > 12
    changes: dict[str, Change] = {
        "without its first column": lambda row: dict(list(row.items())[1:]),
        "of another type": lambda row: {name: [1] for name in row},
        "a text for a number": lambda row: {
            name: "x" if isinstance(value, int | float) else value for name, value in row.items()
        },
        "other texts": lambda row: {**row, "text": "Un autre texte."} if "text" in row else {},
        "other ids": lambda row: {
            name: f"{value}x" if name.endswith("_id") or name == "id" else value
            for name, value in row.items()
        },
    }
    for number, part in enumerate(sorted(filled)):
        for what in list(changes)[number % 3 : number % 3 + 3]:
            if rewritten(path, bad, part, changes[what]):
                with pytest.raises(AloiError) as error:
                    import_archive(other, ImportRequest(bad), NOW)
                assert error.value.code in ("aloi.unreadable", "aloi.record"), (part, what)
                assert other.contents().campaigns == other.contents().corpora == 0
                assert not other.people.list()
    other.close()


def test_a_bomb_and_nested_rows_are_refused(store: Store, other: Store, tmp_path: Path) -> None:
    path = tmp_path / "a.aloi"
    archive_campaign(store, ArchiveRequest(opened(store, "similarity").campaign.id), path, now=NOW)
    deep = b"[" * 100_000 + b"]" * 100_000
    cases = (
        ("archive.json", b" " * 40_000_000, "corpora.archive-unpacks-more-than-times"),
        ("items.jsonl", b" " * 40_000_000, "corpora.archive-unpacks-more-than-times"),
        ("archive.json", deep, "aloi.unreadable"),
        ("archive.json", b'{"version": 1, "corpus": ' + deep + b"}", "aloi.unreadable"),
        ("items.jsonl", deep + b"\n", "aloi.unreadable"),
        ("items.jsonl", b'{"id": ' + b"[" * 900 + b"]" * 900 + b"}\n", "aloi.unreadable"),
    )
    for name, content, code in cases:
        bad = with_entry(path, tmp_path / "bad.aloi", name, content)
        with pytest.raises(AloiError) as refused:
            import_archive(other, ImportRequest(bad), NOW)
        assert refused.value.code == code, (name, content[:20])
        assert len(refused.value.told().splitlines()) <= 3
    assert not other.campaigns.list()


def test_the_version_of_archives_tells_their_columns() -> None:
    # Whoever changes what an archive holds raises VERSION in aloi/storage/archive/parts.py, and reads older
    # ones.
    columns = {part.name: [column.name for column in part.columns] for part in PARTS}
    assert checksum(columns)[:16] == "74dd4640959943c1"
