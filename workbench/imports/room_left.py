"""Whether a round has room for the answers of a table, asked before anything is made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from aloi.errors import AloiError
from annotation.model import Campaign, Round, Status, Work
from storage.store import Store
from workbench.rounds.rounds import find_round


def check_room(
    store: Store,
    campaign: Campaign,
    number: int,
    answers: Sequence[tuple[str, str, str, int]],
    known: Mapping[str, str],
) -> None:
    """Raise AloiError for a round or campaign that cannot take the answers.

    Parameters
    ----------
    answers : sequence of (where, item id, annotator, occasion)
    known : mapping
        The id of each person known by that name.
    """
    if number == len(store.campaigns.rounds(campaign.id)) + 1:
        if campaign.status != Status.OPEN:
            raise AloiError(
                f"The campaign {campaign.name!r} is {campaign.status.value}.",
                "An open campaign was expected.",
                "Open it again first.",
            )
        return
    target = find_round(store, campaign.id, number)
    if target.status != Status.OPEN:
        raise AloiError(
            f"Round {number} is {target.status.value}.",
            "An open round was expected: answers no longer change once it is closed.",
            "Reopen it first.",
        )
    inside = set(target.item_ids)
    stranger = next((one for one in answers if one[1] not in inside), None)
    if stranger is not None:
        raise AloiError(
            f"{stranger[0]}: the item {stranger[1]} is not in round {number}.",
            f"One of the {len(inside)} items of the round was expected.",
            "Import into the round the answers belong to.",
        )
    _check_places(store, target, answers, known)


def _check_places(
    store: Store, target: Round, answers: Sequence[tuple[str, str, str, int]], known: Mapping[str, str]
) -> None:
    """Raise AloiError when an item would get more answers than it wants."""
    holding = {
        (one.key.item_id, one.key.annotator_id)
        for one in store.answers.assignments(target.id)
        if one.key.occasion == 1 and one.status in (Work.LEASED, Work.SUBMITTED)
    }
    places = {one.item_id: one.wanted - one.taken for one in store.answers.coverage(target.id)}
    asked: Counter[str] = Counter()
    for where, item_id, annotator, occasion in answers:
        if occasion > 1 or (item_id, known.get(annotator, annotator)) in holding:
            continue
        asked[item_id] += 1
        if asked[item_id] > places[item_id]:
            raise AloiError(
                f"{where}: the item {item_id} wants no more answers in round {target.number}.",
                f"At most {places[item_id]} new ones were expected.",
                "Import into a round with a larger overlap, or leave the surplus answers out.",
            )
