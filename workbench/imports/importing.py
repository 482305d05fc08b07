"""The one way in for annotations made elsewhere: a path, its layout, its rows, items and answers.

Without a number, the answers make a round of their own, closed once they are in: nobody is to answer it here.
With a number they go into that round, under way, which is opened where it is the next one and stays open.
Dates are those of the source or absent. Everything is kept in one transaction, and nothing twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from aloi.errors import AloiError
from annotation.model import Assignment, AssignmentKey, Campaign, Purpose, Round, Status, Work
from corpora.identity import content_id
from corpora.language.segment import splitter_name
from corpora.model import Corpus, Document, Item, Json, Origin, Sentence
from gold.formats.source_files import Note
from storage.store import Store
from workbench.imports.answers import (
    Cell,
    annotation_of,
    check_cells,
    known_people,
    make_people,
    require_people,
)
from workbench.imports.layouts import find_layout, layout_named
from workbench.imports.layouts.base import Given, Provenance, Reading, Source
from workbench.imports.placing import Placing
from workbench.imports.room_left import check_room
from workbench.rounds.campaigns import ready_schema
from workbench.rounds.rounds import find_round, open_round
from workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus

REFERENCE = "reference"
_MARKS = ("not stored: ", "left out: ", ", left out", ", not stored")


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """Where annotations go.

    Parameters
    ----------
    campaign : str or None
        Id or name; one not known yet is made. None stores items alone.
    about : About or None
        What is to be known of the texts of a new campaign; of a known one it may stay empty.
    number : int or None
        The round; None for one of their own.
    settings : mapping or None
        The schema of a new campaign; by default that of the source, or the ready one.
    annotator : str
        Whose answers they are where the source does not say.
    others : tuple of str
        Who else is to answer the items: their round stays open.
    """

    campaign: str | None
    about: About | None = None
    number: int | None = None
    settings: Mapping[str, Json] | None = None
    annotator: str = REFERENCE
    others: tuple[str, ...] = ()
    add_annotators: bool = True


@dataclass(frozen=True, slots=True)
class Arrival:
    """What an import brought, or would bring.

    `answers` counts those of the source, `new` the ones that were not there; `rounds` are called after the
    parts of the source. `items` and `new_items` count items, `new_corpus` says whether the texts are new.
    """

    format: str
    read_as: str
    corpus: Corpus
    campaign: Campaign | None
    rounds: Mapping[str, Round]
    documents: int
    items: int
    new_items: int
    new_corpus: bool
    annotators: tuple[str, ...]
    answers: int
    new: int
    skips: int
    comments: int
    predictions: int
    notes: tuple[Note, ...]
    counts: Mapping[str, Any]

    @property
    def known(self) -> int:
        """How many answers were there already."""
        return self.answers - self.new

    def counted(self, what: str) -> int:
        """Return how many cases there are of the notes that begin with these words."""
        return sum(one.count for one in self.notes if one.what.startswith(what))

    def to_json(self) -> dict[str, Any]:
        """Return what `aloi import` says."""
        names = ("documents", "items", "annotators", "answers", "skips", "comments", "predictions")
        return {
            "format": self.format,
            "read_as": self.read_as,
            "campaign": self.campaign.name if self.campaign else None,
            "rounds": [one.number for one in self.rounds.values()],
            **{name: getattr(self, name) for name in names},
            "new": self.new,
            "known": self.known,
            "left_out": left_out(self.notes),
            "notes": [one.what for one in self.notes if not any(mark in one.what for mark in _MARKS)],
        }


@dataclass(slots=True)
class _Part:
    """The answers of one source, and the round that holds them already."""

    source: Source
    cells: list[tuple[Cell, Json]] = field(default_factory=list)
    skips: list[tuple[Provenance, Item]] = field(default_factory=list)
    predictions: dict[str, Json] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    there: Round | None = None
    known: int = 0


@dataclass(frozen=True, slots=True)
class _Plan:
    """All that is to be stored, checked; nothing of it is stored yet."""

    format: str
    corpus: Corpus
    documents: tuple[Document, ...]
    sentences: tuple[Sentence, ...]
    campaign: Campaign | None
    is_new: bool
    parts: tuple[_Part, ...]
    origins: tuple[tuple[Item, Origin], ...]


def import_path(
    store: Store,
    paths: Sequence[Path],
    options: ImportOptions,
    now: datetime,
    *,
    format_name: str | None = None,
    reading: Reading | None = None,
    preview: bool = False,
) -> Arrival:
    """Return what came of files or folders, each a part with a round of its own; with `preview`, what would.

    Raises
    ------
    AloiError
        What no layout takes or more than one does, what cannot be read, answers the task refuses, a
        campaign that does not fit; nothing is stored then.
    """
    known = _campaign(store, options.campaign)
    asked = reading or Reading()
    if known is not None:
        stored = store.texts.corpus_items(known.corpus_id)
        asked = replace(
            asked,
            task=known.schema.task_type,
            settings=known.schema.settings,
            items={one.id: one for one in stored},
            people=tuple(one.pseudonym for one in store.people.list()),
        )
    layout = layout_named(format_name) if format_name else find_layout(paths[0], asked.task)
    language = options.about.language if options.about else ""
    if known is not None and not language:
        language = store.texts.corpus(known.corpus_id).language
    asked = replace(asked, language=language, several_parts=len(paths) > 1)
    sources = [replace(layout.read(one, replace(asked, part=one.stem)), part=one.stem) for one in paths]
    return bring(store, sources, options, now, layout.name, preview=preview)


def bring(
    store: Store,
    sources: Sequence[Source],
    options: ImportOptions,
    now: datetime,
    name: str,
    *,
    preview: bool = False,
) -> Arrival:
    """Return what came of sources that are read, of the layout called `name`."""
    plan = _plan(store, sources, options, now, name)
    if preview:
        return _arrival(plan, {}, sum(len(one.cells) - one.known for one in plan.parts), 0, plan.is_new)
    with store.together():
        new_corpus = False
        if plan.documents:
            new_corpus = add_corpus(store, plan.corpus, list(plan.documents))
            if new_corpus:
                split = any(source.sentences for source in sources)
                splitter = splitter_name(plan.corpus.language) if split else WHOLE_TEXTS
                store.texts.save_sentences(plan.corpus.id, plan.sentences, splitter)
        new_items = store.texts.add_items(list(plan.origins))
        if plan.is_new and plan.campaign is not None:
            store.campaigns.add(plan.campaign)
        rounds, new = {}, 0
        for part in plan.parts:
            found, count = _keep(store, plan, part, options, now)
            if found is not None:
                rounds[part.source.part] = found
            new += count
    return _arrival(plan, rounds, new, new_items, new_corpus)


def left_out(notes: Sequence[Note]) -> list[dict[str, Json]]:
    """Return what was left out as what it is, how often, and why."""
    found: list[dict[str, Json]] = []
    for one in notes:
        words = one.what
        if not any(mark in words for mark in _MARKS):
            continue
        for mark in _MARKS:
            words = words.replace(mark, "")
        bare = one.what.startswith(_MARKS[0])
        what, _, why = ("mentions", "", words) if bare else words.partition(" ")
        found.append({"what": what, "count": one.count, "why": why})
    return found


def _campaign(store: Store, name: str | None) -> Campaign | None:
    wanted = (name or "").strip()
    return next((one for one in store.campaigns.list() if wanted and wanted in (one.id, one.name)), None)


def _plan(store: Store, sources: Sequence[Source], options: ImportOptions, now: datetime, name: str) -> _Plan:
    """Return what is to be stored, every answer checked."""
    first = sources[0]
    campaign = _campaign(store, options.campaign)
    is_new = campaign is None and options.campaign is not None
    corpus, documents = _texts(store, sources, options, campaign)
    if campaign is None:
        campaign = _new_campaign(store, sources, options, corpus)
    elif campaign.schema.task_type != first.task:
        raise AloiError(
            f"The campaign {campaign.name!r} is there already and has the task {campaign.schema.task_type}.",
            f"A campaign of the task {first.task} was expected.",
            "Name another campaign, or a new one.",
        )
    require_people(store, options.others, add_annotators=False)
    placing = Placing(store, campaign, corpus, documents, sources)
    people = known_people(store)
    parts, origins = [], []
    for source in sources:
        part = _Part(source)
        for row in source.rows:
            item, value = placing.item(row)
            part.items[item.id] = item
            _sort_in(part, row.provenance, item, value, options.annotator)
            origins += [(item, _origin(item, facts, now)) for facts in row.provenance.origins if facts]
        if options.campaign is not None:
            _check(store, campaign, part, options, people, is_new=is_new)
        parts.append(part)
    if options.campaign is not None and not any(
        part.cells or part.skips or part.predictions for part in parts
    ):
        items = sum(len(part.items) for part in parts)
        raise AloiError(
            f"The source holds {items} items, and says of none of them what the answer is.",
            "Answers to import were expected.",
            "Import the items alone, without a campaign, and have them answered.",
        )
    stored = campaign if options.campaign is not None else None
    return _Plan(name, corpus, documents, placing.sentences, stored, is_new, tuple(parts), tuple(origins))


def _texts(
    store: Store, sources: Sequence[Source], options: ImportOptions, campaign: Campaign | None
) -> tuple[Corpus, tuple[Document, ...]]:
    """Return the corpus, and its documents where it is to be made of the sources."""
    texts = [text for source in sources for text in source.texts]
    about = options.about
    if about is not None and about.language and about.licence and (campaign is None or texts):
        corpus, documents = make_corpus(texts, about)
        if campaign is None or corpus.id == campaign.corpus_id:
            return corpus, tuple(documents)
    if campaign is None:
        raise AloiError(
            f"No campaign is called {options.campaign!r}.",
            "A known campaign, or the language and the licence of the texts of a new one, were expected.",
            "Check the name, or give both: the corpus and the campaign are then made of the source.",
        )
    stored = store.texts.corpus(campaign.corpus_id)
    if about is not None and about.restricted and not stored.restricted:
        raise AloiError(
            f"The corpus {stored.name!r} is there already, as one whose texts may be given on.",
            "The same facts as the first time were expected: a corpus does not change once it is imported.",
            "Import into a new campaign.",
        )
    return stored, ()


def _new_campaign(
    store: Store, sources: Sequence[Source], options: ImportOptions, corpus: Corpus
) -> Campaign:
    """Return the campaign that is to be made, or that items alone are checked against."""
    settings = options.settings or sources[0].settings
    if len(sources) > 1 and options.settings is None:
        settings = _joined([source.settings for source in sources if source.settings])
    schema = ready_schema(store, sources[0].task, corpus.language, settings, unnamed=True)
    name = (options.campaign or "").strip()
    if options.campaign is not None and not name:
        raise AloiError("The campaign has no name.", "A name was expected.", "Give it one.")
    return Campaign(content_id("campaign", name), name, schema, corpus.id, Status.OPEN)


def _joined(settings: Sequence[Mapping[str, Json]]) -> Mapping[str, Json]:
    """Return the schema that holds the labels of all parts, in the order of one that has all, or by name."""
    if not settings or any("least" not in one for one in settings):
        return settings[0] if settings else {}
    listed = [[str(label["name"]) for label in _labels(one)] for one in settings]
    every = {name for names in listed for name in names}
    names = next((names for names in listed if set(names) == every), sorted(every))
    labels: list[Json] = [{"name": name} for name in names]
    single = all(one["most"] == 1 for one in settings)
    least = min(int(str(one["least"])) for one in settings)
    return {**settings[0], "labels": labels, "least": least, "most": 1 if single else len(names)}


def _labels(settings: Mapping[str, Json]) -> list[dict[str, Json]]:
    listed = settings["labels"]
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []


def _sort_in(part: _Part, beside: Provenance, item: Item, value: Json, annotator: str) -> None:
    """Put what a row says of an item among the answers, the skips or the suggestions of its part."""
    if beside.status is Given.ANSWER:
        person = beside.annotator or annotator
        cell = Cell(
            beside.where, item, person, beside.occasion, value, beside.comment, beside.seconds,
            beside.created_at, beside.flag,
        )  # fmt: skip
        part.cells.append((cell, value))
    elif beside.status is Given.SKIP:
        part.skips.append((beside, item))
    elif beside.status is Given.PREDICTION:
        part.predictions[item.id] = value


def _check(
    store: Store,
    campaign: Campaign,
    part: _Part,
    options: ImportOptions,
    people: Mapping[str, str],
    *,
    is_new: bool,
) -> None:
    """Check the answers of a part, and look for the round that holds them already."""
    cells = [cell for cell, _ in part.cells]
    names = dict.fromkeys([cell.annotator for cell in cells] + [beside.annotator for beside, _ in part.skips])
    require_people(store, names, options.add_annotators)
    number = options.number
    if is_new and number not in (None, 1):
        raise AloiError(
            f"The campaign {options.campaign!r} is to be made, and its round {number} was named.",
            "Round 1, or a new one, was expected.",
            "Leave the number out.",
        )
    part.cells = check_cells(campaign, cells, people)
    if is_new:
        return
    for one in store.campaigns.rounds(campaign.id):
        if number in (None, one.number) and _holds(store, one, campaign, part, people, strict=number is None):
            part.there = one
            return
    if number is not None:
        room = [(cell.where, cell.item.id, cell.annotator, cell.occasion) for cell in cells]
        check_room(store, campaign, number, room, people)


def _holds(
    store: Store, one: Round, campaign: Campaign, part: _Part, people: Mapping[str, str], *, strict: bool
) -> bool:
    """Return whether a round has these answers; `strict`: one that has others to all of them is refused."""
    there = {
        (found.key.item_id, found.key.annotator_id, found.key.occasion): found.value
        for found in store.answers.latest(one.id)
    }
    given = {
        (cell.item.id, people.get(cell.annotator, ""), cell.occasion): value for cell, value in part.cells
    }
    same = sum(key in there and there[key] == value for key, value in given.items())
    part.known = max(part.known, same if not strict or same == len(given) else 0)
    if not given or any(key not in there for key in given):
        return False
    if strict and same < len(given):
        raise AloiError(
            f"Round {one.number} of {campaign.name!r} has other answers, of the same annotators, to "
            f"{len(given) - same} of these {len(given)}.",
            "The source it was made of, or a new campaign, was expected.",
            "Name another campaign, or the round that these answers go into.",
        )
    return same == len(given)


def _keep(
    store: Store, plan: _Plan, part: _Part, options: ImportOptions, now: datetime
) -> tuple[Round | None, int]:
    """Return the round of a part and how many of its answers are new."""
    campaign = plan.campaign
    if campaign is None:
        return None, 0
    if part.predictions:
        store.suggestions.save(campaign.id, part.source.part or plan.format, part.predictions, now)
    if part.there is not None or not (part.cells or part.skips):
        return part.there, 0
    skipped = [beside.annotator for beside, _ in part.skips]
    names = [*(cell.annotator for cell, _ in part.cells), *skipped]
    people = make_people(store, names, now, expertise=part.source.people)
    target = _round(store, campaign, part, options, people)
    new = store.answers.import_answers(
        target.id, [annotation_of(cell, value, target, people) for cell, value in part.cells]
    )
    if options.number is None and not options.others:
        store.campaigns.set_round_status(target.id, Status.CLOSED)
    return store.campaigns.round(target.id), new


def _round(
    store: Store, campaign: Campaign, part: _Part, options: ImportOptions, people: Mapping[str, str]
) -> Round:
    """Return the round that the answers go into, opened where it is not there."""
    next_one = len(store.campaigns.rounds(campaign.id)) + 1
    if options.number is not None and options.number != next_one:
        return find_round(store, campaign.id, options.number)
    answered = [cell.item.id for cell, _ in part.cells]
    ids = tuple(dict.fromkeys([*answered, *(item.id for _, item in part.skips)]))
    team = tuple(dict.fromkeys(people.values()))
    if options.number is not None or options.others:
        return open_round(
            store, campaign.id, purpose="main", items=ids, annotators=(*team, *options.others),
            with_guideline=None if options.number is not None else False,
        )  # fmt: skip
    opened = Round(
        id=content_id("round", campaign.id, next_one),
        campaign_id=campaign.id,
        number=next_one,
        purpose=Purpose.MAIN,
        guideline_version=None,
        item_ids=ids,
        annotators=team,
        overlap=len(team),
        seed=0,
    )
    # Nothing is planned: only what was answered, or skipped, is assigned.
    skips = [
        Assignment(
            AssignmentKey(opened.id, item.id, people[beside.annotator], beside.occasion),
            place,
            Work.SKIPPED,
            beside.comment,
        )
        for place, (beside, item) in enumerate(part.skips)
    ]
    store.campaigns.open_round(opened, skips)
    return opened


def _origin(item: Item, facts: Mapping[str, Json], now: datetime) -> Origin:
    return Origin(item.id, "import", facts, None, None, None, None, now)


def _arrival(plan: _Plan, rounds: Mapping[str, Round], new: int, new_items: int, new_corpus: bool) -> Arrival:
    """Return what came of a plan."""
    parts = plan.parts
    cells = [cell for part in parts for cell, _ in part.cells]
    items = {item for part in parts for item in part.items}
    documents = {one.document_id for part in parts for item in part.items.values() for one in item.sentences}
    first = parts[0].source
    return Arrival(
        format=plan.format,
        read_as=first.read_as,
        corpus=plan.corpus,
        campaign=plan.campaign,
        rounds=rounds,
        documents=len(plan.documents) or len(documents),
        items=len(items),
        new_items=new_items,
        new_corpus=new_corpus,
        annotators=tuple(sorted({cell.annotator for cell in cells})),
        answers=len(cells),
        new=new,
        skips=sum(len(part.skips) for part in parts),
        comments=sum(bool(cell.comment.strip()) for cell in cells),
        predictions=sum(len(part.predictions) for part in parts),
        notes=tuple(note for part in parts for note in part.source.notes),
        counts=first.counts,
    )
