"""Why the agreement of a round is what it is: its annotators, its labels, its hidden repeats, what to fix."""

from __future__ import annotations

from dataclasses import dataclass

from aloi.agreement.diagnosis.annotators import AnnotatorDiagnosis, diagnose_annotators
from aloi.agreement.diagnosis.findings import Finding, what_to_fix
from aloi.agreement.diagnosis.labels import Confusion, LabelDiagnosis, confusions, diagnose_labels
from aloi.agreement.diagnosis.prevalence import Prevalence, prevalence
from aloi.agreement.diagnosis.repeats import Repeat, RepeatsDiagnosis, diagnose_repeats
from aloi.annotation.model import Round
from aloi.annotation.tasks.base import View
from aloi.annotation.tasks.spans.settings import schema_attributes, schema_relations
from aloi.base.terms import Phrase
from aloi.corpora.model import Item
from aloi.storage.store import Store
from aloi.workbench.agreement.full_report.views import round_ratings
from aloi.workbench.agreement.report import items_of, main_view, round_answers
from aloi.workbench.agreement.spans import SpanDetails, details_of_round
from aloi.workbench.rounds.counted_answers import answer_names, counted_answers
from aloi.workbench.rounds.rounds import find_round

_NO_LABELS = Prevalence(
    None,
    None,
    None,
    None,
    None,
    None,
    warning=False,
    sentence=Phrase(
        "caution-answers-sets", "The answers are sets: there are no labels to compare one by one."
    ),
    reason=Phrase("reason-answers-sets", "answers are sets"),
)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The diagnosis of a round, in its main view; `repeats` is None when no item was shown again.

    `details` is the agreement on attributes and relations of spans, if the schema has any.
    """

    annotators: tuple[AnnotatorDiagnosis, ...]
    labels: tuple[LabelDiagnosis, ...]
    confusions: tuple[Confusion, ...]
    prevalence: Prevalence
    repeats: RepeatsDiagnosis | None
    findings: tuple[Finding, ...]
    details: SpanDetails | None = None


def diagnose(store: Store, campaign: str, number: int, *, scale: str | None = None) -> Diagnosis:
    """Return the diagnosis of a round in the first view of its main scale (or of `scale`).

    Answers that are sets (substitutes) have no labels to compare one by one: nothing is found on them.

    Raises
    ------
    AloiError
        No answers yet, or an unknown scale.
    """
    stored_campaign = store.campaigns.get(campaign)
    round_ = find_round(store, campaign, number)
    view = main_view(stored_campaign, scale)
    answers = round_answers(store, round_)
    items = items_of(store, round_)
    ratings = round_ratings(view, answers, items)
    if ratings.set_valued:
        return Diagnosis((), (), (), _NO_LABELS, None, ())
    when: dict[tuple[str, str], float] = {}
    seconds: dict[tuple[str, str], float] = {}
    for (item_id, name), annotation in answers.items():
        for unit in view.ratings(items[item_id], annotation.value):
            if annotation.created_at is not None:
                when[unit, name] = annotation.created_at.timestamp()
            if annotation.seconds is not None:
                seconds[unit, name] = annotation.seconds
    again = _repeats(store, round_, view, items) if round_.repeats else []
    settings = stored_campaign.schema.settings
    has_details = bool(schema_attributes(settings) or schema_relations(settings))
    details = details_of_round(store, stored_campaign.id, number) if has_details else None
    findings_of_details = details.findings() if details else []
    people = diagnose_annotators(ratings, when=when, seconds=seconds)
    return Diagnosis(
        annotators=tuple(people),
        labels=tuple(diagnose_labels(ratings)),
        confusions=tuple(confusions(ratings)),
        prevalence=prevalence(ratings),
        repeats=diagnose_repeats(again, view.level, view.categories or None) if again else None,
        findings=(*what_to_fix(ratings, when=when, repeats=again, people=people), *findings_of_details),
        details=details,
    )


def _repeats(store: Store, measured: Round, view: View, items: dict[str, Item]) -> list[Repeat]:
    """Return the answers to what each annotator was shown twice."""
    names = answer_names(store)
    return [
        Repeat(
            unit,
            names[answer.key.annotator_id],
            answer.key.occasion,
            value,
            swapped=answer.shown.get("left_first") is False,
        )
        for answer in counted_answers(store, measured)
        if answer.value is not None and answer.key.occasion <= 2
        for unit, value in view.ratings(items[answer.key.item_id], answer.value).items()
    ]
