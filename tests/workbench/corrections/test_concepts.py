"""Another terminology mid-way: concepts are read through a mapping, and those without one are asked again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from aloi.annotation.model import AssignmentKey, LabelMapping, Round
from aloi.base.errors import AloiError
from aloi.corpora.model import Json, Mention
from aloi.corpora.terminologies.files import read_mapping
from aloi.storage.store import Store
from aloi.workbench.agreement.position_bias import position_bias
from aloi.workbench.agreement.report import round_report
from aloi.workbench.annotation import answering
from aloi.workbench.annotation.labels import label_news
from aloi.workbench.candidates.concepts import make_candidates
from aloi.workbench.corrections import schemas
from aloi.workbench.corrections.concepts import mapping_of_table
from aloi.workbench.corrections.log import corrections
from aloi.workbench.people import add_person
from aloi.workbench.releases import checking, gold, releases
from aloi.workbench.requests.campaigns import CandidatesRequest, RevertSchemaRequest
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.releases import FreezeRequest, ReleaseRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.requests.texts import TerminologyRemovalRequest
from aloi.workbench.rounds import adjudicating
from aloi.workbench.rounds.rounds import open_round
from aloi.workbench.texts.terminologies import remove
from tests.workbench.labelled import LATER, changed_schema
from tests.workbench.linking_campaign import linking_campaign, other_terminology
from tests.workbench.scene import NOW

REASON = {"why": "The hospital codes in the other one"}
TABLE = "old\tnew\nX1\tS1\nX2\tS2\nX7\tS2\nX9\tS9\nX3\tS3\nX3\tS4\n"
# X8 is in both, X4 in neither table nor the other terminology.
GIVEN: Mapping[str, Sequence[Sequence[str]]] = {
    "fièvre": (["X1"], ["X1"]),
    "maux de tête": (["X2"], ["X7"]),
    "jambe gauche": ([], []),
    "œdème des chevilles": (["X3"], ["X3"]),
    "ensemble habituel": (["X8"], ["X8"]),
    "toux et des crachats": (["X1", "X4"], ["X4"]),
}


@dataclass(frozen=True)
class Linked:
    """A linking campaign with a round that two people answered, and its mentions by their words."""

    store: Store
    round: Round
    mentions: Mapping[str, Mention]

    def answer(self, name: str, mention: str, concepts: Sequence[str], schema: int | None = None) -> None:
        place = answering.desk(self.store, self.round.id)
        item = self.mentions[mention].id
        told = f"{name}-{item[:12]}-{'-'.join(concepts)}-{place.campaign.schema.schema_version}"
        event = answering.Event(
            told, "answer", item, 1,
            {"concepts": [*concepts]}, 2.0, False, "", "",
            shown={"candidates": ["X1", "X8"], "ranks": [1, 2]}, schema=schema,
        )  # fmt: skip
        answering.answer(self.store, place, self.store.people.get(name).id, event, NOW, 60)

    def raw(self) -> list[Json]:
        return [one.value for one in self.store.answers.revisions(self.round.id)]

    def alpha(self) -> float | None:
        view = round_report(self.store, "link", 1).views[0]
        return next(one.value for one in view.results if one.measure == "krippendorff_alpha")

    def gold(self) -> dict[str, list[str]]:
        made = gold.freeze(self.store, FreezeRequest("link", rounds=[1]), now=LATER).gold
        words = {one.id: name for name, one in self.mentions.items()}
        return {words[one.item_id]: one.value["concepts"] for one in made.items}

    def draft(self, mention: str) -> Json:
        key = AssignmentKey(self.round.id, self.mentions[mention].id, self.store.people.get("A1").id)
        return self.store.schemas.drafts(self.round.campaign_id).get(key)


@pytest.fixture
def linked(store: Store, tmp_path: Path) -> Linked:
    campaign, mentions = linking_campaign(store, tmp_path)
    other_terminology(store)
    for name in ("A1", "A2"):
        add_person(store, PersonRequest(name, "annotator", pseudonym=name), NOW)
    opened = open_round(store, RoundRequest(campaign.id, purpose="main", annotators=["A1", "A2"], overlap=2))
    scene = Linked(store, opened, mentions)
    for mention, answers in GIVEN.items():
        for name, concepts in zip(("A1", "A2"), answers, strict=True):
            scene.answer(name, mention, concepts)
    return scene


def table(folder: Path, text: str = TABLE, name: str = "map.tsv") -> LabelMapping:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return mapping_of_table(path)


def change(scene: Linked, mapping: LabelMapping, name: str = "other") -> schemas.SchemaEffect:
    settings = {**scene.store.campaigns.get("link").schema.settings, "terminology": name}
    effect = schemas.schema_effect(scene.store, changed_schema("link", settings, mapping, preview=True))
    schemas.change_schema(scene.store, changed_schema("link", settings, mapping, **REASON), LATER)
    return effect


def test_concepts_are_read_in_the_other_terminology_and_answers_stay_as_given(
    linked: Linked, tmp_path: Path
) -> None:
    store = linked.store
    make_candidates(store, CandidatesRequest("link", top=4), NOW)
    headache, ankles = (linked.mentions[one].id for one in ("maux de tête", "œdème des chevilles"))
    adjudicating.decide(store, "link", 1, headache, {"concepts": ["X7"]}, "Where", ["A1"], NOW)
    adjudicating.decide(store, "link", 1, ankles, {"concepts": ["X3"]}, "Swollen", ["A1"], NOW)
    raw, before, bias = linked.raw(), linked.alpha(), position_bias(store, "link", 1)
    effect = change(linked, table(tmp_path))
    assert (effect.answers, effect.same, effect.relabelled, effect.again) == (12, 4, 4, 4)
    assert (effect.decisions, effect.suggestions) == (1, 6)
    assert effect.to_decide == {"X3": 2, "X4": 2}
    assert linked.raw() == raw
    # X2 and X7 are one concept there: the two who parted agree, and the decision is read as that one.
    assert before is not None
    assert linked.alpha() == 1 > before
    assert linked.gold() == {
        "fièvre": ["S1"], "maux de tête": ["S2"], "jambe gauche": [], "ensemble habituel": ["X8"]
    }  # fmt: skip
    [logged] = corrections(store, campaign="link")
    assert logged.correction.details["becomes"] == {"X1": "S1", "X2": "S2", "X7": "S2"}
    assert logged.correction.details["again"] == ["X3", "X4"]
    assert store.suggestions.counts(linked.round.campaign_id) == {}
    assert position_bias(store, "link", 1).answers == 8 < bias.answers
    assert position_bias(store, "link", 1).places[1].at_place == 2  # X8, where it stood
    news = label_news(store, store.people.get("A1").id, store.campaigns.get("link"))
    assert news is not None
    assert news.lines[0].parts == (("removed", "signs"), ("same", " → "), ("added", "other"))
    release = releases.build(store, ReleaseRequest("link", "1.0", sizes={"all": "rest"}), now=LATER)
    assert checking.verify(store, release.id) == []
    with pytest.raises(AloiError, match="'link'"):
        remove(
            store, TerminologyRemovalRequest("signs")
        )  # the version before asks for its concepts, and can come back
    assert store.check() == []


def test_what_is_asked_again_is_answered_and_the_terminology_before_comes_back(
    linked: Linked, tmp_path: Path
) -> None:
    store, before, alpha = linked.store, linked.gold(), linked.alpha()
    change(linked, table(tmp_path))
    waiting = {one.annotator_id: one.submitted for one in store.answers.progress(linked.round.id)}
    assert set(waiting.values()) == {4}
    linked.answer("A1", "œdème des chevilles", ["S3"])
    linked.answer("A2", "œdème des chevilles", ["S3"])
    linked.answer("A1", "fièvre", ["S1"])
    assert linked.gold()["œdème des chevilles"] == ["S3"]
    effect = schemas.earlier_schema_effect(
        store, RevertSchemaRequest(campaign="link", version=1, preview=True)
    )
    # S1 was X1 alone; S3 stood for several: asked again. X1 + X4 and X4 count again as they were given.
    assert (effect.version, effect.back, effect.again) == (3, 2, 2)
    schemas.bring_back_schema(store, RevertSchemaRequest(campaign="link", version=1, **REASON), LATER)
    assert store.campaigns.get("link").schema.settings["terminology"] == "signs"
    after = linked.gold()
    assert {name: after[name] for name in before if name != "œdème des chevilles"} == {
        name: found for name, found in before.items() if name != "œdème des chevilles"
    }
    for name in ("A1", "A2"):
        linked.answer(name, "œdème des chevilles", ["X3"])
    assert (linked.gold(), linked.alpha()) == (before, alpha)
    assert [one.correction.kind for one in corrections(store, campaign="link")] == ["schema", "schema"]
    # The second of everything: to the other terminology again, through the version that came back.
    assert change(linked, table(tmp_path)).to_decide == {"X3": 2, "X4": 2}
    assert linked.gold()["fièvre"] == ["S1"]
    assert store.check() == []


def test_screens_drawn_before_and_work_under_way_go_on_where_there_is_a_place(
    linked: Linked, tmp_path: Path
) -> None:
    store, ada = linked.store, linked.store.people.get("A1").id
    for mention, concept in (("fièvre", "X1"), ("jambe gauche", "X6")):
        key = AssignmentKey(linked.round.id, linked.mentions[mention].id, ada)
        store.answers.mark(key, draft={"concepts": [concept]}, at=NOW)
    effect = change(linked, table(tmp_path))
    assert effect.drafts == 2
    assert linked.draft("fièvre") == {"concepts": ["S1"]}
    assert linked.draft("jambe gauche") == {"concepts": []}
    linked.answer("A1", "fièvre", ["X1"], schema=1)
    linked.answer("A2", "fièvre", ["X8"], schema=1)  # the other one has it too
    for concept in ("X4", "X5"):  # nobody had given X5: the table need not know it
        with pytest.raises(AloiError, match="have changed"):
            linked.answer("A1", "ensemble habituel", [concept], schema=1)
    place = answering.desk(store, linked.round.id)
    raw = {"event_id": "draft-1234", "kind": "draft", "item_id": linked.mentions["fièvre"].id, "schema": 1}
    event = answering.Event.read({**raw, "value": {"concepts": ["X1", "X5"]}})
    answering.act(store, place, ada, event, LATER)
    assert linked.draft("fièvre") == {"concepts": ["S1"]}


def test_no_concept_stays_unless_it_is_asked_again(linked: Linked, tmp_path: Path) -> None:
    read = table(tmp_path)
    mapping = LabelMapping(read.becomes, (*read.again, "CUILESS"))
    effect = change(linked, mapping)
    assert effect.to_decide == {"CUILESS": 2, "X3": 2, "X4": 2}
    assert "jambe gauche" not in linked.gold()


def test_a_table_of_concepts_is_read_and_refused_by_line(linked: Linked, tmp_path: Path) -> None:
    sssom = (
        "# mapping_set_id: invented\nsubject_id\tpredicate_id\tobject_id\nX1\tskos:exactMatch\tS1\nX4\t\t\n"
    )
    assert table(tmp_path, sssom, "map.sssom.tsv") == LabelMapping({"X1": "S1"}, ("X4",))
    french = tmp_path / "french.csv"
    french.write_bytes("old;new\nX1;S1|S2\nX2;S2\n".encode("cp1252"))
    assert read_mapping(french) == {"X1": ("S1", "S2"), "X2": ("S2",)}
    with pytest.raises(AloiError, match="line 3"):
        table(tmp_path, "old\tnew\nX1\tS1\n\tS2\n")
    with pytest.raises(AloiError, match="'new'"):
        table(tmp_path, "old\tlabel\nX1\tS1\n")
    with pytest.raises(AloiError, match="the concept S7 does not exist"):
        change(linked, table(tmp_path, "old\tnew\nX1\tS7\n"))
    settings = linked.store.campaigns.get("link").schema.settings
    with pytest.raises(AloiError, match="nowhere"):
        change(linked, LabelMapping(), "nowhere")
    with pytest.raises(AloiError, match="would not change"):
        schemas.change_schema(linked.store, changed_schema("link", settings, LabelMapping(), **REASON), LATER)
    assert linked.store.schemas.versions(linked.round.campaign_id) == []
