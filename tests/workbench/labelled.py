"""A scene of labels: four invented texts, two annotators, a round of one label a text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from aloi.annotation.model import LabelMapping, Round
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench import people
from aloi.workbench.agreement.report import round_report
from aloi.workbench.annotation import answering
from aloi.workbench.candidates.passages import make_passages
from aloi.workbench.releases import gold
from aloi.workbench.requests.campaigns import CampaignRequest, SchemaRequest
from aloi.workbench.requests.candidates import PassagesRequest
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts import corpora
from tests.workbench.scene import NOW

LATER = NOW + timedelta(hours=1)


def labels(*names: str) -> dict[str, Json]:
    return {"question": "Which?", "labels": [{"name": one} for one in names], "least": 1, "most": 1}


def changed_schema(
    campaign: str, settings: Mapping[str, Json], mapping: LabelMapping, **reason: Any
) -> SchemaRequest:
    """Return the request of settings in which the present labels have these new values."""
    changes = {"map": mapping.becomes, "again": mapping.again, "drop": mapping.dropped}
    return SchemaRequest(campaign, settings=settings, **changes, **reason)


@dataclass(frozen=True)
class Labelled:
    """A campaign of one label a text, its round, and its items in the order of the texts."""

    store: Store
    campaign: str
    round: Round
    items: tuple[str, ...]

    def give(self, answers: Mapping[str, Sequence[str | None]]) -> None:
        for name, given in answers.items():
            for item, label in zip(self.items, given, strict=False):
                if label is not None:
                    self.answer(name, item, label)

    def answer(self, name: str, item: str, label: str, schema: int | None = None) -> None:
        place = answering.desk(self.store, self.round.id)
        event = answering.Event(
            f"{name}-{item}-{label}-{place.campaign.schema.schema_version}", "answer", item, 1,
            {"labels": [label]}, 2.0, False, "", "", schema=schema,
        )  # fmt: skip
        answering.answer(self.store, place, self.store.people.get(name).id, event, NOW, 60)

    def raw(self) -> list[Json]:
        return [one.value for one in self.store.answers.revisions(self.round.id)]

    def alpha(self) -> float | None:
        view = round_report(self.store, self.campaign, 1).views[0]
        found = next(one for one in view.results if one.measure == "krippendorff_alpha")
        return found.value

    def gold(self) -> dict[str, Json]:
        made = gold.freeze(self.store, FreezeRequest(self.campaign, rounds=[1]), now=LATER).gold
        return {one.item_id: one.value for one in made.items}


def make_labelled(store: Store, folder: Path) -> Labelled:
    """Return the scene: three of four texts are labelled alike, A2 heard a noise where A1 heard a cough."""
    folder = folder / "texts"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.txt").write_text(f"Le patient numéro {number} tousse.", encoding="utf-8")
    about = corpora.About("invented", "fr", "CC0-1.0", "written for the tests")
    corpus = corpora.import_corpus(store, folder, about).corpus
    make_passages(store, PassagesRequest(corpus.id, "document"), NOW)
    for number in (1, 2):
        people.add_person(store, PersonRequest(f"Person {number}", "annotator"), NOW)
    made = campaigns.create_campaign(
        store,
        CampaignRequest(
            "signs", corpus.id, task="classification", settings=labels("cough", "noise", "other")
        ),
    )
    opened = rounds.open_round(
        store, RoundRequest(made.id, purpose="main", annotators=["A1", "A2"], overlap=2)
    )
    scene = Labelled(store, made.id, opened, opened.item_ids)
    scene.give({"A1": ("cough", "noise", "other", "cough"), "A2": ("noise", "noise", "other", "cough")})
    return scene
