"""The mapping from the ids of an archive to those of the store that imports it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from aloi.base.records import to_row
from aloi.corpora.identity import content_id
from aloi.corpora.model import Json
from aloi.gold.model import Gold, GoldItem, GoldModel
from aloi.storage.gold import item_row, read_gold

_PERSON = ("annotator_id", "person_id", "decided_by")


@dataclass(slots=True)
class Renaming:
    """The ids that change: all own ids of a copy, and the pseudonyms that differ in this store.

    Parameters
    ----------
    old_campaign, campaign_id : str
        The id of the campaign in the archive, and in this store.
    is_copy : bool
        Whether the store already has the campaign: its rounds and events then get new ids.
    rounds, people, pseudonyms : dict
        Old -> new.
    """

    old_campaign: str
    campaign_id: str
    is_copy: bool
    rounds: dict[str, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    pseudonyms: dict[str, str] = field(default_factory=dict)

    @property
    def changes(self) -> bool:
        """Whether an id that golds are made of changes."""
        return self.is_copy or any(old != new for old, new in self.pseudonyms.items())

    def campaign(self, old: str) -> str:
        """Return the id of the campaign in this store; KeyError for another campaign."""
        return {self.old_campaign: self.campaign_id}[old]

    def add_round(self, old: str, number: int) -> str:
        """Return the id of a round in this store."""
        self.rounds[old] = content_id("round", self.campaign_id, number) if self.is_copy else old
        return self.rounds[old]

    def event(self, old: str) -> str:
        """Return the id of an event in this store."""
        return content_id("copy", self.campaign_id, old) if self.is_copy else old

    def row(self, table: str, row: dict[str, Any]) -> dict[str, Any]:
        """Return a row of a table with its ids in this store; KeyError for an id that the archive lacks."""
        if table == "golds" and self.changes:
            return self._gold(row)
        renamed = dict(row)
        if renamed.get("campaign_id") is not None:
            renamed["campaign_id"] = self.campaign(renamed["campaign_id"])
        if renamed.get("round_id") is not None:
            renamed["round_id"] = self._round(renamed["round_id"], table)
        for name in _PERSON:
            if renamed.get(name) is not None:
                renamed[name] = self.people[renamed[name]]
        if "event_id" in renamed:
            renamed["event_id"] = self.event(renamed["event_id"])
        if "by" in renamed:
            renamed["by"] = self._pseudonym(renamed["by"])
        if table == "adjudications":
            renamed["adjudicators"] = [self._pseudonym(one) for one in renamed["adjudicators"]]
            renamed["considered"] = [self._considered(one) for one in renamed["considered"]]
        return renamed

    def _round(self, old: str, table: str) -> str:
        # The log may tell of a round that was deleted since.
        return self.rounds.get(old, old) if table == "corrections" else self.rounds[old]

    def _pseudonym(self, old: str) -> str:
        return self.pseudonyms.get(old, old)

    def _considered(self, old: str) -> str:
        pseudonym, mark, revision = old.rpartition(":")
        return f"{self._pseudonym(pseudonym)}{mark}{revision}"

    def _gold(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the row of a gold; its id covers its campaign, its rounds and its annotators."""
        old = read_gold(row)
        gold = replace(
            old,
            campaign_id=self.campaign(old.campaign_id),
            rounds=tuple(self.rounds[one] for one in old.rounds),
            items=tuple(self._gold_item(one) for one in old.items),
            models=None if old.models is None else tuple(self._model(one) for one in old.models),
            excluded=tuple(sorted(self._pseudonym(one) for one in old.excluded)),
        )
        return gold_row(replace(gold, id=gold.made_id()))

    def _gold_item(self, item: GoldItem) -> GoldItem:
        round_id = None if item.round_id is None else self.rounds[item.round_id]
        support = tuple(sorted(self._pseudonym(each) for each in item.support))
        return replace(item, support=support, round_id=round_id)

    def _model(self, model: GoldModel) -> GoldModel:
        people = (replace(each, pseudonym=self._pseudonym(each.pseudonym)) for each in model.annotators)
        return replace(model, annotators=tuple(people))


def gold_row(gold: Gold) -> dict[str, Json]:
    """Return the row of a gold without its `place`."""
    return to_row(gold, items=[item_row(one) for one in gold.items])
