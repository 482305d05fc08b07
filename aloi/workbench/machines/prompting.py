"""The prompts of a round: guideline, examples, candidate concepts and items, read from the store."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aloi.annotation.fields import Field, Label
from aloi.annotation.model import AssignmentKey, Campaign, Purpose, Round
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.identity import content_id
from aloi.corpora.model import Item, Json
from aloi.gold.releasing.manifest import entries, listed, rows_of
from aloi.machines.forms import form_of
from aloi.machines.model import MachineAnnotator
from aloi.machines.prompts import Prompt, Solved, prompt_of
from aloi.storage.store import Store
from aloi.workbench.rounds.concepts import candidates_of
from aloi.workbench.rounds.schemas import decisions_of_round

_TEST = "test"


@dataclass(frozen=True, slots=True)
class ItemQuestion:
    """An item to ask, with one of its draws."""

    item: Item
    fields: tuple[Field, ...]
    offered: tuple[Label, ...]
    draw: int
    reversed_order: bool

    @property
    def key(self) -> tuple[str, int, bool]:
        """The item, the draw and the order."""
        return self.item.id, self.draw, self.reversed_order

    @property
    def lacks_candidates(self) -> bool:
        """Whether the answer is one of candidates, and there are none."""
        return not self.offered and any(form_of(field).chooses_concepts for field in self.fields)


@dataclass(frozen=True, slots=True)
class RoundPrompts:
    """Everything that the prompts of a machine in a round share."""

    campaign: Campaign
    round: Round
    machine: MachineAnnotator
    guideline: str
    guideline_version: int | None
    examples: tuple[Solved, ...]
    language: str
    restricted: bool

    @property
    def kind(self) -> TaskType:
        """The task of the campaign."""
        return task(self.campaign.schema.task_type)

    @property
    def settings(self) -> Mapping[str, Json]:
        """The settings in force."""
        return self.campaign.schema.settings

    @property
    def orders(self) -> tuple[bool, ...]:
        """The orders of pairs: False as they are, True reversed."""
        return (False, True) if self.machine.identity.both_orders and self.kind.symmetric else (False,)

    @property
    def count(self) -> int:
        """The number of all questions of the round."""
        return len(self.round.item_ids) * self.machine.identity.draws * len(self.orders)

    def questions(self, store: Store, item_ids: Sequence[str]) -> Iterator[ItemQuestion]:
        """Yield the questions about items: each draw, in one order or both."""
        for item in store.texts.items(list(item_ids)):
            fields = self.kind.fields(item, self.settings)
            offered = offered_concepts(store, self.round, item, fields, self.language)
            for draw in range(self.machine.identity.draws):
                for reversed_order in self.orders:
                    yield ItemQuestion(item, fields, offered, draw, reversed_order)

    def prompt(self, question: ItemQuestion) -> Prompt:
        """Return the prompt of an item; an example that is the item itself is not shown."""
        return prompt_of(
            question.item,
            question.fields,
            self.guideline,
            offered=question.offered,
            examples=[example for example in self.examples if example.item.id != question.item.id],
            introduction=self.machine.identity.introduction,
            reverse=question.reversed_order,
        )


def prompts_of(
    store: Store,
    campaign: Campaign,
    round_: Round,
    machine: MachineAnnotator,
    guideline: int | None = None,
    example_rounds: Sequence[int] = (),
) -> RoundPrompts:
    """Return the prompts of a machine in a round.

    Raises
    ------
    AloiError
        An unknown version of the guideline, or examples that may not be shown.
    """
    versions = store.campaigns.guidelines(campaign.id)
    number = guideline or round_.guideline_version or (versions[-1].version if versions else None)
    text = next((version.text for version in versions if version.version == number), None)
    if number is not None and text is None:
        numbers = (str(version.version) for version in versions)
        raise AloiError("aloi.not-listed", kind=Term("version-of-guideline"), name=number, known=numbers)
    corpus = store.texts.corpus(campaign.corpus_id)
    return RoundPrompts(
        campaign,
        round_,
        machine,
        text or "",
        number,
        examples_of(store, campaign, round_, machine, example_rounds),
        corpus.language,
        corpus.restricted,
    )


def examples_of(
    store: Store, campaign: Campaign, round_: Round, machine: MachineAnnotator, numbers: Sequence[int] = ()
) -> tuple[Solved, ...]:
    """Return items of calibration rounds with their adjudicated values, drawn by the seed of the machine.

    Raises
    ------
    AloiError
        The round that is annotated, or a round of another purpose, is named; or too few items are left
        without those of test splits and of the round.
    """
    count = machine.identity.examples
    rounds = {other.number: other for other in store.campaigns.rounds(campaign.id)}
    _check_sources(round_, rounds, numbers)
    if not count:
        return ()
    sources = [
        other
        for other in rounds.values()
        if other.purpose is Purpose.CALIBRATION
        and other.id != round_.id
        and (not numbers or other.number in numbers)
    ]
    hidden = {*round_.item_ids} | tested_items(store, campaign)
    values = {
        decision.item_id: decision.value
        for source in sources
        for decision in decisions_of_round(store, campaign.id, source.id)
        if decision.item_id not in hidden and decision.value is not None
    }
    if len(values) < count:
        raise AloiError(
            "aloi.too-few",
            name=Term("adjudicated-items-of-calibration"),
            count=len(values),
            least=count,
            todo=Term("fewer-examples"),
        )
    chosen_ids = random.Random(content_id("examples", machine.identity.seed)).sample(sorted(values), count)
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    language = store.texts.corpus(campaign.corpus_id).language
    examples = []
    for item in store.texts.items(chosen_ids):
        fields, value = kind.fields(item, settings), values[item.id]
        offered = offered_concepts(store, round_, item, fields, language)
        if isinstance(value, Mapping):
            examples.append(Solved(item, fields, value, offered))
    return tuple(examples)


def _check_sources(round_: Round, rounds: Mapping[int, Round], numbers: Sequence[int]) -> None:
    """Raise AloiError for a round whose items may not be examples."""
    for number in numbers:
        source = rounds.get(number)
        if source is None or source.id == round_.id or source.purpose is not Purpose.CALIBRATION:
            raise AloiError(
                "aloi.value",
                name=Term("round-of-examples"),
                value=number,
                expected=Term("another-calibration-round"),
                todo=Term("choose-another-round"),
            )


def tested_items(store: Store, campaign: Campaign) -> set[str]:
    """Return the items of the test splits of all releases of a campaign."""
    return {
        str(item_id)
        for release in store.gold.releases(campaign.id)
        for part in rows_of(entries(release.manifest, "splits"), "parts")
        if str(part["name"]).startswith(_TEST)
        for item_id in listed(part, "item_ids")
    }


def offered_concepts(
    store: Store, round_: Round, item: Item, fields: Sequence[Field], language: str
) -> tuple[Label, ...]:
    """Return the candidate concepts of an item, those that annotators see; none for other questions."""
    question: Any = next((field for field in fields if form_of(field).chooses_concepts), None)
    if question is None:
        return ()
    suggestion = store.suggestions.of(round_.campaign_id, item.id)
    key = AssignmentKey(round_.id, item.id, "machine")
    return tuple(
        Label(concept.id, concept.name, concept.group)
        for concept in candidates_of(store, question, suggestion, key, language)
    )
