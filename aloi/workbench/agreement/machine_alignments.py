"""The alternative annotator test of the answers of a round."""

from __future__ import annotations

from collections.abc import Mapping

from aloi.agreement.machine.alignment import Alignments, alignments, alignments_of
from aloi.annotation.model import Annotation, Campaign
from aloi.annotation.tasks import task
from aloi.corpora.model import Item, Json
from aloi.workbench.agreement.full_report.views import ratings_of_views
from aloi.workbench.agreement.report import main_view


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
