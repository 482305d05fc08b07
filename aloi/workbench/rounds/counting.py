"""Which answers count in agreement and gold: the last of each assignment, of those who are not left out.

Those given under an earlier version of the schema are read as the present one asks.
"""

from __future__ import annotations

from collections.abc import Sequence

from aloi.annotation.model import Annotation, Round
from aloi.gold.model import Exclusion
from aloi.storage.corrections.model import CorrectionKind
from aloi.storage.store import Store
from aloi.workbench.rounds.schemas import read_answers


def counted_answers(
    store: Store,
    one: Round,
    item_id: str | None = None,
    revisions: Sequence[Annotation] | None = None,
) -> list[Annotation]:
    """Return the answers of a round, or to one item of it, that count, by item, annotator and occasion.

    `revisions` are all those of the round where they are at hand: reading them takes longest.
    """
    left_out = excluded_people(store, one.campaign_id)
    if revisions is None:
        given = store.answers.latest(one.id, item_id)
    else:
        given = store.answers.latest_among(one.id, revisions)
    kept = [each for each in given if each.key.annotator_id not in left_out]
    return read_answers(store, one.campaign_id, kept)


def excluded_people(store: Store, campaign_id: str) -> dict[str, Exclusion]:
    """Return whose answers are left out of a campaign's agreement and gold, by the id of the person."""
    names = {person.id: person.pseudonym for person in store.people.list()}
    found: dict[str, Exclusion] = {}
    for one in store.corrections.list(campaign_id=campaign_id):
        if one.kind is CorrectionKind.EXCLUDE and one.person_id is not None:
            found[one.person_id] = Exclusion(names[one.person_id], one.why, one.by, one.created_at)
        elif one.kind is CorrectionKind.INCLUDE and one.person_id is not None:
            found.pop(one.person_id, None)
    return found


def exclusions(store: Store, campaign_id: str) -> tuple[Exclusion, ...]:
    """Return whose answers are left out of a campaign's agreement and gold, by pseudonym."""
    return tuple(sorted(excluded_people(store, campaign_id).values(), key=lambda one: one.annotator))
