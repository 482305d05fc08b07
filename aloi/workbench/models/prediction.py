"""A trained model used on other rows: its predictions written as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.annotation.rows import LabelledText, LinkedMention, MultipleChoice, ScoredPair, TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.base.terms import Term
from aloi.corpora.identity import checksum
from aloi.corpora.model import Json
from aloi.corpora.readers import write_table
from aloi.evaluation.rows import Answer, LearntRow, with_answer
from aloi.gold.formats.questions.mcqa_jsonl import letter
from aloi.modeling.data.answers import read_answers
from aloi.modeling.data.dataset import Dataset
from aloi.modeling.data.marked import marked_rows
from aloi.modeling.data.sentences import LANGUAGE
from aloi.modeling.data.unlabelled import read_unlabelled
from aloi.modeling.recipes.base import Step
from aloi.modeling.runs import fitted
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.fitted import AT_ONCE, FittedModel, tags_spans
from aloi.modeling.runs.folder import is_done
from aloi.modeling.runs.imported import ImportedPredictions, write_answers
from aloi.modeling.runs.predictions import plain
from aloi.modeling.runs.spec import DataUse, Run, RunSpec
from aloi.workbench.encoding import CACHE
from aloi.workbench.models.data import Sources, load
from aloi.workbench.models.runs import Visible, find, runs_folder, stored_run
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.reports.files import check_out
from aloi.workbench.requests.models.evaluation import PredictRequest

if TYPE_CHECKING:
    from aloi.storage.store import Store
    from aloi.workbench.requests.models.evaluation import ImportRunRequest


_PARTS = 1000  # how finely progress counts, half for fitting again
_BETWEEN = "|"  # between the labels of a cell


@dataclass(frozen=True, slots=True)
class Predicted:
    """Predictions that were written.

    `rows` counts the rows of the input, `written` those of the table. The model is that of `run` with the
    random seed `seed`. It was `saved` in the folder of the run, or fitted again. In the second case, `as_run`
    is whether it has the signature that the run recorded. `notes` are remarks of the model on the rows.
    """

    run: str
    kind: str
    rows: int
    written: int
    columns: tuple[str, ...]
    seed: int
    signature: str
    saved: bool
    as_run: bool
    notes: tuple[str, ...]


def predict(
    store: Store | None,
    request: PredictRequest,
    data: Path,
    out: Path,
    *,
    visible: Visible = None,
    progress: Progress = silent,
) -> Predicted:
    """Predict the answers of rows with the model of a run, and write them as a table.

    Parameters
    ----------
    store : Store or None
        The store of the run's training data; None if they are files.
    data : Path
        The data folder: runs, stored vectors.
    out : Path
        The table; the suffix defines its format.

    Raises
    ------
    AloiError
        No such run, rows that cannot be read, or training data that are missing or changed and no saved
        model.
    Cancelled
        `progress` requested a stop; nothing was written.
    """
    check_out(out)
    folder = find(runs_folder(data), request.run, visible)
    stored = stored_run(runs_folder(data), folder.name)
    kind, scale = fitted.kind_of(folder), fitted.scale_of(folder, stored.run)
    rows = _rows_of(request, kind, scale)
    model = fitted_model(store, folder, stored.run, request.split, progress, data / CACHE)
    columns, lines = _table(model, rows, tags_spans(folder), request.language or LANGUAGE, progress)
    write_table(out, columns, lines)
    notes: Callable[[Sequence[LearntRow]], Iterable[str]] = getattr(model.predictor, "notes", lambda _: ())
    return Predicted(
        folder.name,
        kind.__name__,
        len(rows),
        len(lines),
        columns,
        model.seed,
        model.signature,
        model.saved,
        model.as_run,
        tuple(notes(rows)),
    )


def _rows_of(request: PredictRequest, kind: type, scale: tuple[float, float]) -> tuple[LearntRow, ...]:
    """Return the rows of a file; of `FILE#certainty` or `FILE#relations`, its spans or pairs of them."""
    source, sign, target = str(request.file).rpartition("#")
    if not sign or request.file.exists() or kind is not LabelledText:
        return read_unlabelled(request.file, kind, scale, request.columns)
    data = load(None, source, kind=TaggedTokens)
    tagged = [row for part in data.parts.values() for row in part if isinstance(row, TaggedTokens)]
    return tuple(marked_rows(tagged, target))


def _table(
    model: FittedModel, rows: Sequence[LearntRow], spans: bool, language: str, progress: Progress
) -> tuple[tuple[str, ...], list[Mapping[str, object]]]:
    """Return the columns and lines of the predictions; those of texts have a line for each part of a span."""
    watch = predicting(model, progress)
    texts = {row.id: row.text for row in rows if isinstance(row, TaggedTokens) and row.text}
    if not spans or not texts:
        answers = _answers(model, rows, watch)
        lines = [line for row, answer in zip(rows, answers, strict=True) for line in _lines(row, answer)]
        return _COLUMNS[model.kind], lines
    marked = model.predict_spans(texts, language, watch)
    columns = ("id", "span_id", "start", "end", "label", "text")
    return columns, [
        dict(zip(columns, (name, number, start, end, span.label, texts[name][start:end]), strict=True))
        for name, several in marked.items()
        for number, span in enumerate(several, start=1)
        for start, end in span.parts
    ]


def predict_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the name of the table in `exports` with the predictions, and what it holds."""
    request = from_data(PredictRequest, arguments)
    name = f"predictions-{request.run}-{datetime.now(UTC):%Y%m%d-%H%M%S}.xlsx"
    (folder / "exports").mkdir(parents=True, exist_ok=True)
    visible = store.members.shared("run")
    done = predict(store, request, folder, folder / "exports" / name, visible=visible, progress=progress)
    return {"file": name, **to_json(done)}


def fitted_model(
    store: Store | None, folder: Path, run: Run, split: str | None, progress: Progress, cache: Path
) -> FittedModel:
    """Return the saved model of a run, or one fitted again after a check that its data are unchanged.

    Parameters
    ----------
    split : str or None
        The `--split` that the run was trained with, if any.
    """
    saved = fitted.load(folder, run)
    if saved is not None:
        return saved
    uses = [*run.spec.train, *run.spec.devs]
    kind = fitted.kind_of(folder)
    scale = fitted.scale_of(folder, run) if kind is ScoredPair else None
    data = {use.source: _data(store, use, kind, scale, split) for use in uses}

    def watch(step: Step) -> bool:
        done = _PARTS // 2 * step.step // max(1, step.steps)
        again = Term("progress-fitted-again", recipe=run.spec.recipe, step=step.step, steps=step.steps)
        return progress(done, _PARTS, again)

    return fitted.fit_again(folder, run, data, watch, cache)


def predicting(model: FittedModel, progress: Progress) -> Callable[[int, int], None]:
    """Return a function that reports how many rows are predicted; half of the work was fitting again."""
    start = 0 if model.saved else _PARTS // 2

    def watch(done: int, total: int) -> None:
        share = (_PARTS - start) * done // max(1, total)
        go_on(progress, start + share, _PARTS, Term("progress-rows-predicted", at=done, count=total))

    return watch


def _data(
    store: Store | None, use: DataUse, kind: type, scale: tuple[float, float] | None, split: str | None
) -> Dataset:
    """Return the data that a run used, or raise AloiError if they are no longer the same."""
    loaded = load(store, use.source, kind=kind, scale=scale, split=split)
    if use.checksum != loaded.checksum:
        raise AloiError(
            "workbench.training-data-changed",
            source=use.source,
            count=len(loaded.parts.get(use.part, ())),
            part=repr(use.part),
            items=use.items,
        )
    return loaded


def _answers(
    model: FittedModel, rows: Sequence[LearntRow], watch: Callable[[int, int], None]
) -> list[Answer]:
    answers: list[Answer] = []
    for start in range(0, len(rows), AT_ONCE):
        watch(start, len(rows))
        answers += model.predict(rows[start : start + AT_ONCE])
    return answers


_COLUMNS: Mapping[type, tuple[str, ...]] = {
    ScoredPair: ("id", "score", "left", "right"),
    LabelledText: ("id", "labels", "text"),
    TaggedTokens: ("id", "index", "token", "tag"),
    MultipleChoice: ("id", "correct", "question"),
    LinkedMention: ("id", "concept_id", "mention", "candidates"),
}


def _lines(row: LearntRow, answer: Answer) -> Iterable[Mapping[str, object]]:
    """Return the lines of a predicted row: one, or one for each token."""
    predicted = with_answer(row, answer)
    match predicted:
        case ScoredPair():
            yield {"id": row.id, "score": predicted.score, "left": predicted.left, "right": predicted.right}
        case LabelledText():
            yield {"id": row.id, "labels": _BETWEEN.join(predicted.labels), "text": predicted.text}
        case TaggedTokens():
            for index, (token, tag) in enumerate(zip(predicted.tokens, predicted.tags, strict=True)):
                yield {"id": row.id, "index": index, "token": token, "tag": tag}
        case MultipleChoice():
            correct = _BETWEEN.join(letter(index) for index in predicted.correct)
            yield {"id": row.id, "correct": correct, "question": predicted.question}
        case LinkedMention():
            parts = answer if isinstance(answer, tuple) else ()
            candidates = [part if isinstance(part, tuple) else (str(part),) for part in parts]
            yield {
                "id": row.id,
                "concept_id": predicted.concept,
                "mention": predicted.mention,
                "candidates": _BETWEEN.join(name for part in candidates for name in part),
            }


_MOST_NAMED = 5  # ids in an error


def import_run(store: Store | None, request: ImportRunRequest, folder: Path) -> Run:
    """Return the run of imported predictions, stored in a folder of runs.

    Importing the same predictions again returns the same run.

    Raises
    ------
    AloiError
        A file or test that cannot be read, rows of the test without a prediction, or predictions for ids
        that the test lacks; nothing is stored then.
    """
    sources = Sources(store, request.scale, None, request.split)
    use = sources.clustered(request.test, "test")
    data = sources.read[use.source]
    ids = {row.id for row in data.part(use.part)}
    answers = read_answers(request.file, data.kind)
    for problem, names in (("missing", ids - answers.keys()), ("unknown", answers.keys() - ids)):
        if names:
            raise AloiError(
                "workbench.predictions-and-test",
                problem=problem,
                count=len(names),
                test=use.label,
                ids=sorted(names)[:_MOST_NAMED],
                rows=len(ids),
            )
    recipe = ImportedPredictions()
    settings = recipe.settings(
        {
            "model": request.name,
            "checksum": checksum({name: plain(value) for name, value in sorted(answers.items())}),
        }
    )
    spec = RunSpec(recipe.name, settings, (), None, (use,), (0,))
    if not is_done(folder / spec.id):
        write_answers(folder / spec.id, spec.seeds[0], answers)
    run = execute(spec, sources.read, folder / spec.id, chosen=recipe)
    if store is not None:
        store.members.record_author("run", run.id)
    return run
