"""The concepts that a source of mentions gives, kept as the answers of a reference annotator."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from aloi.errors import AloiError
from annotation.model import Campaign, Round, Status
from annotation.rows import NO_CONCEPT
from corpora.model import Mention, Origin
from storage.store import Store
from workbench.imports.answers import Cell, check_cells, keep_cells
from workbench.people import add_person

REFERENCE = "reference"
_TOLD = "the concepts as the source gives them, not a person"


@dataclass(frozen=True, slots=True)
class SourceAnswers:
    """What came of the concepts of a source.

    `linked` and `none` count the mentions answered, with concepts and without; `silent` those of which the
    source says nothing, `several` those to which it gives several concepts where the campaign takes one:
    both are left out.
    """

    campaign: Campaign
    round: Round
    new: int
    known: int
    linked: int
    none: int
    silent: int
    several: int


def keep_source_answers(
    store: Store, campaign: str, now: datetime, *, annotator: str = REFERENCE
) -> SourceAnswers:
    """Return what came of the concepts that the source of a campaign's mentions gives, as a closed round.

    They are the answers of `annotator`, so that gold can be frozen from them and released. A mention to
    which the source gives several concepts has a composite answer. Doing it again changes nothing.

    Raises
    ------
    AloiError
        A campaign of another task, or a source that gives no concepts.
    """
    found = store.campaigns.get(campaign)
    if found.schema.task_type != "linking":
        raise AloiError(
            f"The campaign {found.name!r} has the task {found.schema.task_type}.",
            "A campaign of the task linking was expected.",
            "Name another campaign.",
        )
    mentions = [one for one in store.texts.corpus_items(found.corpus_id) if isinstance(one, Mention)]
    origins = store.texts.origins([one.id for one in mentions])
    given = {one: _concepts(origins.get(one.id, ())) for one in mentions}
    silent = sum(concepts is None for concepts in given.values())
    several = 0
    cells: list[Cell] = []
    for one, concepts in given.items():
        if concepts is None:
            continue
        if len(concepts) > 1 and not found.schema.settings["composite"]:
            several += 1
            continue
        cells.append(Cell(one.mention, one, annotator, 1, {"concepts": [*concepts]}, "", None, now))
    if not cells:
        raise AloiError(
            f"The source of the {len(mentions)} mentions of {found.name!r} gives none of them a concept.",
            "Mentions imported with concepts (`aloi mentions import`) were expected.",
            "Have them annotated instead.",
        )
    if annotator not in {name for one in store.people.list() for name in (one.name, one.pseudonym)}:
        add_person(store, annotator, "annotator", now, expertise=_TOLD, pseudonym=annotator)
    there = _own_round(store, found, annotator)
    if there is None:
        number = len(store.campaigns.rounds(found.id)) + 1
        checked = check_cells(store, found, number, cells)
        there = keep_cells(store, found, number, checked, now, add_annotators=False).round
        store.campaigns.set_round_status(there.id, Status.CLOSED)
        new = len(cells)
    else:
        _check_same(store, found, there, cells)
        new = 0
    linked = sum(bool(one.value["concepts"]) for one in cells if isinstance(one.value, dict))
    return SourceAnswers(
        campaign=found,
        round=store.campaigns.round(there.id),
        new=new,
        known=len(cells) - new,
        linked=linked,
        none=len(cells) - linked,
        silent=silent,
        several=several,
    )


def _concepts(origins: Sequence[Origin]) -> tuple[str, ...] | None:
    """Return the concepts a source gives a mention, none for "no concept"; None where it says nothing."""
    fields = [str(one.parameters.get("concept", "")) for one in origins if one.miner == "import"]
    parts = {part.strip() for field in fields for part in re.split(r"[|+]", field) if part.strip()}
    if not parts:
        return None
    return tuple(sorted(part for part in parts if part.upper() not in NO_CONCEPT))


def _own_round(store: Store, campaign: Campaign, annotator: str) -> Round | None:
    """Return the round this annotator has alone, None where there is none."""
    person = next(one.id for one in store.people.list() if annotator in (one.name, one.pseudonym))
    rounds = store.campaigns.rounds(campaign.id)
    return next((one for one in rounds if one.annotators == (person,)), None)


def _check_same(store: Store, campaign: Campaign, there: Round, cells: Sequence[Cell]) -> None:
    """Raise AloiError unless a round holds these answers."""
    kept = {one.key.item_id: one.value for one in store.answers.latest(there.id)}
    others = sum(kept.get(cell.item.id) != cell.value for cell in cells)
    if others:
        raise AloiError(
            f"Round {there.number} of {campaign.name!r} has other answers to {others} of these mentions.",
            "The answers kept before, or a campaign without them, were expected.",
            "Start another campaign on this corpus.",
        )
