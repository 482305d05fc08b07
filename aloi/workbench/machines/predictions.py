"""Machines without prompts: a trained run of Aloi, and a table of predictions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from aloi.annotation.rows import TaggedTokens
from aloi.annotation.tasks.base import InvalidAnnotation, RowPlace
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.readers import SourceTable
from aloi.evaluation.rows import with_answer
from aloi.machines.asking import MachineOutcome
from aloi.machines.forms import blank_value
from aloi.machines.model import MachineKind, Skip
from aloi.modeling.runs import fitted
from aloi.storage.store import Store
from aloi.workbench.encoding import CACHE
from aloi.workbench.machines.prompting import ItemQuestion, RoundPrompts
from aloi.workbench.machines.tables import kept_table
from aloi.workbench.models.prediction import fitted_model, predicting
from aloi.workbench.models.runs import find, runs_folder, stored_run
from aloi.workbench.progress import Progress

_AT_ONCE = 200
_ITEM, _VALUE, _CONFIDENCE = "item_id", "value", "confidence"


@dataclass(frozen=True, slots=True)
class _Prediction:
    value: Json
    confidence: float | None = None


def predicted_outcomes(
    store: Store, prompts: RoundPrompts, left: Iterable[ItemQuestion], data: Path, progress: Progress
) -> Iterator[list[tuple[ItemQuestion, MachineOutcome]]]:
    """Yield the outcomes of a machine that is a run or a file, in parts.

    Raises
    ------
    AloiError
        A run of another kind of rows, a file that was changed or is no such table.
    """
    its = prompts.machine.identity
    source = iter(left)
    if its.kind is MachineKind.RUN:
        predict = _of_run(store, prompts, data, progress)
    else:
        table = _of_table(kept_table(its, data))
        predict = lambda part: table  # noqa: E731
    while part := list(islice(source, _AT_ONCE)):
        predictions = predict(part)
        yield [
            (question, _outcome(prompts, question, predictions.get(question.item.id))) for question in part
        ]


def _outcome(prompts: RoundPrompts, question: ItemQuestion, prediction: _Prediction | None) -> MachineOutcome:
    if prediction is None:
        return MachineOutcome(None, None, Skip.NO_PREDICTION, ())
    try:
        value = _nearest(question, prediction.value, clips=prompts.machine.identity.kind is MachineKind.RUN)
        value = prompts.kind.check(value, question.item, prompts.settings)
    except InvalidAnnotation:
        return MachineOutcome(None, None, Skip.INVALID, ())
    return MachineOutcome(value, prediction.confidence, None, ())


def _nearest(question: ItemQuestion, value: Json, *, clips: bool) -> Json:
    """Return predicted answers as the nearest ones that the question has."""
    fields = {field.name: field for field in question.fields}
    if isinstance(value, Mapping):
        return {
            name: fields[name].nearest(part, clips=clips) if name in fields else part
            for name, part in value.items()
        }
    return next(iter(fields.values())).nearest(value, clips=clips) if len(fields) == 1 else value


def _of_table(table: SourceTable) -> Mapping[str, _Prediction]:
    """Return the predictions of a table by item: values are JSON or plain cells."""
    table.require(_ITEM, _VALUE)
    predictions = {}
    for row in table.rows:
        stated = row.text(_CONFIDENCE) if _CONFIDENCE in table.columns else ""
        predictions[row.text(_ITEM).strip()] = _Prediction(_plain(row.text(_VALUE)), _share(stated))
    return predictions


def _plain(cell: str) -> Json:
    try:
        value: Json = json.loads(cell)
    except ValueError:
        return cell.strip()
    return value


def _share(cell: str) -> float | None:
    try:
        share = float(cell)
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


def _of_run(
    store: Store, prompts: RoundPrompts, data: Path, progress: Progress
) -> Callable[[Sequence[ItemQuestion]], Mapping[str, _Prediction]]:
    """Return the function that predicts items with the model of a run."""
    kind = prompts.kind
    folder = find(runs_folder(data), prompts.machine.identity.model, store.members.shared("run"))
    if fitted.kind_of(folder) is not kind.row_kind:
        raise AloiError(
            "aloi.wrong-kind",
            name=Term("the-run-run", run=repr(folder.name)),
            kind=fitted.kind_of(folder).__name__,
            expected=kind.row_kind.__name__,
        )
    run = stored_run(runs_folder(data), folder.name).run
    model = fitted_model(store, folder, run, None, progress, data / CACHE)
    watch = predicting(model, progress)

    def spans(part: Sequence[ItemQuestion]) -> Mapping[str, _Prediction]:
        texts = {question.item.id: question.item.texts[0] for question in part}
        marked = model.predict_spans(texts, prompts.language, watch)
        return {item_id: _Prediction([to_json(span) for span in its]) for item_id, its in marked.items()}

    def rows(part: Sequence[ItemQuestion]) -> Mapping[str, _Prediction]:
        blank: Any = [
            kind.row(question.item, blank_value(question.fields), prompts.settings) for question in part
        ]
        predictions = {}
        for question, row, answer in zip(part, blank, model.predict(blank), strict=True):
            row_place = RowPlace(question.item.corpus_id, question.item.sentences)
            with suppress(InvalidAnnotation):  # no item has such an answer: there is no prediction
                value = kind.from_row(with_answer(row, answer), row_place, prompts.settings)[1]
                predictions[question.item.id] = _Prediction(value)
        return predictions

    return spans if kind.row_kind is TaggedTokens and fitted.tags_spans(folder) else rows
