"""A machine beside people: the alternative annotator test, agreement, bias, errors, calibration, drift."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

import numpy as np

from aloi.agreement.battery import Battery
from aloi.agreement.drawing import Clusters
from aloi.agreement.intervals.bounds import NUMBER, SHARE, range_interval
from aloi.agreement.machine.alternative import AlternativeTest, alternative_test, mean_spread
from aloi.agreement.machine.calibration import Calibration, calibration
from aloi.agreement.machine.corrected import CorrectedEstimate
from aloi.agreement.result import Interval, PairAgreement
from aloi.agreement.table import number_groups
from aloi.annotation.model import Annotation, Campaign, Round
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.model import Item, Json
from aloi.machines.model import MachineAnnotator, MachineAnswer
from aloi.storage.store import Store
from aloi.workbench.agreement.estimates import machine_estimates
from aloi.workbench.agreement.full_report.views import REPLICATES, ratings_of_views, view_report
from aloi.workbench.agreement.report import answers_context, items_of, known_answers, main_view, round_answers
from aloi.workbench.machines.answers import accepted_values, is_right
from aloi.workbench.machines.helping import HelpEffect, help_effect
from aloi.workbench.releases.machines import round_alignments
from aloi.workbench.requests.machines import MachineReportRequest
from aloi.workbench.rounds.machine_answers import (
    MachineItem,
    as_annotations,
    counted_machines,
    machine_items,
    reported_guideline,
)
from aloi.workbench.rounds.rounds import find_round

_Key = tuple[str, str]
_MOST_ERRORS = 20
_MOST_OF_PERSON = 5
_EQUAL = Phrase("reason-all-values-equal", "all values are equal")


@dataclass(frozen=True, slots=True)
class MeanEstimate:
    """A mean over items with a 95 % interval that knows their documents, or the reason for none."""

    items: int
    value: float | None
    interval: Interval | None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class DegreeBias:
    """How far an annotator is from the accepted value, for items of one accepted degree."""

    annotator: str
    degree: float
    bias: MeanEstimate


@dataclass(frozen=True, slots=True)
class Confused:
    """The answer of an annotator where another one was accepted: how often, and the first item."""

    annotator: str
    accepted: str
    answered: str
    count: int
    item_id: str


@dataclass(frozen=True, slots=True)
class MachineError:
    """An item that the machine answered wrongly; `distance` is that of the task."""

    item_id: str
    accepted: str
    answered: str
    distance: float
    confidence: float | None


@dataclass(frozen=True, slots=True)
class GuidelineChange:
    """Answers to the same items under two versions of the guideline (0: without guideline).

    `annotator` is the machine, or a person with answers to the items in another round. `same` is the share
    of equal answers; `right_before` and `right_after` are shares of accepted answers.
    """

    annotator: str
    before: int
    after: int
    same: MeanEstimate
    right_before: MeanEstimate
    right_after: MeanEstimate


@dataclass(frozen=True, slots=True)
class DayQuality:
    """The share of accepted answers among those of one day (UTC)."""

    day: str
    right: MeanEstimate


@dataclass(frozen=True, slots=True)
class MachineReport:
    """A machine beside the people of a round.

    Parameters
    ----------
    test : AlternativeTest
        Whether it may replace a person.
    pairs : tuple of PairAgreement
        Coefficients of the machine and each person, and of people among themselves, in the main view.
    right : MeanEstimate
        The share of accepted answers.
    decided : int
        Accepted values that are decisions of adjudication; the others follow from the gold rule.
    bias : tuple of DegreeBias
        For scales: of the machine, then of each person beside the others.
    confusions : tuple of Confused
        Accepted and other answers that differ, the most frequent first; of the machine, then of each person.
    errors : tuple of MachineError
        The widest errors first.
    calibration : Calibration
        Of the stated confidence.
    self_agreement : MeanEstimate
        The share of equal answers among pairs of draws in the same order.
    position_bias : MeanEstimate
        Both orders of pairs: the mean of (first order minus reverse), or the share of different answers.
    changes : tuple of GuidelineChange
        Of the same items under two versions of the guideline.
    days : tuple of DayQuality
        Drift over time.
    skipped : mapping
        Items without answer by reason.
    tokens, seconds : int, float
        Of all answers of this version of the machine to the round.
    estimates : tuple of (str, CorrectedEstimate)
        The mean or the share of each label that people would give to all items, if they answered only some.
    help : HelpEffect or None
        Items with and without its suggestion; None if it did not help.
    counts : bool
        Whether the campaign counts its answers in agreement and gold.
    """

    machine: MachineAnnotator
    campaign: Campaign
    round: Round
    guideline_version: int | None
    items: int
    answered: int
    test: AlternativeTest
    pairs: tuple[PairAgreement, ...]
    right: MeanEstimate
    decided: int
    bias: tuple[DegreeBias, ...]
    confusions: tuple[Confused, ...]
    errors: tuple[MachineError, ...]
    calibration: Calibration
    self_agreement: MeanEstimate
    position_bias: MeanEstimate
    changes: tuple[GuidelineChange, ...]
    days: tuple[DayQuality, ...]
    skipped: Mapping[str, int]
    tokens: int
    seconds: float
    estimates: tuple[tuple[str, CorrectedEstimate], ...] = ()
    help: HelpEffect | None = None
    counts: bool = False


@dataclass(frozen=True, slots=True)
class _Compared:
    """The answers that a report compares."""

    campaign: Campaign
    items: Mapping[str, Item]
    answered_items: Mapping[str, MachineItem]
    accepted: Mapping[str, Json]

    @property
    def kind(self) -> TaskType:
        return task(self.campaign.schema.task_type)

    @property
    def settings(self) -> Mapping[str, Json]:
        return self.campaign.schema.settings

    @property
    def judged(self) -> list[str]:
        """Return the items with an answer and an accepted value."""
        return [name for name in self.answered_items if name in self.accepted]

    def right(self, item_id: str, value: Json) -> bool:
        return is_right(self.kind, self.settings, self.items[item_id], value, self.accepted[item_id])

    def distance(self, a: Json, b: Json) -> float:
        return self.kind.distance([a, b], self.settings) or 0.0

    def mean(self, values: Mapping[str, float]) -> MeanEstimate:
        """Return the mean of numbers by item, whose documents may be shared."""
        return _mean(values, self.items, NUMBER)

    def share(self, values: Mapping[str, float]) -> MeanEstimate:
        """Return the mean of values from 0 to 1 by item, whose documents may be shared."""
        return _mean(values, self.items, SHARE)


@dataclass(frozen=True, slots=True)
class _Side:
    """The answers of one annotator by item, beside the accepted values; `most` confusions are listed."""

    annotator: str
    values: Mapping[str, Json]
    compared: _Compared
    most: int = _MOST_OF_PERSON


def machine_report(store: Store, request: MachineReportRequest) -> MachineReport:
    """Return a machine beside the people of a round.

    Raises
    ------
    AloiError
        No answers of people, or none of the machine under this version of the guideline.
    """
    campaign = store.campaigns.get(request.campaign)
    round_ = find_round(store, campaign.id, request.round)
    machine = store.machines.get(request.name, request.version)
    everything = store.machines.answers(round_.id, machine.id)
    version = _version(request, round_, [answer.guideline_version for answer in everything])
    answered_items = machine_items(store, campaign, round_, machine, version)
    if not answered_items:
        raise no_answers(round_, machine)
    people, items = round_answers(store, round_, machines=False), items_of(store, round_)
    accepted, decided = accepted_values(store, campaign, round_, people)
    compared = _Compared(campaign, items, answered_items, accepted)
    both = {**people, **as_annotations(round_, machine.title, answered_items)}
    sides = _sides(store, compared, round_, machine.title, people)
    view, context = main_view(campaign), {**answers_context(store, round_), "machine": machine.id}
    (ratings,) = ratings_of_views([view], both, items)
    answers = [answer for answer in everything if answer.guideline_version == version]
    return MachineReport(
        machine,
        campaign,
        round_,
        version,
        len(round_.item_ids),
        len(answered_items),
        alternative_test(round_alignments(campaign, both, items, machine.title), request.epsilon),
        view_report(view, ratings, Battery(replicates=REPLICATES, seed=request.seed, context=context)).pairs,
        _quality(compared),
        decided,
        tuple(bias for side in sides for bias in _bias(side)),
        tuple(confused for side in sides for confused in _confusions(side)),
        _errors(compared),
        _calibration(compared, request.seed),
        _self_agreement(compared),
        _position_bias(compared),
        _changes(store, compared, campaign, round_, machine, everything, people),
        _days(compared),
        dict(sorted(Counter(answer.skip.value for answer in answers if answer.skip is not None).items())),
        sum(answer.input_tokens + answer.output_tokens for answer in answers),
        round(sum(answer.seconds for answer in answers), 3),
        machine_estimates(ratings, machine.title),
        help_effect(store, campaign, round_, machine, people, items),
        any(counted.machine.id == machine.id for counted in counted_machines(store, campaign.id)),
    )


def no_answers(round_: Round, machine: MachineAnnotator) -> AloiError:
    """Return the error of a round that a machine has not annotated."""
    return AloiError(
        "aloi.no-content",
        path=Term("the-round-number", number=round_.number),
        content=Term("no-answers-of-machine", machine=machine.title),
        todo=Term("let-the-machine-answer"),
    )


def _quality(compared: _Compared) -> MeanEstimate:
    """Return the share of accepted answers."""
    values = compared.answered_items
    return compared.share({name: float(compared.right(name, values[name].value)) for name in compared.judged})


def _calibration(compared: _Compared, seed: int) -> Calibration:
    stated = [compared.answered_items[name] for name in compared.judged]
    stated = [item for item in stated if item.confidence is not None]
    return calibration(
        [float(item.confidence or 0) for item in stated],
        [compared.right(item.item_id, item.value) for item in stated],
        [compared.items[item.item_id].sentences[0].document_id for item in stated],
        seed,
    )


def _version(request: MachineReportRequest, round_: Round, versions: Sequence[int | None]) -> int | None:
    """Return the version of the guideline to report: as requested, of the round, or the newest."""
    return reported_guideline(round_, versions) if request.guideline is None else request.guideline


def _mean(
    values: Mapping[str, float], items: Mapping[str, Item], limits: tuple[float, float]
) -> MeanEstimate:
    numbers = np.array([*values.values()], dtype=np.float64)
    if not len(numbers):
        return MeanEstimate(0, None, None, Phrase("reason-no-items", "no items"))
    groups = number_groups(
        tuple(tuple(sentence.document_id for sentence in items[name].sentences) for name in values)
    )
    clusters = Clusters.of(len(numbers), groups)
    spread = mean_spread(numbers, clusters)
    value = float(numbers.mean())
    if isinstance(spread, str):
        return MeanEstimate(len(numbers), value, None, spread)
    if limits != SHARE and spread.variance <= 0:
        return MeanEstimate(len(numbers), value, None, _EQUAL)
    return MeanEstimate(len(numbers), value, range_interval(*limits, spread, clusters.count))


def _sides(
    store: Store,
    compared: _Compared,
    round_: Round,
    machine: str,
    people: Mapping[_Key, Annotation],
) -> list[_Side]:
    """Return the answers of the machine, then of each person beside the values accepted without them."""
    values = {name: item.value for name, item in compared.answered_items.items()}
    sides = [_Side(machine, values, compared, _MOST_ERRORS)]
    for person in sorted({name for _, name in people}):
        values = {item_id: answer.value for (item_id, name), answer in people.items() if name == person}
        accepted, _ = accepted_values(store, compared.campaign, round_, people, without=person)
        sides.append(_Side(person, values, replace(compared, accepted=accepted)))
    return sides


def _bias(side: _Side) -> tuple[DegreeBias, ...]:
    """Return the bias of an annotator on the main scale by accepted degree; none for other questions."""
    differences: dict[float, dict[str, float]] = {}
    for name, value in side.values.items():
        accepted = first_number(side.compared.accepted.get(name))
        answered = first_number(value)
        if accepted is not None and answered is not None:
            differences.setdefault(float(round(accepted)), {})[name] = answered - accepted
    return tuple(
        DegreeBias(side.annotator, degree, side.compared.mean(differences[degree]))
        for degree in sorted(differences)
    )


def first_number(value: Json) -> float | None:
    """Return the first number of a value such as {scale: number}; None for other values."""
    first = next(iter(value.values()), None) if isinstance(value, Mapping) else value
    return float(first) if isinstance(first, int | float) and not isinstance(first, bool) else None


def _confusions(side: _Side) -> tuple[Confused, ...]:
    """Return the most frequent answers of an annotator where another one was accepted."""
    compared, ids = side.compared, dict[tuple[str, str], list[str]]()
    for name, value in side.values.items():
        if name in compared.accepted and not compared.right(name, value):
            accepted = compared.kind.describe(compared.accepted[name], compared.settings)
            ids.setdefault((accepted, compared.kind.describe(value, compared.settings)), []).append(name)
    confused = [Confused(side.annotator, *pair, len(names), names[0]) for pair, names in ids.items()]
    confused.sort(key=lambda pair: (-pair.count, pair.accepted, pair.answered))
    return tuple(confused[: side.most])


def _errors(compared: _Compared) -> tuple[MachineError, ...]:
    errors = [
        MachineError(
            name,
            compared.kind.describe(compared.accepted[name], compared.settings),
            compared.kind.describe(item.value, compared.settings),
            0.0 if compared.kind.gathers else compared.distance(item.value, compared.accepted[name]),
            item.confidence,
        )
        for name, item in compared.answered_items.items()
        if name in compared.accepted and not compared.right(name, item.value)
    ]
    return tuple(sorted(errors, key=lambda error: (-error.distance, error.item_id)))[:_MOST_ERRORS]


def _self_agreement(compared: _Compared) -> MeanEstimate:
    shares = {}
    for name, item in compared.answered_items.items():
        equal = [
            a.value == b.value for a, b in combinations(item.draws, 2) if a.reversed_order == b.reversed_order
        ]
        if equal:
            shares[name] = sum(equal) / len(equal)
    return compared.share(shares)


def _position_bias(compared: _Compared) -> MeanEstimate:
    effects = {}
    for name, item in compared.answered_items.items():
        first = {draw.draw: draw.value for draw in item.draws if not draw.reversed_order}
        second = {draw.draw: draw.value for draw in item.draws if draw.reversed_order}
        pairs = [(first[draw], second[draw]) for draw in first.keys() & second.keys()]
        numbers = [(first_number(a), first_number(b)) for a, b in pairs]
        if pairs and all(a is not None and b is not None for a, b in numbers):
            effects[name] = sum((a or 0.0) - (b or 0.0) for a, b in numbers) / len(numbers)
        elif pairs:
            effects[name] = sum(a != b for a, b in pairs) / len(pairs)
    return compared.mean(effects)


def _changes(
    store: Store,
    compared: _Compared,
    campaign: Campaign,
    round_: Round,
    machine: MachineAnnotator,
    everything: Sequence[MachineAnswer],
    people: Mapping[_Key, Annotation],
) -> tuple[GuidelineChange, ...]:
    """Return what moved between successive versions of the guideline, on the same items."""
    versions = {answer.guideline_version for answer in everything}
    ordered = sorted(versions, key=lambda version: version or 0)
    answers = [machine_items(store, campaign, round_, machine, version) for version in ordered]
    changes = []
    for (before, of_before), (after, of_after) in pairwise(zip(ordered, answers, strict=True)):
        sides = [{name: its[name].value for name in its} for its in (of_before, of_after)]
        changes.append(_change(compared, machine.title, (before, after), *sides))
    return (*changes, *_changes_of_people(store, compared, campaign, round_, people))


def _changes_of_people(
    store: Store, compared: _Compared, campaign: Campaign, round_: Round, people: Mapping[_Key, Annotation]
) -> tuple[GuidelineChange, ...]:
    """Return what moved where people answered the items in a round under another version of the guideline."""
    changes = []
    for other in store.campaigns.rounds(campaign.id):
        common = set(other.item_ids) & set(round_.item_ids)
        if not common or other.guideline_version == round_.guideline_version:
            continue
        elsewhere = known_answers(store, other, machines=False)
        is_earlier = (other.guideline_version or 0) < (round_.guideline_version or 0)
        for person in sorted({name for item_id, name in elsewhere if (item_id, name) in people}):
            sides = [
                {item_id: answer.value for (item_id, name), answer in its.items() if name == person}
                for its in ((elsewhere, people) if is_earlier else (people, elsewhere))
            ]
            versions = (other.guideline_version, round_.guideline_version)
            changes.append(_change(compared, person, versions if is_earlier else versions[::-1], *sides))
    return tuple(changes)


def _change(
    compared: _Compared,
    annotator: str,
    versions: tuple[int | None, int | None],
    before: Mapping[str, Json],
    after: Mapping[str, Json],
) -> GuidelineChange:
    """Return what moved on the items that were answered under both versions."""
    names = [name for name in before if name in after]
    right = [
        {name: float(compared.right(name, its[name])) for name in names if name in compared.accepted}
        for its in (before, after)
    ]
    same = {name: float(before[name] == after[name]) for name in names}
    numbers = (versions[0] or 0, versions[1] or 0)
    return GuidelineChange(annotator, *numbers, compared.share(same), *map(compared.share, right))


def _days(compared: _Compared) -> tuple[DayQuality, ...]:
    days: dict[str, dict[str, float]] = {}
    for name, item in compared.answered_items.items():
        if name in compared.accepted:
            days.setdefault(f"{item.at:%Y-%m-%d}", {})[name] = float(compared.right(name, item.value))
    return tuple(DayQuality(day, compared.share(days[day])) for day in sorted(days))
