"""Answers of a machine as suggestions, on a random share of the items of a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from aloi.annotation.model import Campaign, Round
from aloi.corpora.identity import content_id
from aloi.corpora.model import Json
from aloi.machines.model import MachineAnnotator
from aloi.storage.corrections.log import CorrectionKind
from aloi.storage.store import Store
from aloi.storage.texts.corpora import Suggestion
from aloi.workbench.rounds.machine_answers import machine_items, reported_guideline

SHOWN = "machine_help"  # in `shown` of an answer: the machine, and whether its suggestion was on the screen
_SIZE = 12  # hexadecimal digits of a random number
_RANGE = 16.0**_SIZE


@dataclass(frozen=True, slots=True)
class MachineHelp:
    """The setting of a campaign: a version of a machine helps on a share of the items, drawn by a seed."""

    machine: MachineAnnotator
    share: float
    seed: int
    why: str
    since: datetime

    def helps(self, item_id: str) -> bool:
        """Return whether the suggestion for an item is shown; the same for everybody."""
        drawn = content_id("machine help", self.seed, item_id)[:_SIZE]
        return int(drawn, 16) / _RANGE < self.share


@dataclass(frozen=True, slots=True)
class Hint:
    """The answer of the machine to an item; `shown` says whether annotators see it."""

    suggestion: Suggestion
    machine_id: str
    shown: bool

    @property
    def record(self) -> Mapping[str, Json]:
        """The part of `shown` that is stored with the answer of a person."""
        return {SHOWN: {"machine": self.machine_id, "shown": self.shown, "value": self.suggestion.value}}


def machine_help(store: Store, campaign_id: str) -> MachineHelp | None:
    """Return the setting of a campaign; None if no machine helps."""
    kinds = (CorrectionKind.SUGGEST_MACHINE, CorrectionKind.SUGGEST_NO_MACHINE)
    changes = [each for kind in kinds for each in store.corrections.list(campaign_id=campaign_id, kind=kind)]
    last = max(changes, key=lambda each: each.number, default=None)
    if last is None or last.kind is CorrectionKind.SUGGEST_NO_MACHINE:
        return None
    details = last.details
    machine = next((each for each in store.machines.list() if each.id == details["machine"]), None)
    if machine is None:  # an archive has no machines without answers
        return None
    share, seed = float(str(details["share"])), int(str(details["seed"]))
    return MachineHelp(machine, share, seed, last.why, last.created_at)


def hint_for(
    store: Store, campaign: Campaign, round_: Round, its_help: MachineHelp | None, item_id: str
) -> Hint | None:
    """Return the answer of the machine that helps to an item; None if it has none."""
    if its_help is None:
        return None
    machine = its_help.machine
    counts = store.machines.counts([round_.id])
    versions = {count.guideline_version for count in counts if count.machine_id == machine.id}
    guideline = reported_guideline(round_, versions)
    its_item = machine_items(store, campaign, round_, machine, guideline, item_id).get(item_id)
    if its_item is None:
        return None
    return Hint(Suggestion(machine.title, its_item.value, its_item.at), machine.id, its_help.helps(item_id))
