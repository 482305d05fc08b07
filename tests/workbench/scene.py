"""A small scene for the tests of the verbs: a corpus of invented pairs, some people, a campaign, a round."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from aloi.annotation.model import AssignmentKey, Campaign, Round, StopRule
from aloi.corpora.readers import write_table
from aloi.storage.store import Store
from aloi.workbench import people
from aloi.workbench.demo.people import add_adjudicators
from aloi.workbench.requests.campaigns import CampaignRequest
from aloi.workbench.requests.corrections import PersonRequest
from aloi.workbench.requests.rounds import RoundRequest
from aloi.workbench.rounds import campaigns, rounds
from aloi.workbench.texts import corpora
from aloi.workbench.texts.pairs import import_pairs

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
PLAIN = campaigns.scale_settings(0, 5, glosses=[""])


@dataclass(frozen=True)
class Scene:
    """A store with one campaign on `items`, in the order of the imported table."""

    store: Store
    campaign: Campaign
    items: tuple[str, ...]
    names: tuple[str, ...]
    folder: Path

    def key(self, one: Round, item: int, name: str, occasion: int = 1) -> AssignmentKey:
        return AssignmentKey(one.id, self.items[item], self.store.people.get(name).id, occasion)

    def open(
        self,
        purpose: str = "main",
        items: int | Sequence[str] | None = None,
        names: Sequence[str] | None = None,
        overlap: int | None = None,
        repeats: int = 0,
        stop_rule: StopRule | None = None,
    ) -> Round:
        rule = stop_rule and f"{stop_rule.measure}:{stop_rule.level}:{stop_rule.threshold}"
        return rounds.open_round(
            self.store,
            RoundRequest(
                self.campaign.id,
                purpose=purpose,
                items=items,
                annotators=self.names if names is None else names,
                overlap=overlap,
                repeats=repeats,
                stop_rule=rule,
            ),
        )

    def give(self, one: Round, answers: Mapping[str, Sequence[float | None]]) -> None:
        """Store answers by pseudonym, one for each item of the scene; None is no answer."""
        for name, values in answers.items():
            for item, value in enumerate(values):
                if value is not None:
                    key = self.key(one, item, name)
                    self.store.answers.submit(
                        key,
                        f"given-{one.number}-{item}-{name}",
                        {"score": value},
                        seconds=2.0,
                        flag=False,
                        comment="",
                        shown={},
                        guideline_version=one.guideline_version,
                        now=NOW,
                    )

    def table(self, columns: Sequence[str], rows: Sequence[Sequence[object]], name: str = "t.tsv") -> Path:
        path = self.folder / name
        write_table(path, columns, [dict(zip(columns, row, strict=True)) for row in rows])
        return path


def make_scene(
    store: Store,
    folder: Path,
    pairs: int | Sequence[tuple[str, str]] = 6,
    people_: int = 3,
    *,
    restricted: bool = False,
) -> Scene:
    """Return a scene with so many pairs (or these) and annotators A1, A2, ...; nothing is answered."""
    texts = [(f"Patient {n} dort.", f"Patiente {n} tousse.") for n in range(pairs)] if isinstance(
        pairs, int
    ) else list(pairs)  # fmt: skip
    path = folder / "pairs.tsv"
    write_table(
        path,
        ("id", "left", "right"),
        [{"id": n, "left": left, "right": right} for n, (left, right) in enumerate(texts)],
    )
    about = corpora.About("invented", "fr", "CC0-1.0", "written for the tests", restricted=restricted)
    corpus = import_pairs(store, path, about, NOW).corpus
    by_texts = {item.texts: item.id for item in store.texts.corpus_items(corpus.id)}
    names = tuple(
        people.add_person(store, PersonRequest(f"Person {n}", "annotator"), NOW).pseudonym
        for n in range(1, people_ + 1)
    )
    campaign = campaigns.create_campaign(store, CampaignRequest("closeness", corpus.id, settings=PLAIN))
    return Scene(store, campaign, tuple(by_texts[one] for one in texts), names, folder)


def let_adjudicate(store: Store) -> None:
    """Make every adjudicator a member of each campaign."""
    for campaign in store.campaigns.list():
        add_adjudicators(store, campaign.id)


def picture(store: Store) -> str:
    """Return everything the verbs may change as one text, to see that a refused call changed nothing."""
    found = []
    for campaign in store.campaigns.list():
        for one in store.campaigns.rounds(campaign.id):
            found += [
                repr(one),
                repr(store.answers.revisions(one.id)),
                repr(store.answers.assignments(one.id)),
            ]
            found += [repr(store.answers.coverage(one.id)), repr(store.gold.adjudication_revisions(one.id))]
        found += [repr(campaign), repr(store.campaigns.guidelines(campaign.id))]
        found += [repr([g.id for g in store.gold.golds(campaign.id)])]
        found += [repr([r.id for r in store.gold.releases(campaign.id)])]
    found += [repr(store.people.list()), repr(store.texts.corpora())]
    return json.dumps(found)
