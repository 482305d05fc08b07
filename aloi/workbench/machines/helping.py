"""Suggestions of a machine to people: the setting of a campaign, and what they change."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import combinations

from aloi.agreement.machine.groups import GroupDifference, group_difference
from aloi.annotation.model import Annotation, Campaign, Round
from aloi.annotation.tasks import task
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.model import Item, Json
from aloi.machines.model import MachineAnnotator
from aloi.storage.corrections.log import Correction, CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.corrections.log import log_correction
from aloi.workbench.machines.answers import is_right
from aloi.workbench.requests.machines import SuggestMachineRequest
from aloi.workbench.rounds.machine_help import SHOWN, machine_help
from aloi.workbench.rounds.schemas import decisions_of_round

_Row = tuple[float, bool, tuple[str, ...]]  # a value, whether with suggestion, and its clusters
_Helped = Mapping[tuple[str, str], Annotation]


class HelpMeasure(StrEnum):
    """A comparison of items with and without suggestion."""

    SECONDS = "seconds"  # logarithm of the seconds of an answer
    EQUAL = "equal"  # whether two people gave an equal answer
    RIGHT = "right"  # whether an answer is the decision of adjudication
    PULL = "pull"  # whether an answer is that of the machine


@dataclass(frozen=True, slots=True)
class HelpEffect:
    """Answers of people to items with and without the suggestion of a machine.

    Parameters
    ----------
    items : (int, int)
        Items with and without suggestion.
    differences : mapping
        Of each measure, with minus without suggestion; of seconds, their logarithms.
    """

    items: tuple[int, int]
    differences: Mapping[HelpMeasure, GroupDifference]


def suggest_machine(store: Store, request: SuggestMachineRequest, now: datetime) -> Correction:
    """Show the answers of a machine as suggestions on a random share of the items, or stop that.

    Answers that people have given stay as they are. One machine helps in a campaign; another one replaces it.

    Raises
    ------
    AloiError
        No reason, or a machine that should stop and does not help.
    """
    campaign = store.campaigns.get(request.campaign)
    machine = store.machines.get(request.name, request.version)
    with store.together():
        its_help = machine_help(store, campaign.id)
        if request.off and (its_help is None or its_help.machine.id != machine.id):
            raise AloiError(
                "aloi.value",
                name=Term("suggestions-of-pseudonym", name=repr(campaign.name), pseudonym=machine.title),
                value=Term("not-shown"),
                expected=Term("a-machine-that-suggests"),
            )
        kind = CorrectionKind.SUGGEST_NO_MACHINE if request.off else CorrectionKind.SUGGEST_MACHINE
        details: dict[str, Json] = {
            "machine": machine.id,
            "name": machine.name,
            "title": machine.title,
            "share": request.share,
            "seed": request.seed,
        }
        return log_correction(store, request, now, kind, details, campaign=campaign)


def describe_help(store: Store, campaign: str) -> dict[str, Json]:
    """Return the setting of a campaign for programs and commands."""
    stored_campaign = store.campaigns.get(campaign)
    its_help = machine_help(store, stored_campaign.id)
    return {
        "campaign": stored_campaign.name,
        "machine": None if its_help is None else its_help.machine.title,
        "share": 0.0 if its_help is None else its_help.share,
    }


def help_effect(
    store: Store,
    campaign: Campaign,
    round_: Round,
    machine: MachineAnnotator,
    people: _Helped,
    items: Mapping[str, Item],
) -> HelpEffect | None:
    """Return what suggestions of a machine changed in a round; None if nobody had or could have had any.

    Only answers that were given while the machine helped are compared, as the answers say.
    """
    helped = {key: answer for key, answer in people.items() if _of(answer).get("machine") == machine.id}
    if not helped:
        return None
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    decided = {each.item_id: each.value for each in decisions_of_round(store, campaign.id, round_.id)}

    def right(item_id: str, value: Json, accepted: Json) -> float:
        return float(is_right(kind, settings, items[item_id], value, accepted))

    rows = {
        HelpMeasure.SECONDS: _rows(helped, items, lambda item_id, answer: _seconds(answer)),
        HelpMeasure.EQUAL: [] if kind.gathers else _pairs(helped, items, right),
        HelpMeasure.RIGHT: _rows(
            helped,
            items,
            lambda item_id, answer: (
                None if decided.get(item_id) is None else right(item_id, answer.value, decided[item_id])
            ),
        ),
        HelpMeasure.PULL: []
        if kind.gathers
        else _rows(
            helped, items, lambda item_id, answer: right(item_id, answer.value, _of(answer).get("value"))
        ),
    }
    shown = {item_id for (item_id, _), answer in helped.items() if _of(answer).get("shown") is True}
    hidden = {item_id for item_id, _ in helped} - shown
    return HelpEffect(
        (len(shown), len(hidden)), {measure: group_difference(*_columns(rows[measure])) for measure in rows}
    )


def _of(answer: Annotation) -> Mapping[str, Json]:
    """Return what an answer says of the machine that helped."""
    stated = answer.shown.get(SHOWN)
    return stated if isinstance(stated, Mapping) else {}


def _seconds(answer: Annotation) -> float | None:
    return math.log(answer.seconds) if answer.seconds else None


def _documents(item: Item) -> tuple[str, ...]:
    return tuple(f"document {sentence.document_id}" for sentence in item.sentences)


def _rows(
    helped: _Helped, items: Mapping[str, Item], value_of: Callable[[str, Annotation], float | None]
) -> list[_Row]:
    """Return a row for each answer with a value, in the clusters of its annotator and its documents."""
    rows = []
    for (item_id, annotator), answer in helped.items():
        value = value_of(item_id, answer)
        if value is not None:
            names = (f"annotator {annotator}", *_documents(items[item_id]))
            rows.append((value, _of(answer).get("shown") is True, names))
    return rows


def _pairs(
    helped: _Helped, items: Mapping[str, Item], right: Callable[[str, Json, Json], float]
) -> list[_Row]:
    """Return a row for each item of several people: the share of equal pairs, in its documents."""
    by_item: dict[str, list[Annotation]] = {}
    for (item_id, _), answer in helped.items():
        by_item.setdefault(item_id, []).append(answer)
    rows = []
    for item_id, answers in by_item.items():
        equal = [right(item_id, a.value, b.value) for a, b in combinations(answers, 2)]
        shown = {_of(answer).get("shown") is True for answer in answers}
        if equal and len(shown) == 1:
            rows.append((sum(equal) / len(equal), shown.pop(), _documents(items[item_id])))
    return rows


def _columns(rows: Iterable[_Row]) -> tuple[list[float], list[bool], list[tuple[str, ...]]]:
    listed = list(rows)
    return [row[0] for row in listed], [row[1] for row in listed], [row[2] for row in listed]
