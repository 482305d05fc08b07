"""YAWAT annotations into a campaign: their pairs, and the groups as submitted answers of a round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from aloi.errors import AloiError
from aloi.records import to_json
from annotation.alignment import ERR
from annotation.model import Campaign, Round, Schema, Status
from annotation.tasks import task
from corpora.identity import content_id
from corpora.model import Document, Item, Json, Origin, Pair
from corpora.readers import ReadText
from storage.store import Store
from workbench.imports.answers import Cell, check_cells, keep_cells, require_people
from workbench.rounds.campaigns import create_campaign
from workbench.studies.simplification.yawat import Line, Triple, read_triples
from workbench.texts.corpora import WHOLE_TEXTS, About, add_corpus, make_corpus, whole_sentence

_TASK = "operations"


@dataclass(frozen=True, slots=True)
class ImportedOperations:
    """What an import brought; `notes` tell what in the files was unusual and read all the same."""

    campaign: Campaign
    round: Round
    pairs: int
    new_pairs: int
    new: int
    known: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Plan:
    """The campaign and the item of each line: nothing is stored before every answer has been checked."""

    campaign: Campaign
    items: tuple[Item, ...]


def import_operations(
    store: Store,
    triples: Sequence[Triple],
    campaign: str,
    number: int | None,
    annotator: str,
    now: datetime,
    *,
    about: About | None = None,
    settings: Mapping[str, Json] | None = None,
    others: Sequence[str] = (),
    add_annotators: bool = False,
) -> ImportedOperations:
    """Return what came of YAWAT files: each pair with what `annotator` answered; all of it or nothing.

    The pairs are those of the campaign's corpus that have these texts. A campaign not known yet is made
    when `about` says what its corpus is, which is then made of the texts: one document a line, shared by
    all simplifications of a sentence. Importing the same files into the same round again changes nothing.

    Parameters
    ----------
    number : int or None
        The round; None for a new one.
    settings : mapping or None
        The schema of a new campaign; the shipped typology on tokens parted by spaces unless told.
    others : sequence of str
        Who else is to answer the items of a new round.

    Raises
    ------
    AloiError
        Files that do not fit together, a text that is not in the corpus, a schema of another task,
        tokenisation or typology, unknown people, a round without room.
    """
    read = read_triples(triples, ())  # a label that is not known is refused below, by the task
    lines = read.lines
    found = next((one for one in store.campaigns.list() if campaign in (one.id, one.name)), None)
    plan = _known_plan(store, lines, found) if found else _new_plan(lines, campaign, about, settings)
    require_people(store, [annotator], add_annotators)
    require_people(store, others, add_annotators=False)
    turn = len(store.campaigns.rounds(plan.campaign.id)) + 1 if number is None else number
    if found is None and turn != 1:
        raise AloiError(
            f"The campaign {campaign!r} is to be made, and its round {turn} was named.",
            "Round 1, or a new one, was expected.",
            "Leave the number out.",
        )
    cells = [_cell(line, item, annotator, now) for line, item in zip(lines, plan.items, strict=True)]
    checked = check_cells(store, plan.campaign, turn, cells)
    if found is None and about is not None:
        _make(store, lines, about, plan.campaign)
    new_pairs = store.texts.add_items(
        [(item, _origin(line, item, now)) for line, item in zip(lines, plan.items, strict=True)]
    )
    made = keep_cells(
        store, plan.campaign, turn, checked, now, add_annotators=add_annotators, others=tuple(others)
    )
    return ImportedOperations(
        plan.campaign, made.round, len(lines), new_pairs, made.new, made.known, read.notes
    )  # fmt: skip


def _new_plan(
    lines: Sequence[Line], name: str, about: About | None, settings: Mapping[str, Json] | None
) -> _Plan:
    """Return the campaign that is to be made, with the pairs of its corpus to be."""
    if about is None:
        raise AloiError(
            f"No campaign is called {name!r}.",
            "A known campaign, or the language and the licence of the texts of a new one, were expected.",
            "Check the name, or give both: the corpus and the campaign are then made of the files.",
        )
    kind = task(_TASK)
    chosen = kind.check_settings(settings or kind.presets()["spaces"])
    corpus, _ = make_corpus(_texts(lines), about)
    campaign = Campaign(
        content_id("campaign", name.strip()), name.strip(), Schema(kind.name, kind.version, chosen),
        corpus.id, Status.OPEN,
    )  # fmt: skip
    _check_schema(campaign)
    return _Plan(campaign, tuple(_own_pair(corpus.id, line) for line in lines))


def _make(store: Store, lines: Sequence[Line], about: About, campaign: Campaign) -> None:
    """Store the corpus and the campaign of a plan."""
    corpus, documents = make_corpus(_texts(lines), about)
    add_corpus(store, corpus, documents)
    store.texts.save_sentences(corpus.id, [whole_sentence(one) for one in documents], WHOLE_TEXTS)
    create_campaign(
        store, campaign.name, corpus.id, task_type=_TASK, settings=campaign.schema.settings
    )  # fmt: skip


def _known_plan(store: Store, lines: Sequence[Line], campaign: Campaign) -> _Plan:
    """Return the pairs of a campaign's corpus that have the texts of the lines."""
    _check_schema(campaign)
    by_id = {item.id: item for item in store.texts.corpus_items(campaign.corpus_id)}
    by_texts: dict[tuple[str, ...], list[Item]] = defaultdict(list)
    for item in by_id.values():
        by_texts[item.texts].append(item)
    sentences = {one.text: one for one in reversed(store.texts.sentences(campaign.corpus_id))}
    found: list[Item] = []
    for line in lines:
        texts = (line.source.strip(), line.target.strip())
        same = by_texts.get(texts, [])
        own = by_id.get(_own_pair(campaign.corpus_id, line).id)
        if own is not None:
            found.append(own)
        elif same:
            # Two rows may hold the same texts: each line takes the next of them, the last one for the rest.
            found.append(same.pop(0) if len(same) > 1 else same[0])
        elif set(texts) <= set(sentences):
            found.append(Pair.of(campaign.corpus_id, *(sentences[text] for text in texts)))
        else:
            missing = next(text for text in texts if text not in sentences)
            raise AloiError(
                f"{line.triple.aln.name}, line {line.number}: the corpus of {campaign.name!r} has no "
                f"sentence {missing[:60]!r}.",
                "Sentences of the campaign's corpus were expected: a corpus does not change.",
                "Import into a new campaign, with all files of its corpus at once.",
            )
    return _Plan(campaign, tuple(found))


def _check_schema(campaign: Campaign) -> None:
    """Raise AloiError unless the campaign takes groups on tokens parted by spaces, as the files have them."""
    schema = campaign.schema
    if schema.task_type != _TASK:
        raise AloiError(
            f"The campaign {campaign.name!r} has the task {schema.task_type}.",
            f"A campaign of the task {_TASK} was expected.",
            "Name another campaign, or a new one.",
        )
    if schema.settings.get("tokens") != "spaces":
        raise AloiError(
            f"The campaign {campaign.name!r} cuts its texts into {schema.settings.get('tokens')!r}.",
            "Tokens parted by spaces were expected, since those of the files are.",
            "Import into a campaign with the ready schema `spaces`, or into a new one.",
        )


def _texts(lines: Sequence[Line]) -> list[ReadText]:
    """Return the texts of a corpus: each line of each file once, sources first."""
    found: dict[str, ReadText] = {}
    files: dict[str, Path] = {}
    for side in ("source", "target"):
        for line in lines:
            path = getattr(line.triple, side).resolve()
            if files.setdefault(path.stem, path) != path:
                raise AloiError(
                    f"{files[path.stem]} and {path} have the same name.",
                    "A name of its own for each file was expected: the documents are called by it.",
                    "Rename one of them.",
                )
            name, text = _name(path, line.number), str(getattr(line, side))
            if not text.strip():
                raise AloiError(
                    f"{path.name}, line {line.number} is empty.",
                    "A sentence on each line was expected.",
                    "Remove the line from all files of its set, or fill it in.",
                )
            found.setdefault(name, ReadText(name, text, {}, f"{path.name}, line {line.number}"))
    return list(found.values())


def _name(path: Path, number: int) -> str:
    return f"{path.stem}-{number}"


def _own_pair(corpus_id: str, line: Line) -> Pair:
    """Return the pair a line makes in a corpus of whole lines."""
    sides = []
    for path, text in ((line.triple.source, line.source), (line.triple.target, line.target)):
        name = _name(path, line.number)
        document = Document(Document.make_id(corpus_id, name, text), corpus_id, name, text)
        sides.append(whole_sentence(document))
    return Pair.of(corpus_id, *sides)


def _cell(line: Line, item: Item, annotator: str, now: datetime) -> Cell:
    """Return the answer of a line, before it is checked."""
    groups: list[Json] = [to_json(one) for one in line.pair.groups if one.label != ERR]
    value: Json = {"groups": groups, "err": line.pair.broken}
    where = f"{line.triple.aln.name}, line {line.number}"
    return Cell(where, item, annotator, 1, value, "", None, now)


def _origin(line: Line, item: Item, now: datetime) -> Origin:
    said: dict[str, Json] = {"file": line.triple.aln.name, "line": line.number}
    return Origin(item.id, "import", said, None, None, None, None, now)
