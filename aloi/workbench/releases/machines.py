"""Machine annotators of a release: what they are, what they answered, and the tests beside people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aloi.agreement.machine.alignment import Alignments, alignments, alignments_of
from aloi.agreement.machine.alternative import alternative_tests
from aloi.annotation.model import Annotation, Campaign, Round
from aloi.annotation.tasks import task
from aloi.base.records import to_json
from aloi.corpora.identity import checksum
from aloi.corpora.model import Item, Json
from aloi.gold.releasing.machines import ReleasedMachine
from aloi.machines.addresses import names_this_machine
from aloi.machines.model import MachineAnnotator, MachineAnswer, MachineKind
from aloi.machines.prompts import INTRODUCTION
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.views import ratings_of_views
from aloi.workbench.agreement.report import items_of, known_answers, main_view
from aloi.workbench.rounds.machine_answers import (
    as_annotations,
    counted_machines,
    machine_items,
    read_values,
    reported_guideline,
)
from aloi.workbench.texts.restriction import was_sent_to

_IDENTITY = (
    "name", "kind", "model", "source", "prompt_version", "form", "temperature", "top_p", "max_tokens", "seed",
    "draws", "both_orders", "examples",
)  # fmt: skip


def released_machines(
    store: Store, campaign: Campaign, rounds: Sequence[Round]
) -> tuple[ReleasedMachine, ...]:
    """Return the machines that answered in rounds, each under each version of the guideline.

    The p-values of the alternative annotator tests are adjusted over all of them.
    """
    reasons = {each.machine.id: each.why for each in counted_machines(store, campaign.id)}
    described: list[tuple[MachineAnnotator, Round, list[MachineAnswer], str]] = []
    tables: list[Alignments] = []
    for round_ in rounds:
        answers = store.machines.answers(round_.id)
        if not answers:
            continue
        people, items = known_answers(store, round_, machines=False), items_of(store, round_)
        keys = dict.fromkeys((answer.machine_id, answer.guideline_version) for answer in answers)
        for key in keys:
            machine = store.machines.get(key[0])
            chosen = [answer for answer in answers if (answer.machine_id, answer.guideline_version) == key]
            answered = machine_items(store, campaign, round_, machine, key[1])
            both: dict[tuple[str, str], Annotation] = {
                **people, **as_annotations(round_, machine.title, answered)
            }  # fmt: skip
            guideline = f", guideline {key[1]}" if key[1] else ""
            part = f"round {round_.number}{guideline}"
            tables.append(round_alignments(campaign, both, items, machine.title, part))
            counts = key[1] == reported_guideline(round_, {version for its, version in keys if its == key[0]})
            described.append((machine, round_, chosen, reasons.get(machine.id, "") if counts else ""))
    tests = alternative_tests(tables) if tables else ()
    return tuple(
        ReleasedMachine(
            machine.pseudonym,
            machine.version,
            _identity(store, campaign, machine),
            round_.number,
            answers[0].guideline_version,
            len(round_.item_ids),
            test,
            _answers(store, campaign, machine, round_, answers),
            why,
        )
        for (machine, round_, answers, why), test in zip(described, tests, strict=True)
    )


def _identity(store: Store, campaign: Campaign, machine: MachineAnnotator) -> dict[str, Json]:
    """Return what a release says of a machine: where its server is, and no address."""
    its = machine.identity
    document = {**to_json(its), "name": machine.name, "model": its.model_name}
    where = its.kind.value
    if its.kind is MachineKind.ENDPOINT:
        elsewhere = was_sent_to(store, campaign.corpus_id, its.endpoint)
        local = names_this_machine(its.endpoint) and not elsewhere
        where = "this machine" if local else "another machine"
    introduction = its.introduction or INTRODUCTION
    described: dict[str, Json] = {name: document[name] for name in _IDENTITY}
    return {
        **described,
        "where": where,
        "introduction": introduction,
        "prompt_checksum": checksum([its.prompt_version, introduction]),
    }


def _answers(
    store: Store,
    campaign: Campaign,
    machine: MachineAnnotator,
    round_: Round,
    answers: Sequence[MachineAnswer],
) -> tuple[dict[str, Json], ...]:
    """Return the answers as they read in the current version of the schema, without replies of the server."""
    values = read_values(store, campaign, answers)
    its = {"machine": machine.pseudonym, "version": machine.version, "round": round_.number}
    return tuple(
        to_json(
            answer,
            "round_id",
            "machine_id",
            "attempts",
            value=value,
            input_tokens=answer.input_tokens,
            output_tokens=answer.output_tokens,
            seconds=round(answer.seconds, 3),
            **its,
        )
        for answer, value in zip(answers, values, strict=True)
    )


def round_alignments(
    campaign: Campaign,
    answers: Mapping[tuple[str, str], Annotation],
    items: Mapping[str, Item],
    machine: str,
    part: str = "",
) -> Alignments:
    """Return how well a machine agrees with the people of a round, beside each of them.

    Labels and numbers are compared in the main view of the task, other answers by its distance.

    Parameters
    ----------
    answers : mapping from (item, annotator) to annotation
        Of people and the machine, whose name is `machine`.
    part : str
        Name of the part of the answers, empty for all.
    """
    (ratings,) = ratings_of_views([main_view(campaign)], answers, items)
    nested = ratings.level == "nominal" and ratings.set_valued
    if set(map(str, ratings.units)) <= set(items) and not nested and machine in ratings.annotators:
        return alignments(ratings, machine, part=part)
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    values: dict[str, dict[str, Json]] = {}
    for (item_id, name), annotation in answers.items():
        values.setdefault(item_id, {})[name] = annotation.value
    return alignments_of(
        values,
        machine,
        lambda a, b: -(kind.distance([a, b], settings) or 0.0),
        "negative distance of the task",
        {name: tuple(sentence.document_id for sentence in items[name].sentences) for name in values},
        part,
    )
