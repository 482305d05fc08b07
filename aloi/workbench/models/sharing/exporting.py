"""The model of a run as a directory that other libraries load, with its card; and its upload to the Hub."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from aloi.annotation.rows import LinkedMention
from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.requests import from_data
from aloi.base.temporary_files import unfinished
from aloi.base.terms import Term
from aloi.corpora.model import Json
from aloi.gold.releasing.manifest import entries
from aloi.modeling.data.dataset import manifest_at
from aloi.modeling.exports.directory import (
    CARD,
    FACTS,
    HUB,
    ONNX,
    SKLEARN,
    SPACY,
    SharedModel,
    card_facts,
    formats_of,
    shared_model,
    shared_ranker,
    write_directory,
)
from aloi.modeling.exports.onnx import OnnxFacts, write_onnx
from aloi.modeling.exports.sklearn_file import write_sklearn
from aloi.modeling.runs import fitted
from aloi.modeling.runs.about import read_about
from aloi.modeling.runs.finished_run import StoredRun
from aloi.modeling.runs.folder import model_folder
from aloi.modeling.runs.imported import ImportedPredictions
from aloi.modeling.runs.spec import DataUse, Run, write_json
from aloi.workbench.encoding import CACHE
from aloi.workbench.models.comparison import Comparison, compare_runs
from aloi.workbench.models.data import release_of
from aloi.workbench.models.prediction import fitted_model
from aloi.workbench.models.recipes import is_floor
from aloi.workbench.models.runs import Visible, done_runs, find, runs_folder, stored_run
from aloi.workbench.models.sharing.card import CardContent, DataLicence, model_card
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.releases.pushing import HubAccount, Pushed, push_model, repository_name, require_gate
from aloi.workbench.requests.models.evaluation import CompareRequest
from aloi.workbench.requests.models.runs import ExportRunRequest, PushRunRequest
from aloi.workbench.texts.restriction import allow_export, write_zip

if TYPE_CHECKING:
    from aloi.gold.model import Release
    from aloi.storage.store import Store

CARD_FILE = "README.md"
_MODULES = ("*_Pooling", "*_Normalize", "*_Dense")
_WEIGHTS = ("*.safetensors", "*.safetensors.index.json", "modules.json", *_MODULES)
_STEPS = 4  # the model, its files, the comparison with baselines, the directory


@dataclass(frozen=True, slots=True)
class ExportedRun:
    """The directory of a model.

    Parameters
    ----------
    seed : int
        The seed of its weights.
    files : tuple of str
        Their names in the directory.
    labels : tuple of str
        Of the outputs, in order.
    difference : float or None
        The largest difference of an ONNX network from the model; None for other formats.
    """

    run: str
    format: str
    seed: int
    files: tuple[str, ...]
    labels: tuple[str, ...]
    difference: float | None = None


def export_run(
    store: Store | None,
    request: ExportRunRequest,
    data: Path,
    out: Path,
    *,
    now: datetime,
    visible: Visible = None,
    progress: Progress = silent,
) -> ExportedRun:
    """Write the model of a run as a directory: the model of its first seed, its labels, a card.

    A head over a frozen model, and a model of scikit-learn, are fitted again on the unchanged data.

    Parameters
    ----------
    store : Store or None
        The store of the run's releases, for their licences; None if the data are files.
    data : Path
        The data folder.
    out : Path
        A new or empty directory.

    Raises
    ------
    AloiError
        No such run, a format that its model does not have, or no saved model. Also a directory with files, a
        restricted corpus without a stated reason, or a network that cannot be exported.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise AloiError("aloi.exists", name=repr(str(out)), expected=Term("new-directory"))
    folder = find(runs_folder(data), request.run, visible)
    stored = stored_run(runs_folder(data), folder.name)
    licences = tuple(_licences(store, stored.run))
    _allow(store, stored.run, licences, request.reason, now)
    go_on(progress, 0, _STEPS, "")
    model = model_for(request.format, store, folder, stored.run, request.split, data / CACHE)
    facts = model.facts
    go_on(progress, 1, _STEPS, "")
    out.parent.mkdir(parents=True, exist_ok=True)
    with unfinished(out) as partial_folder:
        onnx = _write(request.format, model, licences, partial_folder)
        go_on(progress, 2, _STEPS, "")
        content = CardContent(
            stored.run,
            facts,
            read_about(folder),
            licences,
            _comparison(runs_folder(data), stored, visible),
            request.licence,
            request.use,
            onnx,
            request.format,
        )
        (partial_folder / CARD_FILE).write_text(model_card(content), encoding="utf-8", newline="\n")
        go_on(progress, 3, _STEPS, "")
        if out.exists():
            out.rmdir()
        partial_folder.rename(out)
    names = tuple(sorted(each.relative_to(out).as_posix() for each in out.rglob("*") if each.is_file()))
    difference = onnx.difference if onnx else None
    return ExportedRun(stored.run.id, request.format, facts.seed, names, facts.labels, difference)


def model_for(
    form: str, store: Store | None, folder: Path, run: Run, split: str | None, cache: Path
) -> SharedModel:
    """Return the model of a run for a format; raise AloiError with the reason if it does not have it."""
    kind = fitted.kind_of(folder)
    formats = formats_of(run.spec, kind)
    if form not in formats:
        raise AloiError(
            "aloi.not-for",
            name=Term("format-of-export", form=form),
            data=run.spec.recipe,
            expected=Term("formats-of-model", formats=formats),
            todo=_instead(run, formats),
        )
    if form == CARD:
        return SharedModel(card_facts(folder, run))
    if kind is LinkedMention:
        return shared_ranker(folder, run)
    if not _saved_or_quick(folder, run, kind):
        raise AloiError(
            "aloi.missing",
            name=Term("format-run-named", name=run.id),
            missing=Term("saved-model-of-run"),
            todo=Term("keep-model"),
        )
    model = fitted_model(store, folder, run, split, silent, cache)
    if not model.as_run:
        raise AloiError(
            "aloi.checksum",
            path=Term("weights-of-run", run=run.id),
            checksum=model.signature,
            recorded=run.seeds[0].signature,
            todo=Term("run-again"),
        )
    return shared_model(folder, run, model)


def run_formats(folder: Path, run_id: str) -> tuple[str, ...]:
    """Return the formats that the model of a finished run has; `folder` is that of all runs."""
    run_folder = find(folder, run_id)
    run = stored_run(folder, run_folder.name).run
    kind = fitted.kind_of(run_folder)
    return formats_of(run.spec, kind) if _saved_or_quick(run_folder, run, kind) else (CARD,)


def _saved_or_quick(folder: Path, run: Run, kind: type) -> bool:
    """Return whether the model of a run was saved, or is fitted again: a fine-tuning is not."""
    settings = run.spec.settings
    if settings.get("frozen") or "keep_model" not in settings or kind is LinkedMention:
        return True
    return (model_folder(folder, run.seeds[0].seed) / "model").is_dir()


def _instead(run: Run, formats: tuple[str, ...]) -> Term:
    """Return what to do with the model of a run that does not have a format."""
    if SKLEARN in formats:
        return Term("export-for-sklearn")
    if SPACY in formats and HUB not in formats:
        return Term("export-for-spacy")
    if formats != (CARD,):
        return Term("export-as-one-of", formats=formats)
    if run.spec.folds:
        return Term("train-without-folds")
    if run.spec.recipe == ImportedPredictions.name:
        return Term("predictions-are-imported")
    if not run.spec.train and "model" in run.spec.settings:
        return Term("use-model-as-published", model=run.spec.settings["model"])
    return Term("predict-or-card", run=run.id)


def _write(form: str, model: SharedModel, licences: tuple[DataLicence, ...], out: Path) -> OnnxFacts | None:
    """Write the files of a format; return the facts of an ONNX network."""
    onnx = None
    directory = out / ".model" if form == SPACY else out
    directory.mkdir(parents=True, exist_ok=True)
    if form in (HUB, ONNX, SPACY):
        write_directory(model, directory)
    if form == SKLEARN:
        write_sklearn(model, out)
    if form == ONNX:
        onnx = write_onnx(model, out)
        _remove_weights(out)
    if form != CARD:
        write_json(directory / FACTS, to_json(model.facts))
    if form == SPACY:
        from aloi.modeling.exports.spacy_pipe import write_pipeline  # it loads spaCy, and torch with it

        language = next((each.language for each in licences if each.language), "")
        write_pipeline(directory, model.facts, language, out)
        shutil.rmtree(directory)
    return onnx


def export_run_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the name of a zip in `exports` with the directory of a model, and its facts."""
    request = from_data(ExportRunRequest, arguments)
    name = f"model-{request.run}-{request.format}"
    exports = folder / "exports"
    exports.mkdir(parents=True, exist_ok=True)
    visible = store.members.shared("run")
    with TemporaryDirectory(dir=exports, prefix=".model-") as work:
        out = Path(work) / name
        done = export_run(
            store, request, folder, out, now=datetime.now(UTC), visible=visible, progress=progress
        )
        files = {f"{name}/{each}": out / each for each in done.files}
        file = write_zip(exports / f"{name}.zip", files)
    return {"file": file, **to_json(done)}


def push_run(
    store: Store,
    request: PushRunRequest,
    data: Path,
    account: HubAccount,
    *,
    now: datetime,
    visible: Visible = None,
    progress: Progress = silent,
) -> Pushed:
    """Upload the directory of a model to the Hub in one commit, and return its location.

    Raises
    ------
    AloiError
        Training data that are no release, or a release without release checks or texts. Also errors of
        `export_run`, and of a Hub that rejects the upload or cannot be reached.
    """
    folder = find(runs_folder(data), request.run, visible)
    run = stored_run(runs_folder(data), folder.name).run
    repository = repository_name(request.repository)
    for use in _training(run):
        release = release_used(store, use)
        if release is None:
            raise AloiError(
                "aloi.wrong-kind",
                name=Term("data-of-run"),
                kind=use.label,
                expected=Term("checked-release"),
                todo=Term("train-on-release"),
            )
        require_gate(release)
    with TemporaryDirectory() as work:
        out = Path(work) / "model"
        export = ExportRunRequest(
            run.id, licence=request.licence, use=request.use, split=request.split, reason=request.reason
        )
        export_run(store, export, data, out, now=now, visible=visible, progress=progress)
        return push_model(
            account,
            repository,
            out,
            private=request.private,
            message=f"Run {run.id}",
            checksum=run.predictions_checksum,
        )


def push_run_job(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
    """Return, as a job, the location of a model on the Hub; the token is that of the worker."""
    request, account = from_data(PushRunRequest, arguments), HubAccount.of(os.environ)
    visible = store.members.shared("run")
    now = datetime.now(UTC)
    return to_json(push_run(store, request, folder, account, now=now, visible=visible, progress=progress))


def _training(run: Run) -> tuple[DataUse, ...]:
    """Return the data that shaped the model of a run."""
    return (*run.spec.train, *run.spec.devs)


def release_used(store: Store | None, use: DataUse) -> Release | None:
    """Return the release that a run used; None for a file or folder, or a release that is gone."""
    if store is None or Path(use.source).expanduser().exists():
        return None
    try:
        return release_of(store, use.source)
    except AloiError:
        return None


def _licences(store: Store | None, run: Run) -> Iterator[DataLicence]:
    """Yield the data of a run with the language and the licence that they state."""
    spec = run.spec
    uses = [("train", use) for use in spec.train]
    uses += [("dev", use) for use in spec.devs]
    for role, use in (*uses, *(("test", use) for use in spec.tests)):
        release = release_used(store, use)
        source = Path(use.source).expanduser()
        corpus: Mapping[str, Any] = {}
        if release is not None:
            corpus = entries(release.manifest, "corpus")
        elif source.is_dir():
            manifest = manifest_at(source)
            corpus = entries(manifest, "corpus") if manifest else _card_of_folder(source)
        yield DataLicence(
            use,
            role,
            str(corpus.get("language") or ""),
            str(corpus.get("licence") or ""),
            bool(corpus.get("restricted")),
        )


def _card_of_folder(folder: Path) -> dict[str, str]:
    """Return language and licence in the card of a data set, as the Hub writes it."""
    from huggingface_hub import metadata_load

    card = (metadata_load(folder / CARD_FILE) if (folder / CARD_FILE).is_file() else None) or {}
    languages = card.get("language") or ""
    language = languages[0] if isinstance(languages, list) and languages else languages
    return {"language": str(language or ""), "licence": str(card.get("license") or "")}


def _allow(
    store: Store | None, run: Run, licences: tuple[DataLicence, ...], reason: str, now: datetime
) -> None:
    """Record why a model of a restricted corpus is shared, or raise AloiError without a reason."""
    content = f"model of run {run.id}"
    for use in _training(run):
        release = release_used(store, use)
        if store is not None and release is not None:
            corpus = store.texts.corpus(store.campaigns.get(release.campaign_id).corpus_id)
            allow_export(store, corpus, content, reason, now)
    restricted = [each for each in licences if each.restricted and each.role != "test"]
    if restricted and not reason.strip():
        raise AloiError("workbench.corpus-restricted-by-data-use", name=repr(restricted[0].use.name))


def _comparison(folder: Path, stored: StoredRun, visible: Visible) -> Comparison | None:
    """Return the run with the baselines, and its untrained model, on the tests that they share."""
    run = stored.run
    tests = {(use.label, use.checksum) for use in run.spec.tests}
    others = [
        other.id
        for other in done_runs(folder, visible)
        if other.id != run.id
        and {(use.label, use.checksum) for use in other.spec.tests} <= tests
        and (is_floor(other.spec.recipe) or (other.spec.recipe == run.spec.recipe and not other.spec.train))
    ]
    return compare_runs(folder, CompareRequest((run.id, *others))) if others else None


def _remove_weights(folder: Path) -> None:
    """Remove from a directory the weights of the library: its network is that of ONNX."""
    for pattern in _WEIGHTS:
        for path in folder.glob(pattern):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
