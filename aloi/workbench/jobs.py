"""Long operations, run from the job table in a separate process: `aloi work`, started by `aloi serve`."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

from aloi.base.errors import AloiError
from aloi.base.extras import missing_extra
from aloi.base.names import known_name
from aloi.base.system_errors import refused_by_system, where
from aloi.base.terms import Phrase
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.storage.event_log.entries import acting
from aloi.storage.model import Job, JobQueue
from aloi.storage.store import Store
from aloi.workbench import access, round_agreement
from aloi.workbench.cache import refresh
from aloi.workbench.candidates import (
    batches,
    concepts,
    imported_suggestions,
    model_spans,
    pairs,
    random_pairs,
    targets,
)
from aloi.workbench.corrections import jobs as correcting
from aloi.workbench.files import estimated_tables, measured_tables, scored_substitutes
from aloi.workbench.imports import jobs as importing_jobs
from aloi.workbench.imports import tables as answer_tables
from aloi.workbench.machines import answering as machine_answers
from aloi.workbench.machines import rendering as machine_reports
from aloi.workbench.models import label_errors, prediction, ranker_training, training
from aloi.workbench.models.sharing import exporting
from aloi.workbench.progress import Message, Progress, stored_message
from aloi.workbench.releases.jobs import (
    BUILD,
    EXPORT,
    FREEZE,
    PUSH,
    build_job,
    export_job,
    freeze_job,
    push_job,
)
from aloi.workbench.rounds import adjudicating
from aloi.workbench.starting import setup
from aloi.workbench.store import archive_jobs, jobs, restoring
from aloi.workbench.study import Study, studies
from aloi.workbench.texts import corpora, terminologies

__all__ = ["Job", "is_late", "is_untaken", "queues", "run_one", "start", "work"]

STALE_SECONDS = 60
_BEAT_SECONDS = 10
_IDLE_SECONDS = 0.5
_LATE_SECONDS = 120  # a job that waits so long while none of its lane runs waits for nobody
_STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
_LOG = logging.getLogger("aloi.work")

# A verb takes the store, the job's arguments, the data folder and a progress function.
Verb: TypeAlias = Callable[[Store, Mapping[str, Json], Path, Progress], Json]


def _of_study(study: Study, reference: str) -> Verb:
    """Return the verb of a study, whose module is imported when a job runs."""

    def run(store: Store, arguments: Mapping[str, Json], folder: Path, progress: Progress) -> Json:
        result: Json = study.load(reference)(store, arguments, folder, progress)
        return result

    return run


VERBS: Mapping[str, Verb] = {
    "segment": corpora.segment_job,
    "mine": pairs.mine_job,
    "mine_targets": targets.mine_targets_job,
    "draw_random": random_pairs.draw_job,
    "candidates": concepts.candidates_job,
    "train": training.train_job,
    "train_ranker": ranker_training.train_ranker_job,
    "predict": prediction.predict_job,
    "export_run": exporting.export_run_job,
    "push_run": exporting.push_run_job,
    "loop_fill": label_errors.fill_job,
    "loop_batch": batches.batch_job,
    "loop_doubt": label_errors.doubt_job,
    model_spans.VERB: model_spans.prefill_job,
    "machine_answer": machine_answers.answer_job,
    "machine_try": machine_answers.try_job,
    "machine_report": machine_reports.report_job,
    "import_terminology": terminologies.import_job,
    "remove_terminology": terminologies.remove_job,
    FREEZE: freeze_job,
    BUILD: build_job,
    EXPORT: export_job,
    PUSH: push_job,
    importing_jobs.IMPORT: importing_jobs.import_job,
    importing_jobs.TEXTS: importing_jobs.import_texts_job,
    "import_decisions": adjudicating.import_job,
    "import_suggestions": imported_suggestions.import_job,
    "measure_round": round_agreement.measure_job,
    "list_disputes": round_agreement.disputes_job,
    importing_jobs.SOURCE: importing_jobs.source_answers_job,
    "export_answers": answer_tables.export_job,
    **correcting.VERBS,
    setup.SET_UP: setup.set_up_job,
    "backup": jobs.backup_job,
    "check": jobs.check_job,
    "look_at_copy": restoring.look_job,
    archive_jobs.WRITE: archive_jobs.write_job,
    archive_jobs.INSPECT: archive_jobs.look_job,
    archive_jobs.IMPORT: archive_jobs.import_job,
    measured_tables.MEASURE: measured_tables.measure_job,
    estimated_tables.ESTIMATE: estimated_tables.estimate_job,
    scored_substitutes.SCORE: scored_substitutes.score_job,
    refresh.VERB: refresh.refresh_job,
    **{verb: _of_study(study, at) for study in studies() for verb, at in study.jobs.items()},
}
# Jobs before a page opens: they read, write or measure, and load no model.
_SHORT = {
    FREEZE,
    BUILD,
    EXPORT,
    importing_jobs.IMPORT,
    importing_jobs.TEXTS,
    importing_jobs.SOURCE,
    "import_decisions",
    "import_suggestions",
    "measure_round",
    "machine_report",
    "list_disputes",
    "export_answers",
    *correcting.VERBS,
    setup.SET_UP,
    "backup",
    "check",
    "look_at_copy",
    archive_jobs.WRITE,
    archive_jobs.INSPECT,
    archive_jobs.IMPORT,
    measured_tables.MEASURE,
    estimated_tables.ESTIMATE,
    scored_substitutes.SCORE,
    *(verb for study in studies() for verb in study.short_jobs),
}
# The verbs that a worker of a lane runs, or those that it leaves to the others.
LANES: Mapping[str, tuple[frozenset[str], bool]] = {
    refresh.VERB: (frozenset({refresh.VERB}), True),
    "short": (frozenset(_SHORT), True),
    "others": (frozenset({refresh.VERB, *_SHORT}), False),
}


def start(store: Store, verb: str, arguments: Mapping[str, Json], by: str, now: datetime) -> Job:
    """Return the job put in the queue; the worker takes it within a second."""
    return store.jobs.add(known_name(verb, VERBS, Phrase("kind-job", "job")), arguments, by, now)


def queues(store: Store) -> Mapping[str, JobQueue]:
    """Return the background jobs of each lane."""
    return {lane: store.jobs.queue(only) for lane, only in LANES.items()}


def is_late(queue: JobQueue, now: datetime) -> bool:
    """Return whether the jobs of a lane wait and no worker takes them."""
    return queue.is_late(now, _LATE_SECONDS)


def is_untaken(store: Store, job: Job, now: datetime) -> bool:
    """Return whether a job waits or runs, but no worker takes or continues it."""
    if now - (job.heartbeat or job.created_at) <= timedelta(seconds=_LATE_SECONDS):
        return False
    (only,) = (one for one in LANES.values() if (job.verb in one[0]) == one[1])
    return is_late(store.jobs.queue(only), now)


def run_one(store: Store, folder: Path, lane: str | None = None) -> Job | None:
    """Return the job that was run, done, failed or cancelled; None when none waited.

    `lane` is one of `LANES`, a worker each, so that a model that trains for hours keeps no page and no import
    waiting; None for the jobs of all.
    """
    job = store.jobs.claim(_now(), STALE_SECONDS, None if lane is None else LANES[lane])
    if job is None:
        return None
    stopped, heard = threading.Event(), threading.Event()
    state: dict[str, tuple[int, int, str]] = {"at": (0, 0, "")}

    def progress(done: int, total: int, message: Message) -> bool:
        state["at"] = (done, total, stored_message(message))
        if not store.jobs.progress(job, *state["at"], _now()):
            stopped.set()
        if stopped.is_set():
            heard.set()
        return not heard.is_set()

    beat = threading.Thread(target=_beat, args=(store, job, state, stopped), daemon=True)
    beat.start()
    try:
        with acting(job.created_by):
            result = VERBS[job.verb](_store_of(store, job), job.arguments, folder, progress)
    except Cancelled:
        pass  # the store says so already, or another worker has the job
    except KeyboardInterrupt:  # the worker was asked to stop: the job is not affected
        with _undisturbed():
            store.jobs.give_back(job)
        raise
    except AloiError as error:
        _fail(store, job, error)
    except OSError as error:
        _fail(store, job, refused_by_system(error))
    except ModuleNotFoundError as error:
        _fail(store, job, missing_extra(error) or _broken(job, error))
    except Exception as error:  # noqa: BLE001 - the worker outlives any job
        _fail(store, job, _broken(job, error))
    else:
        if not heard.is_set():  # a stop after the last step is too late: the result exists
            with _undisturbed():
                store.jobs.finish(job, result, _now())
    finally:
        stopped.set()
        beat.join()
    return _ended(store, job)


def _store_of(store: Store, job: Job) -> Store:
    """Return the store as the person who requested a job may read it.

    Cached results are shared by all who may read their subject, and are computed from the unscoped store.
    """
    asks = store.people.with_pseudonym(job.created_by)
    if asks is None or job.verb == refresh.VERB:
        return store
    return access.store_of(store, asks, access.DECIDERS, job.limited_to)


def _ended(store: Store, job: Job) -> Job:
    """Return the final state of a job that was run."""
    try:
        ended = store.jobs.get(job.id)
    except AloiError:  # another worker took it over and finished it: its record is not needed
        return job
    if ended.verb == refresh.VERB and ended.status == "done":
        store.jobs.forget([ended.id])  # its results remain
    return ended


def _broken(job: Job, error: Exception) -> AloiError:
    """Return the error of a job that failed because of a bug; the log has the position."""
    _LOG.error("job %s (%s) failed\n%s", job.id, job.verb, where(error))
    return AloiError("workbench.job-broke", kind=type(error).__name__, job=job.id)


def _fail(store: Store, job: Job, error: AloiError) -> None:
    with _undisturbed():
        store.jobs.fail(job, str(error), _now(), error.to_json())


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let who tells this worker to stop wait for the end of the block.

    They may tell it twice: the system ends each process of a service, and the server its workers.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # no signal interrupts it
        return
    signals: list[int] = []
    handlers = {one: signal.getsignal(one) for one in _STOPPING}
    before = {one: handler for one, handler in handlers.items() if callable(handler)}
    try:
        for signal_number in before:
            signal.signal(signal_number, lambda number, frame: signals.append(number))
        yield
    finally:
        for signal_number, handler in before.items():
            signal.signal(signal_number, handler)
    if signals:
        raise KeyboardInterrupt


def work(
    store: Store,
    folder: Path,
    *,
    lane: str | None = None,
    keep_going: Callable[[], bool] = lambda: True,
) -> None:
    """Run jobs one after the other until `keep_going` is false; `lane` as in `run_one`."""
    while keep_going():
        if run_one(store, folder, lane) is None:
            time.sleep(_IDLE_SECONDS)


def _beat(
    store: Store, job: Job, state: Mapping[str, tuple[int, int, str]], stopped: threading.Event
) -> None:
    """Report to the store every few seconds that the job is alive, so that no other worker takes it over."""
    while not stopped.wait(_BEAT_SECONDS):
        try:
            lives = store.jobs.progress(job, *state["at"], _now())
        except AloiError:  # a store that is busy once must not stop the beat
            _LOG.warning("job %s: the store did not take the sign of life", job.id)
            continue
        if not lives:
            stopped.set()


def _now() -> datetime:
    return datetime.now(UTC)
