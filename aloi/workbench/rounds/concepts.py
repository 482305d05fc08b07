"""Concepts as annotators see them: candidates in the order drawn, what a search finds, and names."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aloi.annotation.fields import MentionedConcept
from aloi.annotation.model import AssignmentKey, Campaign, Schema
from aloi.annotation.tasks import task
from aloi.annotation.tasks.linking.task import concepts_of
from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.identity import content_id
from aloi.corpora.model import Item, Json
from aloi.corpora.terminologies.concepts import Concept, ConceptName, Terminology
from aloi.storage.store import Store
from aloi.storage.texts.corpora import Suggestion

MOST_RESULTS = 20  # concepts a search shows
_LONGEST = 200  # characters of a search
_NAMES = 8  # names shown of a concept


@dataclass(frozen=True, slots=True)
class ShownConcept:
    """A concept with its distinctive data.

    `matched` is the name that was found, which may not be the one to call it by; `others` are other names,
    each with its language, one of every language first.
    """

    id: str
    name: str
    group: str
    matched: str
    others: tuple[tuple[str, str], ...]


def terminology_of(store: Store, name: str) -> Terminology | None:
    """Return the terminology of that name or id, None if the store has none."""
    return next((one for one in store.terminologies.list() if name and name in (one.id, one.name)), None)


def with_terminology(store: Store, settings: Mapping[str, Json]) -> dict[str, Json]:
    """Return settings of the task linking that name a terminology of the store: by default its only one.

    Raises
    ------
    AloiError
        No such terminology, none at all, or none named if there are several.
    """
    name = str(settings.get("terminology") or "").strip()
    terminologies = store.terminologies.list()
    if not name and len(terminologies) == 1:
        return {**settings, "terminology": terminologies[0].name}
    if not name:
        raise AloiError(
            "aloi.value",
            name=Term("number-of-terminologies"),
            value=len(terminologies),
            expected=Term("one-or-named", names=(one.name for one in terminologies)),
            todo=Term("name-one-of-them-or-import"),
        )
    return {**settings, "terminology": store.terminologies.named(name).name}


def concepts_left_behind(store: Store, before: Mapping[str, Json], schema: Schema, value: Json) -> set[str]:
    """Return the concepts of an answer, as it reads now, that the terminology in force does not have.

    `before` are the settings of the screen it was given on; none if these ask for the same terminology.
    """
    name = str(schema.settings.get("terminology") or "")
    if not task(schema.task_type).takes_terminology or before["terminology"] == name:
        return set()
    ids = concepts_of(value)
    return {*ids} - _concepts(store, name, [*ids]).keys()


def candidates_of(
    store: Store,
    question: MentionedConcept,
    suggestion: Suggestion | None,
    key: AssignmentKey,
    language: str = "",
) -> tuple[ShownConcept, ...]:
    """Return the candidates of an item in the order this annotator sees them, at most as many as asked.

    The order of chance is that of the assignment: the same at every drawing, another for each annotator.
    `language` is that of the names to call them by, where they have one.
    """
    listed = _listed(suggestion)[: question.shown]
    if question.shuffled:
        seed = content_id("candidates", key.round_id, key.item_id, key.annotator_id, key.occasion)
        random.Random(seed).shuffle(listed)
    concepts = _concepts(store, question.terminology, [one for one, _ in listed])
    return tuple(_shown(one, matched, concepts.get(one), language) for one, matched in listed)


def ranks_of(suggestion: Suggestion | None) -> dict[str, int]:
    """Return the rank that the ranker gave each candidate, from 1."""
    return {one: rank for rank, (one, _) in enumerate(_listed(suggestion), 1)}


def search_concepts(
    store: Store, terminology: str, text: str, language: str = "", limit: int = MOST_RESULTS
) -> tuple[ShownConcept, ...]:
    """Return the concepts whose names contain the words typed, the best first; a typed id comes first."""
    stored_terminology = terminology_of(store, terminology)
    typed = text.strip()[:_LONGEST]
    if stored_terminology is None or not typed:
        return ()
    matches = {
        match.concept_id: match.name
        for match in store.terminologies.search(stored_terminology.id, typed, limit)
    }
    concepts = store.terminologies.concepts(stored_terminology.id, [typed, *matches])
    first = [typed] if typed in concepts else []
    ids = list(dict.fromkeys([*first, *matches]))[:limit]
    return tuple(_shown(one, matches.get(one, ""), concepts.get(one), language) for one in ids)


def concepts_named(
    store: Store, terminology: str, ids: Sequence[str], language: str = ""
) -> tuple[ShownConcept, ...]:
    """Return the concepts of these ids, in their order; an unknown one has its id for a name."""
    concepts = _concepts(store, terminology, list(ids))
    return tuple(_shown(one, "", concepts.get(one), language) for one in ids)


def names_of(store: Store, terminology: str, ids: Iterable[str], language: str = "") -> dict[str, str]:
    """Return the name of each concept; unknown concepts are omitted."""
    concepts = _concepts(store, terminology, list(ids))
    return {one: _called(found, language).name for one, found in concepts.items()}


def described(
    store: Store, campaign: Campaign, values: Sequence[Json], item: Item | None = None
) -> list[str]:
    """Return answers in a few words, concepts with their names beside their ids.

    Of answers to one `item`, the words may quote it: they are for pages that show its text.
    """
    kind, settings = task(campaign.schema.task_type), campaign.schema.settings
    if not kind.takes_terminology:
        return [
            kind.describe(value, settings) if item is None else kind.describe_with_item(value, item, settings)
            for value in values
        ]
    ids = {one for value in values for one in concepts_of(value)}
    language = store.texts.corpus(campaign.corpus_id).language
    names = names_of(store, str(settings["terminology"]), ids, language)
    return [
        " + ".join(f"{one} {names[one]}" if one in names else one for one in concepts_of(value))
        or kind.describe(value, settings)
        for value in values
    ]


def _listed(suggestion: Suggestion | None) -> list[tuple[str, str]]:
    """Return the ids of the candidates made ready, best first, each with the name that was near."""
    value = suggestion.value if suggestion is not None else None
    listed = value.get("candidates") if isinstance(value, Mapping) else None
    return [
        (str(candidate["id"]), str(candidate.get("name", "")))
        for candidate in (listed if isinstance(listed, list) else [])
        if isinstance(candidate, Mapping) and "id" in candidate
    ]


def _concepts(store: Store, terminology: str, ids: list[str]) -> dict[str, Concept]:
    stored_terminology = terminology_of(store, terminology) if ids else None
    return {} if stored_terminology is None else store.terminologies.concepts(stored_terminology.id, ids)


def _called(concept: Concept, language: str) -> ConceptName:
    """Return the name to call a concept by: a preferred one, and one of the language, if there are."""
    return max(concept.names, key=lambda one: (one.preferred, one.language == language))


def _shown(concept_id: str, matched: str, concept: Concept | None, language: str) -> ShownConcept:
    if concept is None:
        return ShownConcept(concept_id, matched or concept_id, "", matched, ())
    called = _called(concept, language)
    others: dict[str, tuple[str, str]] = {}
    of_language: dict[str, int] = {}
    for concept_name in concept.names:
        if (
            concept_name.name.casefold() != called.name.casefold()
            and concept_name.name.casefold() not in others
        ):
            others[concept_name.name.casefold()] = (concept_name.language, concept_name.name)
            of_language[concept_name.name.casefold()] = sum(
                each[0] == concept_name.language for each in others.values()
            )
    first = sorted(others, key=lambda name: of_language[name])[:_NAMES]  # stable: one of each language first
    other_names = tuple(others[name] for name in first)
    return ShownConcept(concept.id, called.name, ", ".join(concept.groups), matched, other_names)
