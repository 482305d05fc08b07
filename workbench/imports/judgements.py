"""Judged substitutes into a campaign: their candidates, and the labels as the answers of a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from aloi.errors import AloiError
from annotation.model import Annotation, AssignmentKey, Campaign, Purpose, Round, Schema, Status
from annotation.tasks import task
from annotation.tasks.judging.task import DOES_NOT, FITS, UNSURE
from corpora.identity import content_id
from corpora.model import Candidate, Json, Origin, Target
from corpora.readers import ReadText
from gold.formats.substitutes.swords_file import Judged, read_swords
from storage.store import Store
from workbench.people import add_person
from workbench.rounds.campaigns import create_campaign
from workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus, whole_sentence

_TASK = "judging"
_LABELS = {"TRUE": FITS, "FALSE": DOES_NOT, "UNSURE": UNSURE}
ANONYMOUS = (
    "The annotators are anonymous: {prefix}-1 gave the first label of each candidate, which need not be one "
    "person. Agreement is sound; figures of single annotators and of pairs, and models of annotators, mean "
    "nothing here."
)


@dataclass(frozen=True, slots=True)
class ImportedJudgements:
    """What an import brought; `labels` counts the answers by label, `by_count` the candidates by answers."""

    campaign: Campaign
    round: Round
    targets: int
    candidates: int
    new: int
    known: int
    labels: Mapping[str, int]
    by_count: Mapping[int, int]
    note: str


def import_judgements(
    store: Store, path: Path, campaign: str, about: About, now: datetime, *, prefix: str = "swords"
) -> ImportedJudgements:
    """Return what came of a file of judged substitutes: a campaign with one closed round of their labels.

    The labels of a candidate have an order and no names: the n-th is the answer of the annotator
    `<prefix>-<n>`. The round is closed, since nobody is to answer the candidates that have fewer labels.
    The same file into the same campaign again changes nothing.

    Raises
    ------
    AloiError
        A broken file, an unknown label, a campaign of that name with other texts or another task.
    """
    judged = read_swords(path)
    _check_labels(judged, path)
    name = campaign.strip()
    candidates, corpus_id = _add_candidates(store, judged, about, path, now)
    found = _campaign(store, name, corpus_id)
    rounds = store.campaigns.rounds(found.id)
    people = _people(store, max(len(one.labels) for one in judged), prefix, now)
    target = rounds[0] if rounds else _open(store, found, candidates, people)
    answers = _answers(judged, candidates, people, target, now)
    known = {one.event_id for one in store.answers.revisions(target.id)} if rounds else set()
    strangers = [one for one in answers if one.event_id not in known] if rounds else []
    if strangers:
        raise AloiError(
            f"The campaign {name!r} has a round already, and {len(strangers)} of these labels are not in it.",
            "A new campaign, or the file it was made of, was expected.",
            "Name another campaign.",
        )
    new = 0
    if not rounds:
        new = store.answers.import_answers(target.id, answers)
        store.campaigns.set_round_status(target.id, Status.CLOSED)
    return ImportedJudgements(
        campaign=found,
        round=store.campaigns.round(target.id),
        targets=len({one.target.id for one in judged}),
        candidates=len(candidates),
        new=new,
        known=len(answers) - new,
        labels=dict(Counter(_LABELS[label] for one in judged for label in one.labels)),
        by_count=dict(sorted(Counter(len(one.labels) for one in judged).items())),
        note=ANONYMOUS.format(prefix=prefix),
    )


def _check_labels(judged: Sequence[Judged], path: Path) -> None:
    for one in judged:
        wrong = next((label for label in one.labels if label not in _LABELS), None)
        if wrong is not None or not one.labels:
            told = "has no label" if wrong is None else f"has the label {wrong!r}"
            raise AloiError(
                f"{path.name}: the substitute {one.id} {told}.",
                f"Labels out of {', '.join(_LABELS)} were expected.",
                "Correct the file.",
            )


def _add_candidates(
    store: Store, judged: Sequence[Judged], about: About, path: Path, now: datetime
) -> tuple[list[Candidate], str]:
    """Return the stored candidates in the order of the file, and the id of their corpus."""
    contexts = {one.target.context: one.target.text for one in judged}
    texts = [ReadText(name, text, {}, f"{path.name}, {name}") for name, text in contexts.items()]
    corpus, documents = make_corpus(texts, about)
    sentences = {one.name: whole_sentence(one) for one in documents}
    targets: dict[str, Target] = {}
    candidates = []
    for one in judged:
        if one.target.id not in targets:
            sentence = sentences[one.target.context]
            place = (one.target.start - sentence.start, one.target.end - sentence.start)
            targets[one.target.id] = Target.of(corpus.id, sentence, *place, one.target.lemma, one.target.pos)
        candidates.append(Candidate.of(targets[one.target.id], one.substitute))
    add_corpus(store, corpus, documents)
    store.texts.save_sentences(corpus.id, list(sentences.values()), WHOLE_TEXTS)
    store.texts.add_items(
        [
            (one, Origin(one.id, "import", {"file": path.name}, None, None, None, None, now))
            for one in candidates
        ]
    )
    return candidates, corpus.id


def _campaign(store: Store, name: str, corpus_id: str) -> Campaign:
    """Return the campaign of that name, made when nobody has made it."""
    found = next((one for one in store.campaigns.list() if name in (one.id, one.name)), None)
    if found is None:
        return create_campaign(store, name, corpus_id, task_type=_TASK)
    kind = task(_TASK)
    if found.corpus_id != corpus_id or found.schema != Schema(
        kind.name, kind.version, kind.check_settings(_ready(store, corpus_id))
    ):
        raise AloiError(
            f"The campaign {found.name!r} is there already, with other texts, another task or other labels.",
            "A new campaign, or the one made of this file, was expected.",
            "Name another campaign.",
        )
    return found


def _ready(store: Store, corpus_id: str) -> dict[str, Json]:
    presets = task(_TASK).presets(store.texts.corpus(corpus_id).language)
    return presets[next(iter(presets))]


def _people(store: Store, count: int, prefix: str, now: datetime) -> list[str]:
    """Return the ids of `count` people called after the places of their labels, made where missing."""
    known = {one.pseudonym: one.id for one in store.people.list()}
    names = [f"{prefix}-{number}" for number in range(1, count + 1)]
    told = "a place in a list of anonymous labels, not a person"
    return [
        known.get(name) or add_person(store, name, "annotator", now, expertise=told, pseudonym=name).id
        for name in names
    ]


def _open(store: Store, campaign: Campaign, candidates: Sequence[Candidate], people: Sequence[str]) -> Round:
    """Return the round, open, with nothing planned: only what was answered is assigned."""
    opened = Round(
        id=content_id("round", campaign.id, 1),
        campaign_id=campaign.id,
        number=1,
        purpose=Purpose.MAIN,
        guideline_version=None,
        item_ids=tuple(one.id for one in candidates),
        annotators=tuple(people),
        overlap=len(people),
        seed=0,
    )
    store.campaigns.open_round(opened, [])
    return opened


def _answers(
    judged: Sequence[Judged],
    candidates: Sequence[Candidate],
    people: Sequence[str],
    target: Round,
    now: datetime,
) -> list[Annotation]:
    """Return each label as an answer; its event id is its content, so a second import is known."""
    return [
        Annotation(
            key=AssignmentKey(target.id, item.id, people[place], 1),
            revision=1,
            event_id=content_id("import", target.id, item.id, people[place], _LABELS[label]),
            value={"label": _LABELS[label]},
            flag=False,
            comment="",
            seconds=None,
            guideline_version=None,
            created_at=now,
            shown={},
        )
        for one, item in zip(judged, candidates, strict=True)
        for place, label in enumerate(one.labels)
    ]
