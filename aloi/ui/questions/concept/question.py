"""A mention marked in its text, candidate concepts, and a search in the terminology."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import streamlit as st

from aloi.annotation.fields import Field, MentionedConcept
from aloi.annotation.model import Campaign
from aloi.annotation.tasks import task
from aloi.annotation.tasks.base import TaskType
from aloi.annotation.tasks.linking.task import concepts_of
from aloi.base.records import to_json
from aloi.base.requests import info_of
from aloi.corpora.model import Item, Json, Mention
from aloi.ui import session
from aloi.ui.questions.base import Case, DeskItem, MeasuredRound, QuestionKind
from aloi.ui.questions.concept import agreement
from aloi.ui.shared.choices import worded
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.items import answer_told
from aloi.ui.shared.jobs import job_progress, start_request, take_up
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import section, t
from aloi.workbench.models.ranker_training import trained_rankers
from aloi.workbench.requests.campaigns import CandidatesRequest
from aloi.workbench.rounds.concepts import (
    candidates_of,
    concepts_named,
    described,
    names_of,
    ranks_of,
    search_concepts,
    terminology_of,
)
from aloi.workbench.store.opening import Store


class ConceptQuestion(QuestionKind[MentionedConcept]):
    """The concept that a mention names.

    The annotation interface takes:

    - `asked`: `{name, question, parts: [{text, mark}], group, composite, at_once, none, terminology,
      candidates, shuffled, ranks, made_by}`. It has the text cut at the parts of the mention, and the
      candidates in display order with their ranks. A concept is `{id, name, group, matched, others:
      [[language, name]]}`.
    - `results`: `{item, text, found}` of the last search, or None.
    - `known`: `{id: name}`, the names of the concepts in `answer`, `draft` and `hint`.
    - `answer`: `{name: [id]}` or None; `draft`: `{name: [id], none}` or None.

    An answer has `shown`: the candidates in display order, their ranks and their source, and the searched
    texts.
    """

    field: ClassVar[type[Field]] = MentionedConcept
    script: ClassVar[Path] = Path(__file__).with_name("concept.js")
    sections: ClassVar[tuple[str, ...]] = ("concept",)

    def data(self, fields: Sequence[MentionedConcept], work: DeskItem) -> dict[str, Json]:
        """Return the mention, its candidates and the results of a search."""
        (field,), store, screen, language = fields, work.store, work.screen, work.desk.language
        candidates = candidates_of(store, field, screen.suggestion, screen.assignment.key, language)
        hint = screen.hint.value if screen.hint else None
        ids = {id_ for value in (screen.answer, screen.draft, hint) for id_ in concepts_of(value)}
        ranks = ranks_of(screen.suggestion)
        return {
            "asked": {
                **_field_data(store, field, screen.item),
                "at_once": not field.composite,
                "candidates": [to_json(one) for one in candidates],
                "shuffled": field.shuffled,
                "ranks": [ranks[one.id] for one in candidates],
                "made_by": screen.suggestion.made_by if screen.suggestion else "",
            },
            "known": names_of(store, field.terminology, ids, language),
            "results": _results(store, screen.item.id, field, work.searched, language),
        }

    def decision_data(self, fields: Sequence[MentionedConcept], case: Case) -> dict[str, Json]:
        """Return the concepts of the answers, with their annotators."""
        (field,), store = fields, case.store
        language = store.texts.corpus(case.campaign.corpus_id).language
        annotators: dict[str, list[str]] = {}
        for answer in case.dispute.answers:
            for concept_ in concepts_of(answer.value):
                annotators.setdefault(concept_, []).append(answer.pseudonym)
        ids = sorted(annotators, key=lambda one: (-len(annotators[one]), one))
        decided = () if case.decision is None else concepts_of(case.decision.value)
        words = section("concept")
        return {
            "asked": {
                **_field_data(store, field, case.item),
                "at_once": False,
                "candidates": [
                    {**to_json(concept_), "matched": case.by(annotators[concept_.id])}
                    for concept_ in concepts_named(store, field.terminology, ids, language)
                ],
                "shuffled": False,
                "ranks": [*range(1, len(ids) + 1)],
                "made_by": "",
            },
            "known": names_of(store, field.terminology, decided, language),
            "results": _results(store, case.item.id, field, case.searched, language),
            "texts": {
                "note_hint": words["reason_hint"],
                "save": t("adjudicate.decide"),
                "cc_candidates": words["cc_given"],
                "cc_no_candidates": words["cc_none_given"],
                "cc_ranked": words["cc_given_how"],
                "cc_how": words["cc_how_decide"],
                "cc_how_several": words["cc_how_decide_several"],
                "cc_no_candidates_touch": words["cc_none_given_touch"],
                "cc_how_touch": words["cc_how_decide_touch"],
                "cc_how_several_touch": words["cc_how_decide_several_touch"],
            },
        }

    def above_decision(self, case: Case) -> None:
        """Draw the answers with the names of their concepts, as counts alone when blind."""
        answers = case.dispute.answers
        kind = task(case.campaign.schema.task_type)
        answer_texts = described(case.store, case.campaign, [one.value for one in answers])
        answer_texts = [answer_told(kind, one) for one in answer_texts]
        if case.blind:
            lines = [f"{count} × {text}" for text, count in sorted(Counter(answer_texts).items())]
        else:
            lines = sorted(
                t("adjudicate.said", who=answer.pseudonym, what=text)
                for answer, text in zip(answers, answer_texts, strict=True)
            )
        st.text("\n".join(lines))

    def edit(self, kind: TaskType, settings: Mapping[str, Json], key: str) -> dict[str, Json]:
        """Draw the question, and how candidates are shown; the page asks for the terminology."""
        del kind
        question = st.text_input(t("linking.question"), str(settings["question"]), key=f"{key}:question")
        left, right = st.columns(2)
        number = left.number_input(
            t("linking.candidates"),
            0,
            50,
            int(str(settings["candidates"])),
            help=t("linking.candidates_help"),
            key=f"{key}:candidates",
        )
        orders = ["ranked", "shuffled"]
        order = worded(
            right.radio,
            "linking.order",
            orders,
            orders.index(str(settings["order"])),
            help=t("linking.order_help"),
            key=f"{key}:order",
        )
        composite = st.checkbox(t("linking.composite"), bool(settings["composite"]), key=f"{key}:composite")
        none = st.checkbox(t("linking.none"), bool(settings["none"]), key=f"{key}:none")
        return {
            **settings,
            "question": question,
            "candidates": int(number),
            "order": order,
            "composite": composite,
            "none": none,
        }

    def summary(self, field: MentionedConcept, settings: Mapping[str, Json]) -> None:
        """Draw the terminology, and how candidates are shown."""
        del field
        st.markdown(f"**{no_markup(str(settings['question']))}**")
        parts = [
            t("linking.says_terminology", name=no_markup(str(settings["terminology"]))),
            t(
                "linking.says_candidates",
                count=settings["candidates"],
                order=t(f"linking.order_{settings['order']}"),
            ),
            t("linking.says_composite" if settings["composite"] else "linking.says_single"),
            t("linking.says_none" if settings["none"] else "linking.says_always"),
        ]
        st.markdown("\n".join(f"- {one}" for one in parts))

    def agreement_tabs(self, measured: MeasuredRound) -> list[tuple[str, Callable[[], None]]]:
        """Return whether the order of candidates influenced the answers."""
        return [(t("linking.bias"), lambda: agreement.report(measured))]

    def prepare(self, store: Store, campaign: Campaign) -> None:
        """Draw whether candidates are ready, with a button to compute them."""
        candidates_form(store, campaign)


def _field_data(store: Store, field: MentionedConcept, item: Item) -> dict[str, Json]:
    terminology = terminology_of(store, field.terminology)
    return {
        "name": field.name,
        "question": field.question,
        "parts": marked_parts(field.text, field.spans),
        "group": item.group if isinstance(item, Mention) else "",
        "composite": field.composite,
        "none": field.may_be_none,
        "terminology": terminology.name if terminology else "",
    }


def marked_parts(text: str, spans: tuple[tuple[int, int], ...]) -> list[Json]:
    """Return a text cut at the parts of a mention: {text, mark}, without empty parts."""
    parts: list[Json] = []
    at = 0
    for start, end in spans:
        parts += [{"text": text[at:start], "mark": False}, {"text": text[start:end], "mark": True}]
        at = end
    parts.append({"text": text[at:], "mark": False})
    return [one for one in parts if isinstance(one, dict) and one["text"]]


def _results(store: Store, item_id: str, field: MentionedConcept, searched: object, language: str) -> Json:
    """Return the results of the last search; None if nobody searched for this item."""
    text = searched.get("text") if isinstance(searched, Mapping) else None
    if not isinstance(text, str):
        return None
    matches = search_concepts(store, field.terminology, text, language)
    return {"item": item_id, "text": text, "found": [to_json(one) for one in matches]}


_RANKERS = ("tfidf", "encoder", "vectors")


def _ranker_title(ranker: str) -> str:
    """Return how a ranker is called: by its kind, or by the folder it was trained into."""
    if ranker in _RANKERS:
        return t(f"linking.ranker_{ranker}")
    return t("linking.ranker_trained", name=Path(ranker).name)


def candidates_form(store: Store, campaign: Campaign) -> None:
    """Show whether candidates are ready for the mentions of a campaign, and have them made by the worker."""
    state = session.page_state(f"rounds:candidates:{campaign.id}")
    take_up(store, state, info_of(CandidatesRequest).job, campaign=campaign.id)
    terminology = terminology_of(store, str(campaign.schema.settings["terminology"]))
    total = sum(isinstance(one, Mention) for one in store.texts.corpus_items(campaign.corpus_id))
    ready = store.suggestions.counts(campaign.id)
    with st.expander(
        t("linking.ready", done=sum(ready.values()), total=total), expanded=bool(not ready or state)
    ):
        for made_by in ready:
            st.caption(t("linking.made_by", what=no_markup(made_by)))
        if terminology is None:
            st.warning(t("linking.gone", name=no_markup(str(campaign.schema.settings["terminology"]))))
            return
        with st.form("rounds:candidates:form"):
            left, middle, right = st.columns(3)
            rankers = trained_rankers(session.settings().data, store.members.shared("ranker"))
            trained = [str(ranker.folder.resolve()) for ranker in rankers]
            form = RequestForm(CandidatesRequest, "rounds:candidates", campaign=campaign.id)
            form.ask("ranker", left, options=[*_RANKERS, *trained], format_func=_ranker_title)
            form.ask("language", middle, options=[None, *terminology.languages])
            form.ask("top", right, max_value=100)
            form.rest()
            if st.form_submit_button(t("linking.make"), type="primary"):
                start_request(store, form.request(), state)
        job_progress(store, state, t("linking.making"))
