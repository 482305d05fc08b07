"""Train a ranker of concepts on files: checked first, then trained, by the terminal or as a job."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.requests import from_data, to_data
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.corpora.readers import write_table
from aloi.gold.formats.mentions.concept_dictionary import dictionary_of, read_dictionary
from aloi.gold.formats.mentions.files import mentions_of
from aloi.modeling.data.dataset import Dataset, dataset
from aloi.modeling.data.scored_tables import ALL
from aloi.modeling.rankers.ranker_folder import RECORD, copy_ranker, read_record
from aloi.modeling.recipes.base import Step, Training
from aloi.modeling.recipes.concept_ranker import CONCEPT_RANKER as CONCEPT_RANKER
from aloi.modeling.recipes.training.ranking import material
from aloi.modeling.runs.execute import execute
from aloi.modeling.runs.folder import model_folder
from aloi.modeling.runs.spec import DataUse, RunSpec
from aloi.workbench.models.runs import runs_folder
from aloi.workbench.progress import Progress, silent
from aloi.workbench.requests.models.training import LinkTrainRequest

if TYPE_CHECKING:
    from aloi.storage.store import Store


def training_id(request: LinkTrainRequest) -> str:
    """Return ten hexadecimal digits that tell one request from another: the name of the folder of its job."""
    return hashlib.sha256(json.dumps(to_data(request), sort_keys=True).encode()).hexdigest()[:10]


@dataclass(frozen=True, slots=True)
class TrainedRanker:
    """A fitted ranker in its folder; `record` is its ranker.json, `run` the id of its run, if it is known."""

    folder: Path
    record: Mapping[str, Any]
    run: str = ""

    @property
    def title(self) -> str:
        """Return the encoder, what it was trained on, and the folder's name, which tells it from others."""
        about = self.record.get("about", {})
        encoder = str(self.record["encoder"]).split(" (")[0]
        trained = f"{encoder} trained on {about.get('mentions', 'mentions')}, seed {self.record['seed']}"
        return f"{trained} ({self.folder.name})"


def rankers_folder(data: Path) -> Path:
    """Return the folder of the rankers that jobs trained, below the data folder."""
    return data / "rankers"


def trained_rankers(data: Path, visible: Collection[str] | None = None) -> tuple[TrainedRanker, ...]:
    """Return the rankers that jobs trained, the latest last; each folder works as `--ranker FOLDER`.

    `visible` are the ids that the acting person may see; None for all.
    """
    record_files = sorted(
        rankers_folder(data).glob(f"*/{RECORD}"), key=lambda one: (one.stat().st_mtime, str(one))
    )
    folders = [one.parent for one in record_files if visible is None or one.parent.name in visible]
    return tuple(TrainedRanker(one, read_record(one)) for one in folders)


def write_dictionary(
    mentions: Path, out: Path, reader: str | None = None, group: str | None = None
) -> dict[str, int]:
    """Return how many names and concepts the gold mentions of a source give, written as a dictionary."""
    dictionary = dictionary_of(mentions_of(mentions, reader, group).mentions)
    if not dictionary.names:
        raise AloiError(
            "aloi.no-content",
            path=mentions,
            content=Term("no-mention"),
            expected=Term("linked-mentions-whose-names"),
            todo=Term("check-the-source"),
        )
    rows = (
        {"concept_id": concept, "name": name}
        for concept, name in zip(dictionary.concepts, dictionary.names, strict=True)
    )
    write_table(out, ("concept_id", "name"), rows)
    concepts = {one for field in dictionary.concepts for one in field.split("|")}
    return {"names": len(dictionary.names), "concepts": len(concepts)}


def check_request(request: LinkTrainRequest) -> dict[str, int]:
    """Return the number of names, and the use of the mentions; loads no model.

    Raises
    ------
    AloiError
        Files that cannot be read, settings that cannot work, too little to learn from.
    """
    names, queries = material(_training(request), read_dictionary(request.dictionary))
    return {"names": len(names.texts), **queries.counts}


def train_ranker(
    request: LinkTrainRequest, folder: Path, runs: Path, progress: Progress = silent
) -> TrainedRanker:
    """Train a ranker as a run, and copy it into a folder, replacing an earlier one; return it.

    Parameters
    ----------
    runs : Path
        Of all runs: the training is one of them, with its predictions and scores.
    progress : Progress
        Called with the optimiser steps; False stops.

    Raises
    ------
    AloiError
        As `check_request`, and a model that cannot be loaded.
    Cancelled
        `progress` requested a stop; the same call resumes at the last complete epoch.
    """
    named = {"dictionary": request.dictionary, "mentions": request.mentions, "dev": request.dev}
    about = {name: path.name for name, path in named.items() if path}
    check_request(request)
    spec, data, notes = _plan(request)
    watch = _watch(spec.settings, progress)
    run = execute(spec, data, runs / spec.id, watch=lambda index, step: watch(step))
    fitted = model_folder(runs / spec.id, request.seed)
    record = {**read_record(fitted), "about": about, "run": run.id, "notes": notes}
    copy_ranker(fitted, folder, record)
    return TrainedRanker(folder, record, run.id)


def _plan(request: LinkTrainRequest) -> tuple[RunSpec, dict[str, Dataset], dict[str, list[Json]]]:
    """Return the run of a training, its data (a data set a file), and file name -> what reading it noted."""
    data: dict[str, Dataset] = {}
    notes: dict[str, list[Json]] = {}

    def use(path: Path) -> DataUse:
        if str(path) not in data:
            source = mentions_of(path, request.reader, request.group)
            data[str(path)] = dataset(path.stem, LinkedMention, {ALL: source.mentions})
            if source.notes:
                notes[path.name] = [to_json(note) for note in source.notes]
        read = data[str(path)]
        return DataUse(str(path), ALL, read.name, read.checksum, len(read.part(ALL)))

    settings = CONCEPT_RANKER.settings({**request.settings, "dictionary": str(request.dictionary)})
    test = request.test or request.dev or request.mentions
    dev = use(request.dev) if request.dev else None
    spec = RunSpec(
        CONCEPT_RANKER.name, settings, (use(request.mentions),), dev, (use(test),), (request.seed,)
    )
    return spec, data, notes


def train_ranker_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return the id and the folder of the ranker, trained as the job `train_ranker` with `arguments`."""
    request = from_data(LinkTrainRequest, arguments)
    name = training_id(request)
    store.members.record_author("ranker", name)
    ranker_folder = rankers_folder(folder) / name
    store.members.record_author("run", _plan(request)[0].id)
    trained = train_ranker(request, ranker_folder, runs_folder(folder), progress)
    return {"id": name, "folder": str(trained.folder), "run": trained.run}


def _training(request: LinkTrainRequest) -> Training[LinkedMention]:
    """Return the input of a fit, to be checked."""
    mentions = mentions_of(request.mentions, request.reader, request.group).mentions
    return Training(mentions, (), CONCEPT_RANKER.settings(request.settings), request.seed, Path())


def _watch(settings: Mapping[str, Json], progress: Progress) -> Callable[[Step], bool]:
    epochs = settings["epochs"]

    def watch(step: Step) -> bool:
        measures = "" if step.loss is None else f", loss {step.loss:.4f}"
        measures += "".join(f", {name} {value:.4f}" for name, value in (step.dev or {}).items())
        epoch = min(int(step.epoch) + 1, int(str(epochs)))
        return progress(
            step.step, step.steps, Term("progress-epoch", epoch=epoch, epochs=epochs, scores=measures)
        )

    return watch
