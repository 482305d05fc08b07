"""Eight campaigns in one store, each with a word of its own in all that it holds, and three managers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aloi.annotation.model import Annotator, Campaign, Role, Round
from aloi.corpora.readers import write_table
from aloi.storage.store import Store
from aloi.workbench.corrections.exclusion import exclude
from aloi.workbench.releases.gold import freeze
from aloi.workbench.requests.campaigns import CampaignRequest, GuidelineRequest
from aloi.workbench.requests.corrections import ExcludeRequest
from aloi.workbench.requests.releases import FreezeRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs
from tests.workbench.scene import NOW, PLAIN

WORDS = ("Zyxquill", "Wombrath", "Quagbert", "Fnordlix", "Grumbvox", "Plinthaz", "Skwerbly", "Trovjank")
# By name: the campaigns that each manages, adjudicates and annotates.
PARTS = {
    "Ada": ((0, 1), (), (2,)),
    "Bo": ((2, 3), (0,), ()),
    "Cy": ((4, 5), (), (0, 1)),
}


@dataclass(frozen=True)
class Eight:
    """The store, its campaigns with a round each, and the people by name."""

    store: Store
    campaigns: tuple[Campaign, ...]
    rounds: tuple[Round, ...]
    people: dict[str, Annotator]

    def others(self, name: str, *parts: int) -> list[str]:
        """Return the words of the campaigns in which somebody has none of these parts: 0 manages, 1, 2."""
        parts_of = (
            {number for part in parts or (0, 1, 2) for number in PARTS[name][part]}
            if name in PARTS
            else set()
        )
        return [word for number, word in enumerate(WORDS) if number not in parts_of]


def make_eight(store: Store, folder: Path) -> Eight:
    """Return the store with all in it; what managers manage was made by them."""
    people = {name: store.people.add(name, Role.MANAGER, NOW, password_hash="x") for name in PARTS}
    people["Idle"] = store.people.add("Idle", Role.ADJUDICATOR, NOW, password_hash="x")
    people["Root"] = store.people.add("Root", Role.ADMINISTRATOR, NOW, password_hash="x")
    campaigns_, opened = [], []
    for number, word in enumerate(WORDS):
        owner = next((name for name, parts in PARTS.items() if number in parts[0]), "Root")
        mine = store.as_person(people[owner].id, Role.MANAGER)
        campaign, round_ = _campaign(store, mine, word, number, folder, people)
        campaigns_.append(campaign)
        opened.append(round_)
    for name, parts in PARTS.items():
        for number in parts[1]:
            store.members.put(campaigns_[number].id, people[name].id, Role.ADJUDICATOR)
    return Eight(store, tuple(campaigns_), tuple(opened), people)


def _campaign(
    store: Store, mine: Store, word: str, number: int, folder: Path, people: dict[str, Annotator]
) -> tuple[Campaign, Round]:
    table = folder / f"{number}.tsv"
    rows = [
        {"id": f"{word}-{n}", "left": f"{word} dort {n}.", "right": f"{word} tousse {n}."} for n in range(3)
    ]
    write_table(table, ("id", "left", "right"), rows)
    about = corpora.About(f"corpus {word}", "fr", "CC0-1.0", f"source {word}")
    corpus = import_pairs(mine, table, about, NOW).corpus
    campaign = campaigns.create_campaign(mine, CampaignRequest(f"campaign {word}", corpus.id, settings=PLAIN))
    campaigns.add_guideline(
        mine, GuidelineRequest(campaign.id, text=f"guideline {word}", why=f"why {word}"), NOW
    )
    workers = [
        store.people.add(f"Person {word} {n}", Role.ANNOTATOR, NOW, pseudonym=f"P{word}{n}") for n in (1, 2)
    ]
    workers += [people[name] for name, parts in PARTS.items() if number in parts[2]]
    for worker in workers:
        store.members.put(campaign.id, worker.id, Role.ANNOTATOR)
    names = [one.pseudonym for one in workers]
    request = RoundRequest(campaign.id, purpose="main", annotators=names, overlap=len(workers))
    round_ = rounds.open_round(mine, request)
    for worker in workers[:2]:
        leased = store.answers.lease_next(round_.id, worker.id, NOW, 60)
        while leased is not None:
            store.answers.submit(
                leased.key, f"e-{number}-{worker.pseudonym}-{leased.key.item_id}", {"score": 1 + number % 3},
                seconds=1.0, flag=False, comment=f"comment {word}", shown={}, guideline_version=1, now=NOW,
            )  # fmt: skip
            leased = store.answers.lease_next(round_.id, worker.id, NOW, 60)
    freeze(mine, FreezeRequest(campaign.id), now=NOW)
    exclude(
        mine,
        ExcludeRequest(
            campaign=campaign.id, person=workers[0].pseudonym, why=f"reason {word}", by=workers[1].pseudonym
        ),
        NOW,
    )
    job = mine.jobs.add("export_answers", {"campaign": campaign.id}, f"P{word}1", NOW)
    mine.jobs.claim(NOW, 60)
    store.jobs.finish(store.jobs.get(job.id), {"file": f"answers-{word}.tsv"}, NOW)
    return campaign, round_
