"""Archives of campaigns in whatever state they are: what comes in and is archived again is the same file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aloi.annotation.model import LabelMapping, Status
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.corpora.identity import checksum
from aloi.storage.answers.late_answers import AnswerLate
from aloi.storage.store import Store
from aloi.workbench.annotation import answering
from aloi.workbench.corrections import schemas, texts
from aloi.workbench.corrections.exclusion import exclude
from aloi.workbench.people import add_person
from aloi.workbench.releases.gold import freeze
from aloi.workbench.requests.campaigns import GuidelineRequest
from aloi.workbench.requests.corrections import AddTextsRequest, ExcludeRequest, PersonRequest
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.releases import ArchiveRequest, FreezeRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import adjudicating, rounds
from aloi.workbench.rounds.campaigns import add_guideline
from aloi.workbench.rounds.counted_answers import counted_answers
from aloi.workbench.store.archiving import archive_campaign, import_archive
from aloi.workbench.store.check import check
from tests.workbench.desks import NAMES, Opened, open_rounds
from tests.workbench.labelled import LATER, changed_schema, labels, make_labelled
from tests.workbench.scene import NOW

REASON = {"why": "Put right for the test"}
PEOPLE = 3


@contextmanager
def another_store(folder: Path) -> Iterator[Store]:
    """Give an empty store in a folder of its own."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        store = Store.open(f"sqlite:///{Path(place) / 'aloi.db'}")
        try:
            yield store
        finally:
            store.close()


def comes_back(store: Store, other: Store, campaign: str, folder: Path) -> None:
    """Archive a campaign, import it into another store, archive it there: the bytes are the same."""
    first, second = (folder / f"{name}-{checksum(campaign)[:8]}.zip" for name in ("first", "second"))
    for path in (first, second):
        path.unlink(missing_ok=True)
    archive_campaign(store, ArchiveRequest(campaign), first, now=NOW)
    import_archive(other, ImportRequest(first), NOW)
    archive_campaign(other, ArchiveRequest(campaign), second, now=NOW)
    assert first.read_bytes() == second.read_bytes()
    assert not check(other).problems


@dataclass(frozen=True)
class Deed:
    """What somebody does in a round, or what is done with it."""

    kind: str
    person: int
    answer: int
    words: str


DEEDS = st.builds(
    Deed,
    st.sampled_from(
        ["answer", "answer", "answer", "skip", "mark", "draft", "undo", "late", "decide", "exclude", "freeze",
         "guideline", "round"]
    ),
    st.integers(0, PEOPLE - 1),
    st.integers(0, 1),
    st.text(st.sampled_from("aé 😀\n\"\\\t,"), max_size=6),
)  # fmt: skip


def do(store: Store, one: Opened, names: list[str], deed: Deed, number: int) -> None:
    """Do one thing; raise AloiError for what cannot be done as things stand."""
    kind = task(one.campaign.schema.task_type)
    values = kind.example().values
    value = values[deed.answer % len(values)]
    if deed.kind in ("decide", "exclude", "freeze", "guideline", "round"):
        if deed.kind == "decide":
            adjudicating.decide(store, one.campaign.id, 1, one.round.item_ids[0], value, "Read.", ["A1"], NOW)
        elif deed.kind == "exclude":
            exclude(
                store, ExcludeRequest(campaign=one.campaign.id, person=names[deed.person], **REASON), LATER
            )
        elif deed.kind == "freeze":
            freeze(store, FreezeRequest(one.campaign.id, uncleaned=True), now=NOW)
        elif deed.kind == "guideline":
            add_guideline(
                store,
                GuidelineRequest(one.campaign.id, text=f"# Règle {number}\n\n{deed.words}", why="clearer"),
                NOW,
            )
        else:
            rounds.open_round(store, RoundRequest(one.campaign.id, purpose="main", annotators=names[:2]))
        return
    person = store.people.get(names[deed.person]).id
    place = answering.desk(store, one.round.id)
    screen = answering.screen(store, place, person, NOW, 60)
    if screen is None:
        return
    sent = "answer" if deed.kind == "late" else deed.kind
    reason = "unclear" if deed.kind == "skip" else ""
    event = answering.Event(
        f"event-{number:06}", sent, screen.assignment.key.item_id, 1, value, 2.5, deed.answer == 1,
        deed.words, reason,
    )  # fmt: skip
    if deed.kind == "late":
        store.campaigns.set_round_status(one.round.id, Status.CLOSED)
        with suppress(AnswerLate):
            answering.answer(store, place, person, event, NOW, 60)
        store.campaigns.set_round_status(one.round.id, Status.OPEN)
    elif deed.kind == "answer":
        answering.answer(store, place, person, event, NOW, 60)
    else:
        answering.act(store, place, person, event, NOW)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_whatever_was_done_comes_back(name: str, tmp_path: Path) -> None:
    done: set[str] = set()

    @settings(max_examples=6, deadline=None, database=None, suppress_health_check=[*HealthCheck])
    @given(st.lists(DEEDS, min_size=4, max_size=25))
    def check_each(deeds: list[Deed]) -> None:
        with another_store(tmp_path) as store, another_store(tmp_path) as other:
            names = [
                add_person(store, PersonRequest(f"Person {n}", "annotator"), NOW).pseudonym
                for n in range(PEOPLE)
            ]
            people = [store.people.get(one) for one in names]
            one = open_rounds(store, people, [name], items=3)[name]
            for number, deed in enumerate(deeds):
                with suppress(AloiError):
                    do(store, one, names, deed, number)
                    done.add(deed.kind)
            comes_back(store, other, name, tmp_path)

    check_each()
    assert {"answer", "skip", "draft"} <= done


def test_labels_changed_drafts_late_answers_and_later_texts_come_back(store: Store, tmp_path: Path) -> None:
    scene = make_labelled(store, tmp_path)
    corpus = store.texts.corpora()[0]
    table = tmp_path / "more.tsv"
    table.write_text("id\ttext\n8\tUne toux sèche.\n9\tUn souffle.\n", encoding="utf-8")
    texts.add_texts(store, AddTextsRequest(corpus=corpus.id, path=table, **REASON), LATER)
    schemas.change_schema(
        store,
        changed_schema(scene.campaign, labels("cough", "other"), LabelMapping({"noise": "cough"}), **REASON),
        LATER,
    )
    second = rounds.open_round(
        store, RoundRequest(scene.campaign, purpose="main", annotators=["A1", "A2"], overlap=2)
    )
    place = answering.desk(store, second.id)
    people = [store.people.get(name).id for name in ("A1", "A2")]
    held = [answering.screen(store, place, one, NOW, 60) for one in people]

    def sent(number: int, kind: str) -> answering.Event:
        screen = held[number]
        assert screen is not None
        return answering.Event(
            f"event-of-{number}", kind, screen.assignment.key.item_id, 1, {"labels": ["cough"]}, 1.0, False,
            "", "",
        )  # fmt: skip

    answering.act(store, place, people[0], sent(0, "draft"), NOW)
    store.campaigns.set_round_status(second.id, Status.CLOSED)
    with pytest.raises(AnswerLate):
        answering.answer(store, place, people[1], sent(1, "answer"), NOW, 60)
    store.campaigns.set_round_status(second.id, Status.OPEN)

    with another_store(tmp_path) as other:
        comes_back(store, other, "signs", tmp_path)
        for each in (store, other):
            assert not check(each).problems
            assert [one.documents for one in each.texts.versions(corpus.id)] == [4, 6]
            assert len(each.schemas.versions(scene.campaign)) == 2
            assert [one.value for one in counted_answers(each, scene.round)].count({"labels": ["cough"]}) == 6
            assert len(each.late.of_round(second.id)) == 1
            again = answering.screen(each, answering.desk(each, second.id), people[0], NOW, 60)
            assert again is not None
            assert again.draft == {"labels": ["cough"]}
