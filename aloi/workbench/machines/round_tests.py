"""The alternative annotator test in a round: of machines, and of parts of its items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aloi.agreement.machine.alignment import Alignments
from aloi.agreement.machine.alternative import AlternativeTest, alternative_tests
from aloi.annotation.model import Annotation, Campaign, Round
from aloi.annotation.tasks import task
from aloi.base.terms import Phrase
from aloi.corpora.model import Item
from aloi.machines.model import MachineAnnotator
from aloi.storage.store import Store
from aloi.workbench.agreement.report import items_of, round_answers
from aloi.workbench.machines.answers import accepted_values
from aloi.workbench.machines.report import first_number, no_answers
from aloi.workbench.releases.machines import round_alignments
from aloi.workbench.requests.rounds import RoundAgreementRequest
from aloi.workbench.rounds.machine_answers import as_annotations, machine_items, reported_guideline
from aloi.workbench.rounds.rounds import find_round

_People = Mapping[tuple[str, str], Annotation]


@dataclass(frozen=True, slots=True)
class _RoundAnswers:
    """A round with the answers of people."""

    store: Store
    campaign: Campaign
    round: Round
    people: _People
    items: Mapping[str, Item]

    def with_machine(self, machine: MachineAnnotator, guideline: int | None) -> _People:
        """Return the answers of people and of a machine under a version of the guideline."""
        its = machine_items(self.store, self.campaign, self.round, machine, guideline)
        return {**self.people, **as_annotations(self.round, machine.title, its)}

    def versions(self, machine: MachineAnnotator) -> list[int | None]:
        """Return the versions of the guideline under which a machine answered."""
        counts = self.store.machines.counts([self.round.id])
        its = [each for each in counts if each.machine_id == machine.id and each.skip is None]
        versions = {each.guideline_version for each in its}
        return sorted(versions, key=lambda version: version or 0)

    def alignments(
        self, machine: MachineAnnotator, answers: _People, part: str = "", items: set[str] | None = None
    ) -> Alignments | None:
        """Return how well a machine agrees with people on some items; None without an answer to these."""
        chosen = {key: answer for key, answer in answers.items() if items is None or key[0] in items}
        if not any(name == machine.title for _, name in chosen):
            return None
        return round_alignments(self.campaign, chosen, self.items, machine.title, part)


def round_machine_tests(store: Store, request: RoundAgreementRequest) -> tuple[AlternativeTest, ...]:
    """Return the test of each machine of a request in a round, then those of parts of the items.

    All p-values are adjusted together, over machines, people and parts.

    Raises
    ------
    AloiError
        No answers of people, or none of a machine.
    """
    if not request.machine:
        return ()
    campaign = store.campaigns.get(request.campaign)
    round_ = find_round(store, campaign.id, request.round)
    people = round_answers(store, round_, machines=False)
    compared = _RoundAnswers(store, campaign, round_, people, items_of(store, round_))
    tables: list[Alignments] = []
    parts: list[Alignments] = []
    for name in request.machine:
        machine = store.machines.get(name)
        answers = compared.with_machine(machine, reported_guideline(round_, compared.versions(machine)))
        together = compared.alignments(machine, answers)
        if together is None:
            raise no_answers(round_, machine)
        tables.append(together)
        parts += [each for each in _parts(compared, machine, answers, request.machine_by) if each is not None]
    return alternative_tests([*tables, *parts], request.epsilon)


def _parts(
    compared: _RoundAnswers, machine: MachineAnnotator, answers: _People, by: str | None
) -> Iterator[Alignments | None]:
    if by == "guideline":
        yield from _versions(compared, machine)
    elif by is not None:
        groups = _labels(compared) if by == "label" else _origins(compared)
        for part in sorted(groups):
            yield compared.alignments(machine, answers, part, groups[part])


def _versions(compared: _RoundAnswers, machine: MachineAnnotator) -> Iterator[Alignments | None]:
    """Yield the versions of the guideline on the items that the machine answered under all of them."""
    by_version = {version: compared.with_machine(machine, version) for version in compared.versions(machine)}
    answered = [
        {item_id for item_id, name in answers if name == machine.title} for answers in by_version.values()
    ]
    common = set.intersection(*answered) if len(answered) > 1 else set()
    for version, answers in by_version.items():
        part = Phrase("machine-guideline", "guideline {version}", version=str(version or "-"))
        yield compared.alignments(machine, answers, part, common)


def _labels(compared: _RoundAnswers) -> dict[str, set[str]]:
    """Return the items by their accepted answer in words; numbers are those of the nearest degree."""
    kind, settings = task(compared.campaign.schema.task_type), compared.campaign.schema.settings
    accepted, _ = accepted_values(compared.store, compared.campaign, compared.round, compared.people)
    groups: dict[str, set[str]] = {}
    for item_id, value in accepted.items():
        number = first_number(value)
        name = kind.describe(value, settings) if number is None else f"{round(number)}"
        groups.setdefault(name, set()).add(item_id)
    return groups


def _origins(compared: _RoundAnswers) -> dict[str, set[str]]:
    """Return the items by their origin, such as `lexical 0.5-0.6`; an item of several is in each."""
    groups: dict[str, set[str]] = {}
    for item_id, origins in compared.store.texts.origins([*compared.items]).items():
        for origin in origins:
            groups.setdefault(f"{origin.miner} {origin.stratum or ''}".strip(), set()).add(item_id)
    return groups
