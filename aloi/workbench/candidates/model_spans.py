"""Spans suggested by a model: the tagger of a run that is done predicts those of a campaign's texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from aloi.annotation.rows import TaggedTokens
from aloi.base.errors import AloiError
from aloi.base.records import JSON_NAME, to_json
from aloi.base.requests import from_data, info_of
from aloi.corpora.model import Json
from aloi.modeling.runs import fitted
from aloi.modeling.runs.spec import Run
from aloi.workbench.candidates.suggestions import Prefilled, passages_of, save_spans
from aloi.workbench.encoding import CACHE
from aloi.workbench.models.prediction import fitted_model, predicting
from aloi.workbench.models.runs import Visible, done_runs, find, runs_folder, show
from aloi.workbench.progress import Progress, silent
from aloi.workbench.requests.candidates import PrefillRequest
from aloi.workbench.rounds.campaigns import campaign_of

if TYPE_CHECKING:
    from aloi.storage.store import Store

VERB = info_of(PrefillRequest).job


@dataclass(frozen=True, slots=True)
class ModelPrefilled:
    """The suggestions of a model; `done` counts them.

    The model is that of `run` with the random seed `seed`. It was `saved` in the folder of the run, or
    trained again. In the second case, `as_run` is whether it has the signature that the run recorded.
    """

    done: Prefilled
    run: str
    seed: int
    signature: str
    saved: bool = field(metadata={JSON_NAME: "kept"})
    as_run: bool


def span_runs(data: Path, visible: Visible = None) -> tuple[Run, ...]:
    """Return the runs of a data folder that can suggest spans, newest first; `visible` as for `runs`."""
    folder = runs_folder(data)
    return tuple(one for one in done_runs(folder, visible) if _tags_spans(folder / one.id))


def prefill_from_run(
    store: Store, request: PrefillRequest, data: Path, now: datetime, *, progress: Progress = silent
) -> ModelPrefilled:
    """Predict the spans of a campaign's texts with the tagger of a run, and store them as suggestions.

    A model that the run saved (`keep_model=true`) is loaded. Otherwise it is trained again on the run's
    training data, with its settings and its first random seed. Texts are predicted sentence by sentence.

    `data` is the data folder: runs, stored vectors.

    Raises
    ------
    AloiError
        Not a campaign of spans, not such a run, or training data that are missing or changed.
    Cancelled
        `progress` requested a stop; nothing was stored.
    """
    stored_campaign = campaign_of(store, request.campaign, TaggedTokens)
    items = passages_of(store, stored_campaign)
    language = store.texts.corpus(stored_campaign.corpus_id).language
    folder = find(runs_folder(data), request.run or "", store.members.shared("run"))
    line = show(runs_folder(data), folder.name)
    if line.run is None or not _tags_spans(folder):
        raise AloiError(
            "workbench.run-recipe-does-not-tag",
            line=line.id,
            status=line.status.value,
            has_spec=bool(line.spec),
            recipe=line.spec.recipe if line.spec else "",
        )
    tagger = fitted_model(store, folder, line.run, request.split, progress, data / CACHE)
    texts = {one.id: one.text for one in items}
    spans = tagger.predict_spans(texts, language, predicting(tagger, progress))
    made_by = f"run {line.id} ({tagger.signature})"
    done = save_spans(store, stored_campaign.id, made_by, spans, now)
    return ModelPrefilled(done, line.id, tagger.seed, tagger.signature, tagger.saved, tagger.as_run)


def prefill_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the result of `prefill_from_run`."""
    request = from_data(PrefillRequest, arguments)
    return prefilled_json(prefill_from_run(store, request, folder, datetime.now(UTC), progress=progress))


def prefilled_json(prefilled: ModelPrefilled) -> dict[str, Json]:
    """Return the suggestions of a model as JSON."""
    return {**to_json(prefilled.done, campaign=prefilled.done.campaign.name), **to_json(prefilled, "done")}


def _tags_spans(folder: Path) -> bool:
    try:
        return fitted.tags_spans(folder)
    except AloiError:  # a folder that cannot be read suggests nothing; `aloi run verify` says what is wrong
        return False
