"""The rows a run is trained and scored on: splits joined, drawn, put on one scale, and checked."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from aloi.annotation.rows import LabelledText, LinkedMention, MultipleChoice, ScoredPair, TaggedTokens
from aloi.base.arrays import Floats
from aloi.base.errors import AloiError
from aloi.base.terms import Phrase, Term
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.evaluation.rows import EvaluationSet, LearntRow, evaluation_set
from aloi.modeling.data.dataset import Dataset
from aloi.modeling.encoders.names import revision
from aloi.modeling.recipes.base import FEWEST, Recipe
from aloi.modeling.runs.spec import DataUse, RunSpec

T = TypeVar("T")
_FEWEST_SCORED = 5  # rows of a test or dev part; of scored pairs as many as to train on, to correlate
# Names of the kinds of rows.
NOUNS: Mapping[type, str] = {
    ScoredPair: "pairs",
    LabelledText: "texts",
    TaggedTokens: "sentences",
    MultipleChoice: "questions",
    LinkedMention: "mentions",
}


@dataclass(frozen=True, slots=True)
class TestRows:
    """One test: its rows sorted by id, and the inputs of scoring in the same order."""

    __test__ = False

    use: DataUse
    rows: tuple[LearntRow, ...]
    gold: EvaluationSet


@dataclass(frozen=True, slots=True)
class RunData:
    """The rows of a run.

    Parameters
    ----------
    kind : type
        Of all rows.
    train, dev : tuple of rows
        The scores of scored pairs put on the scale low..high, that of the first training data (of the first
        test where nothing is trained on).
    tests : tuple of TestRows
        On their own scales.
    train_keys : tuple of tuples of str
        Of each training row, its documents, or else its sentences, or else the row; empty where nothing is
        divided into folds.
    """

    kind: type
    train: tuple[LearntRow, ...]
    dev: tuple[LearntRow, ...]
    tests: tuple[TestRows, ...]
    low: float
    high: float
    train_keys: tuple[tuple[str, ...], ...] = ()


def gather(spec: RunSpec, data: Mapping[str, Dataset]) -> RunData:
    """Return the rows of a run.

    Parameters
    ----------
    data : mapping
        Source, as `DataUse.source` names it -> its data.

    Raises
    ------
    AloiError
        No test or no seed, a split that does not exist, or data that changed since the spec was written. Data
        of several kinds, or more training rows requested than there are.
    """
    if not spec.tests:
        raise AloiError("aloi.too-few", name=Term("tests-of-run"), count=0, least=1)
    if not spec.seeds:
        raise AloiError("aloi.too-few", name=Term("seeds-of-run"), count=0, least=1)
    uses = (*spec.train, *spec.devs, *spec.tests)
    for use in uses:
        source = data[use.source]
        changed = source.checksum != use.checksum or len(source.part(use.part)) != use.items
        if changed or (use.clusters and source.clusters_of(use.part) != use.clusters):
            raise AloiError(
                "modeling.data-changed-since-run-planned", source=use.source, checksum=use.checksum[:12]
            )
    kinds = {data[use.source].kind for use in uses}
    if len(kinds) > 1:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("data-of-run"),
            kind=" and ".join(sorted(one.__name__ for one in kinds)),
            expected=Term("rows-of-one-kind"),
        )
    ends = data[(spec.train or spec.tests)[0].source].ends
    train, dev = training_rows(spec, data, ends)
    tests = tuple(_test(use, data[use.source]) for use in spec.tests)
    keys = training_keys(spec, data) if spec.folds or spec.tuning else ()
    return RunData(kinds.pop(), train, dev, tests, *ends, keys)


def training_keys(spec: RunSpec, data: Mapping[str, Dataset]) -> tuple[tuple[str, ...], ...]:
    """Return of each training row the names of its documents, else of its sentences, else its own."""
    sources = [_keys(use, data[use.source]) for use in spec.train]
    return _drawn(spec, sources)


def _keys(use: DataUse, data: Dataset) -> list[tuple[str, ...]]:
    return keys_of(use, _test(use, data).gold)


def keys_of(use: DataUse, gold: EvaluationSet) -> list[tuple[str, ...]]:
    """Return of each row the names of its documents, else of its sentences, else its own."""
    wide = next((gold.shared[key] for key in ("document", "sentence") if key in gold.shared), None)
    names = wide or ((),) * len(gold.ids)
    return [
        tuple(f"{use.label}:{name}" for name in several) or (f"{use.label}:row {row_id}",)
        for row_id, several in zip(gold.ids, names, strict=True)
    ]


def training_rows(
    spec: RunSpec, data: Mapping[str, Dataset], ends: tuple[float, float]
) -> tuple[tuple[LearntRow, ...], tuple[LearntRow, ...]]:
    """Return the training rows, drawn as the spec says, and the dev rows, on the scale `ends`."""
    sources = [on_scale(data[use.source].part(use.part), ends) for use in spec.train]
    dev = tuple(row for use in spec.devs for row in on_scale(data[use.source].part(use.part), ends))
    return _drawn(spec, sources), dev


def _drawn(spec: RunSpec, sources: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """Return what the spec draws of its training sources; all of it for folds, which draw on their own."""
    if not spec.balanced:
        sources = [[each for several in sources for each in several]]
    count = None if spec.folds else spec.train_items
    return tuple(each for several in sources for each in draw(several, count, spec.subset))


def contents(settings: Mapping[str, Json]) -> dict[str, str]:
    """Return setting -> checksum of the files it names, or the commit of a model of the hub.

    So equal specs are equal models.
    """
    named = {name: str(value) for name, value in settings.items() if name in _FILES and value}
    paths = {name: Path(value).expanduser() for name, value in named.items()}
    files = {name: _checksum_of(path) for name, path in paths.items() if path.exists()}
    models = {name: revision(named[name]) for name in _MODELS if name in named and name not in files}
    return files | {name: commit for name, commit in models.items() if commit}


# Settings that may name files: models, dictionaries, and the cross-encoder that is distilled.
_MODELS = ("model", "encoder")
_FILES = (*_MODELS, "dictionary", "teacher")


def _checksum_of(path: Path) -> str:
    """Return 12 digits of the content of a file, or of all files in a folder."""
    files = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
    states = [(one.relative_to(path).as_posix(), one, one.stat()) for one in files]
    return _digest(tuple((name, one, state.st_size, state.st_mtime_ns) for name, one, state in states))


@cache
def _digest(files: tuple[tuple[str, Path, int, int], ...]) -> str:
    """Return 12 digits of files that are read once while their sizes and times stay."""
    digests = []
    for name, path, _, _ in files:
        with path.open("rb") as stream:
            digests.append([name, hashlib.file_digest(stream, "sha256").hexdigest()])
    return checksum(digests)[:12]


def draw(items: Sequence[T], count: int | None, subset: int) -> tuple[T, ...]:
    """Return `count` of the items in their order; more of the same subset contain fewer of it."""
    if count is None:
        return tuple(items)
    if count > len(items):
        raise AloiError(
            "aloi.value", name=Term("items-requested"), value=count, expected=Term("most-of", most=len(items))
        )
    drawn = np.random.default_rng(subset).permutation(len(items))[:count]
    return tuple(items[at] for at in sorted(drawn.tolist()))


def rescaled(values: Floats, before: tuple[float, float], after: tuple[float, float]) -> Floats:
    """Return values of one scale on another, ends to ends; the same values if the scales are equal."""
    if before == after:
        return values
    share = (values - before[0]) / (before[1] - before[0])
    return np.asarray(after[0] + share * (after[1] - after[0]), dtype=np.float64)


def on_scale(rows: Sequence[LearntRow], ends: tuple[float, float]) -> tuple[LearntRow, ...]:
    """Return rows with the scores of scored pairs on a scale; other rows unchanged."""
    rescaled_rows: list[LearntRow] = []
    for row in rows:
        if isinstance(row, ScoredPair) and (row.low, row.high) != ends:
            score = float(rescaled(np.array([row.score]), (row.low, row.high), ends)[0])
            row = replace(row, score=score, low=ends[0], high=ends[1])
        rescaled_rows.append(row)
    return tuple(rescaled_rows)


def check(spec: RunSpec, data: RunData, recipe: Recipe[Any]) -> None:
    """Raise AloiError for settings and data that the run cannot use.

    Rows that the recipe does not take, too few of them, a test named twice, gold scores that never vary.
    """
    labels = [test.use.label for test in data.tests]
    twice = next((one for one in labels if labels.count(one) > 1), None)
    if twice:
        raise AloiError("aloi.repeated", name=Term("test-named"), value=twice, todo=Term("rename-test"))
    if data.kind not in recipe.row_kinds:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("data-for-recipe", name=recipe.name),
            kind=data.kind.__name__,
            expected=" or ".join(one.__name__ for one in recipe.row_kinds),
            todo=Term("recipe-for-rows"),
        )
    if not spec.train and recipe.needs_training:
        raise AloiError("modeling.recipe-nothing-say-before-trained", name=recipe.name)
    recipe.check_trainable(spec.settings, spec.n_train)
    if spec.folds:
        _check_folds(spec, NOUNS[data.kind])
    parts = [(f"the test {test.use.label}", test.rows) for test in data.tests]
    if spec.train:
        parts.insert(0, ("training", data.train))
    if spec.devs:
        parts.append((f"the dev part {' + '.join(use.label for use in spec.devs)}", data.dev))
    for part_title, rows in parts:
        fewest = FEWEST if rows is data.train or data.kind is ScoredPair else _FEWEST_SCORED
        _check_rows(part_title, rows, NOUNS[data.kind], fewest)


def _check_folds(spec: RunSpec, noun: str) -> None:
    """Raise AloiError if the fits of a cross-validation have too few training rows, or too many to draw."""
    most = replace(spec, train_items=None).n_train
    if spec.n_train > most:
        raise AloiError(
            "aloi.value",
            name=Term("items-requested"),
            value=spec.n_train,
            expected=Term("most-of", most=most),
        )
    if spec.n_train < FEWEST:
        raise AloiError(
            "aloi.too-few",
            name=Term("rows-for", noun=noun, use="training"),
            count=spec.n_train,
            least=FEWEST,
        )


def notes(data: RunData) -> tuple[str, ...]:
    """Return sentences on what a reader of the scores must know of the data.

    Tests that overlap with the training or development rows, answers that no training row has, rows without
    a label, and other scales.
    """
    rows = {_all_texts(one) for one in data.train}
    texts = {text for row in data.train for text in texts_of(row)}
    noun = NOUNS[data.kind]
    sentences = [*_unlabelled("training", data.train)]
    in_training = _answers(data.train)
    dev = {_all_texts(one) for one in data.dev}
    for test in data.tests:
        of = {"count": len(test.rows), "noun": Phrase(f"noun-{noun}", noun), "test": test.use.label}
        sentences += _unlabelled(test.use.label, test.rows)
        sentences += _unseen(test, in_training) if data.train else []
        if same_dev := sum(_all_texts(one) in dev for one in test.rows):
            sentences.append(
                Phrase(
                    "note-also-in-dev",
                    "{same} of {count} {noun} of {test} are also among the development {noun}.",
                    **{**of, "same": same_dev},
                )
            )
        same = sum(_all_texts(one) in rows for one in test.rows)
        shared = sum(bool(texts_of(one) & texts) for one in test.rows)
        if same:
            sentences.append(
                Phrase(
                    "note-also-in-training",
                    "{same} of {count} {noun} of {test} are also among the training {noun}.",
                    **{**of, "same": same},
                )
            )
        # A row of one text shares it where it is the same.
        if shared > same or (shared and data.kind is ScoredPair):
            noun_shared = "sentence" if data.kind is ScoredPair else "text"
            sentences.append(
                Phrase(
                    "note-shares-text",
                    "{same} of {count} {noun} of {test} have a {what} that is also in training.",
                    **{**of, "same": shared, "what": Phrase(f"noun-{noun_shared}", noun_shared)},
                )
            )
        if (test.gold.low, test.gold.high) != (data.low, data.high):
            sentences.append(_rescaled_note(test, data))
    return tuple(sentences)


def _rescaled_note(test: TestRows, data: RunData) -> Phrase:
    return Phrase(
        "note-rescaled",
        "Predictions on the scale {low} to {high} were rescaled linearly to that of {test}, {its_low} to "
        "{its_high}.",
        low=f"{data.low:g}",
        high=f"{data.high:g}",
        test=test.use.label,
        its_low=f"{test.gold.low:g}",
        its_high=f"{test.gold.high:g}",
    )


_MOST_NAMED = 5  # answers in a note


def _unlabelled(part: str, rows: Sequence[LearntRow]) -> list[str]:
    """Return how many texts have no label, if others of the part have exactly one each."""
    texts = [row for row in rows if isinstance(row, LabelledText)]
    empty = sum(not row.labels for row in texts)
    if not empty or any(len(row.labels) > 1 for row in texts):
        return []
    of_training = part == "training"
    return [
        Phrase(
            "note-unlabelled-training" if of_training else "note-unlabelled",
            "{empty} of {count} of "
            + ("the training texts" if of_training else "the texts of {part}")
            + " have "
            "no label, the others one each. An empty cell counts as no label: exclude such texts if nobody "
            "labelled them.",
            empty=empty,
            count=len(texts),
            part=part,
        )
    ]


def _answers(rows: Sequence[LearntRow]) -> frozenset[str]:
    """Return the labels, types of spans, tags or concepts of rows; none for scores and questions."""
    return frozenset(name for row in rows for name in _answers_of(row))


def _answers_of(row: LearntRow) -> tuple[str, ...]:
    match row:
        case LabelledText():
            return row.labels
        case TaggedTokens():
            return tuple(dict.fromkeys(re.sub("^[BI]-", "", tag) for tag in row.tags))
        case LinkedMention():
            return tuple(row.concepts)
    return ()


def _unseen(test: TestRows, in_training: frozenset[str]) -> list[str]:
    """Return how many rows of a test have an answer that no training row has, and some of these answers."""
    unseen = Counter(name for row in test.rows for name in {*_answers_of(row)} - in_training)
    if not unseen:
        return []
    count = sum(not {*_answers_of(row)} <= in_training for row in test.rows)
    names = [name for name, _ in sorted(unseen.items(), key=lambda item: (-item[1], item[0]))]
    more = max(0, len(names) - _MOST_NAMED)
    kind = {LabelledText: "label", TaggedTokens: "tag", LinkedMention: "concept"}[type(test.rows[0])]
    noun = NOUNS[type(test.rows[0])]
    return [
        Phrase(
            "note-unseen",
            "{count} of {rows} {noun} of {test} have a {kind} that no training row has: {names}"
            + (" and {more} more." if more else "."),
            count=count,
            rows=len(test.rows),
            noun=Phrase(f"noun-{noun}", noun),
            test=test.use.label,
            kind=Phrase(f"noun-{kind}", kind),
            names=", ".join(names[:_MOST_NAMED]),
            more=more,
        )
    ]


def _test(use: DataUse, data: Dataset) -> TestRows:
    rows = data.part(use.part)
    gold = evaluation_set(use.label, use.checksum, rows, data.provenance_of(use.part))
    return TestRows(use, tuple(sorted(rows, key=lambda one: one.id)), gold)


def _check_rows(part_title: str, rows: Sequence[LearntRow], noun: str, fewest: int) -> None:
    if len(rows) < fewest:
        raise AloiError(
            "aloi.too-few", name=Term("rows-for", noun=noun, use=part_title), count=len(rows), least=fewest
        )
    scores = {one.score for one in rows if isinstance(one, ScoredPair)}
    if len(scores) == 1:
        raise AloiError(
            "aloi.all-equal",
            name=Term("scores-for", use=part_title),
            count=len(rows),
            value=f"{scores.pop():g}",
        )


def texts_of(row: LearntRow) -> frozenset[str]:
    """Return the texts of a row in any order, without the options of a question."""
    match row:
        case ScoredPair():
            return frozenset((row.left, row.right))
        case LabelledText():
            return frozenset(one for one in (row.text, row.second) if one)
        case TaggedTokens():
            return frozenset((" ".join(row.tokens),))
        case MultipleChoice():
            return frozenset((row.question,))
    return frozenset((row.mention,))


def _all_texts(row: LearntRow) -> frozenset[str]:
    """Return the texts of a row with the options of a question, the text around a mention."""
    if isinstance(row, MultipleChoice):
        return frozenset((row.question, *row.options))
    return frozenset((row.mention, row.text)) if isinstance(row, LinkedMention) else texts_of(row)
