"""Trainings: planned from what a person names, run as jobs, taken up after a crash, listed and verified."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.base.records import from_json, to_json
from aloi.base.requests import from_data, to_data
from aloi.corpora.mining.base import Cancelled
from aloi.modeling import recipes
from aloi.modeling.runs.finished_run import verify
from aloi.modeling.runs.inputs import gather
from aloi.modeling.runs.spec import RunSpec
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.demo.similarity import Demo
from aloi.workbench.models import runs as stored
from aloi.workbench.models import training
from aloi.workbench.models.results import read_results
from aloi.workbench.models.runs import RunStatus
from aloi.workbench.models.training import TimeLeft, in_words
from aloi.workbench.requests.models.training import TrainRequest
from tests.modeling.made_runs import NoisyRecipe, items
from tests.modeling.tiny import tiny_folder
from tests.processes import printed_by

QUESTIONS = Path(__file__).parents[3] / "aloi/workbench" / "demo_questions"


@pytest.fixture
def noisy(monkeypatch: pytest.MonkeyPatch) -> NoisyRecipe:
    recipe = NoisyRecipe()
    monkeypatch.setattr(recipes, "RECIPES", (*recipes.RECIPES, recipe))
    return recipe


def folder_of(place: Path, start: int = 0, parts: tuple[tuple[str, int], ...] = ()) -> Path:
    """Return a folder of tables train, dev and test, or of the parts told."""
    place.mkdir()
    for part, count in parts or (("train", 40), ("dev", 10), ("test", 30)):
        rows = [f"{one.id}\t{one.left}\t{one.right}\t{one.score}" for one in items(count, start)]
        text = "\n".join(("id\tsentence1\tsentence2\tscore", *rows)) + "\n"
        (place / f"{part}.tsv").write_text(text, encoding="utf-8")
        start += count
    return place


@pytest.fixture
def one(tmp_path: Path) -> str:
    return str(folder_of(tmp_path / "A"))


@pytest.fixture
def two(tmp_path: Path) -> str:
    return str(folder_of(tmp_path / "B", 200))


SCALES = {"": (0.0, 5.0)}


def asked(**given: Any) -> TrainRequest:
    return TrainRequest(**{"recipe": "noisy", "scale": SCALES, **given})


def _plan(store: Store | None, recipe: str, **given: Any) -> training.RunPlan:
    """Return the one run of a request; lists stand for tuples, one scale for the scale of every source."""
    scale = given.pop("scale", {})
    lists = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    scales = {"": scale} if isinstance(scale, tuple) else scale
    [plan] = training.plans(store, TrainRequest(recipe, scale=scales, **lists))
    return plan


def sizes(found: tuple[training.RunPlan, ...]) -> list[tuple[str, int, int]]:
    return [(plan.trained_on, plan.spec.n_train, plan.spec.subset) for plan in found]


def test_a_plan_takes_the_usual_parts(noisy: NoisyRecipe, one: str, two: str) -> None:
    plan = _plan(None, "noisy", data=[one], scale=(0, 5))
    assert [(use.part, use.items) for use in plan.spec.train] == [("train", 40)]
    assert plan.spec.dev is not None
    assert (plan.spec.dev.part, plan.spec.tests[0].part) == ("dev", "test")
    assert (plan.spec.settings, plan.spec.seeds) == ({"rate": 1.0}, (0, 1, 2))
    assert plan.trained_on == "A/train"
    other = _plan(
        None, "noisy", data=[f"{one}:dev", two], dev="none", test=[f"{two}:test", f"{one}:train"],
        settings={"rate": 2.0}, seeds=(4, 4), scale={one: (0, 5), two: (0, 6)},
    )  # fmt: skip
    assert [use.label for use in (*other.spec.train, *other.spec.tests)] == [
        "A/dev", "B/train", "B/test", "A/train",
    ]  # fmt: skip
    assert (other.spec.dev, other.spec.seeds, other.data[two].ends) == (None, (4,), (0, 6))


def test_recipes_without_seeds_run_once_and_untuned_models_too(one: str) -> None:
    assert _plan(None, "levenshtein", data=[one], scale=(0, 5)).spec.seeds == (0,)
    untuned = _plan(None, "sbert_sts", test=[one], settings={"model": "usem3"}, scale=(0, 5))
    assert (untuned.spec.seeds, untuned.spec.train, untuned.trained_on) == ((0,), (), "none")


def test_a_curve_draws_subsets_and_all_pairs_once(noisy: NoisyRecipe, one: str) -> None:
    found = training.plans(None, asked(data=(one,), curve=(50, 100, 25), subsets=2))
    assert sizes(found) == [
        ("A/train", 10, 1), ("A/train", 10, 2), ("A/train", 20, 1), ("A/train", 20, 2), ("A/train", 40, 0),
    ]  # fmt: skip
    assert found[-1].spec == _plan(None, "noisy", data=[one], scale=(0, 5)).spec


def test_a_curve_of_a_draw_has_shares_of_that_draw(noisy: NoisyRecipe, one: str) -> None:
    found = training.plans(None, asked(data=(one,), curve=(50, 100), subsets=2, items=30))
    assert sizes(found) == [
        ("A/train", 15, 1), ("A/train", 15, 2), ("A/train", 30, 1), ("A/train", 30, 2),
    ]  # fmt: skip


def test_a_grid_trains_on_none_on_each_and_on_all(noisy: NoisyRecipe, one: str, two: str) -> None:
    found = training.plans(None, asked(grid=True, data=(one, two)))
    assert sizes(found) == [("A/train", 40, 0), ("B/train", 40, 0), ("A/train + B/train", 80, 0)]
    assert [use.label for use in found[0].spec.tests] == ["A/test", "B/test"]
    assert [str(plan.spec.dev and plan.spec.dev.label) for plan in found] == ["A/dev", "B/dev", "A/dev"]
    assert [[use.label for use in plan.spec.devs] for plan in found[1:]] == [["B/dev"], ["A/dev", "B/dev"]]
    known = training.plans(None, asked(grid=True, recipe="tfidf_characters", data=(one, two)))
    assert [plan.trained_on for plan in known] == ["none", "A/train", "B/train", "A/train + B/train"]
    fixed = training.plans(None, asked(grid=True, recipe="token_cosine", data=(one, two)))
    assert [plan.trained_on for plan in fixed] == ["none"]


def test_a_balanced_draw_takes_so_many_rows_of_each_source(
    noisy: NoisyRecipe, tmp_path: Path, two: str
) -> None:
    first = str(folder_of(tmp_path / "A"))
    a, _, both = training.plans(None, asked(grid=True, data=(first, two), items=12, balanced=True))
    assert ([plan.spec.n_train for plan in (a, both)], a.spec.balanced) == ([12, 12 * 2], False)
    rows = gather(both.spec, both.data).train
    assert rows[:12] == gather(a.spec, a.data).train  # the same draw as for the source alone
    assert sum(row in both.data[two].parts["train"] for row in rows) == 12
    [joined] = training.plans(None, asked(data=(first, two), items=12))
    assert joined.spec.n_train == 12
    assert len({plan.spec.id for plan in (a, both, joined)}) == 3
    with pytest.raises(AloiError, match="at most 40"):
        training.plans(None, asked(data=(first, two), items=41, balanced=True))


def test_folds_are_of_one_source_and_each_seed_divides_it_anew(
    noisy: NoisyRecipe, tmp_path: Path, two: str
) -> None:
    table = str(folder_of(tmp_path / "small", 500, (("all", 48),)) / "all.tsv")
    plan = _plan(None, "noisy", data=[table], scale=(0, 5), folds=4)
    assert [use.label for use in (*plan.spec.train, *plan.spec.tests)] == ["all/all"] * 2
    assert (plan.spec.devs, plan.spec.folds, plan.spec.seeds) == ((), 4, (0, 1, 2))
    plain = _plan(None, "tfidf_characters", data=[table], scale=(0, 5), folds=4)
    assert plain.spec.seeds == (0, 1, 2)  # its divisions differ, though its fits do not
    [run] = training.run_plans([plain], tmp_path / "runs")
    assert len(run.scores[0].by_seed) == 3
    [result] = read_results(tmp_path / "runs", [run.id])
    assert result.train == "all/all (4 folds)"
    curve = training.plans(None, asked(data=(table,), folds=4, curve=(50, 100), subsets=2, seeds=(0,)))
    assert [(plan.spec.n_train, plan.spec.subset, plan.spec.folds) for plan in curve] == [
        (18, 1, 4),
        (18, 2, 4),
        (36, 0, 4),  # three of four folds
    ]
    for wrong, message in (
        ({"data": (table,), "items": 37}, "at most 32"),
        ({"data": (table,), "items": 9}, "too few pairs for training: 9"),
        ({"data": (table, two)}, "divided into folds is 2"),
        ({"data": (table,), "tune": {"rate": [1.0]}}, "a list of two values"),
    ):
        with pytest.raises(AloiError, match=message):
            training.plans(None, asked(folds=3, **wrong))
    with pytest.raises(AloiError, match="folds"):
        asked(folds=3, data=(two,), test=(two,))


def test_inner_folds_by_other_documents_are_another_run(noisy: NoisyRecipe, tmp_path: Path) -> None:
    specs = []
    for per_document in (2, 4):
        lines = ["sentence1\tsentence2\tscore\tdocument"]
        lines += [
            f"{row.left}\t{row.right}\t{row.score}\td{at // per_document}" for at, row in enumerate(items(40))
        ]
        table = tmp_path / f"{per_document}" / "all.tsv"
        table.parent.mkdir()
        table.write_text("\n".join(lines) + "\n", encoding="utf-8")
        named = {"data": (str(table),), "split": "train=.7,test=.3", "seeds": (0,)}
        asked_of = (asked(**named), asked(**named, tune={"rate": [1.0, 2.0]}))
        specs.append([training.plans(None, request)[0].spec for request in asked_of])
    (plain, tuned), (other_plain, other_tuned) = specs
    assert plain.train[0].checksum == other_plain.train[0].checksum
    assert not plain.train[0].clusters
    assert tuned.train[0].clusters != other_tuned.train[0].clusters


def test_a_spec_of_an_earlier_version_keeps_its_id(noisy: NoisyRecipe, two: str) -> None:
    spec = _plan(None, "noisy", data=[two], scale=(0, 5)).spec
    fields = to_json(spec)
    for name in ("balanced", "further_dev", "contents", "folds", "tuning"):
        del fields[name]
    uses = (*fields["train"], *fields["tests"], fields["dev"])
    for use in uses:
        del use["clusters"]
    assert from_json(RunSpec, fields) == spec
    for use in uses:
        del use["source"], use["name"]
    text = json.dumps(fields, sort_keys=True, ensure_ascii=False)
    assert spec.id == hashlib.sha256(text.encode()).hexdigest()[:12]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"recipe": "nosy"}, "No recipe is called 'nosy'"),
        ({"settings": {"rat": 1}}, "has no setting 'rat'"),
        ({"data": ("absent",)}, "folder or release 'absent' does not exist"),
        ({"data": ("absent:train",)}, "The local file, folder or release"),
        ({"test": ("{one}:tst",)}, "the split 'tst'"),
        ({"scale": {}}, "does not state the scale"),
        ({"seeds": ()}, "The list of seeds is \\[\\]"),
        ({"seeds": (-1,)}, "The list of seeds is -1"),
        ({"items": 41}, "The number of training items requested is 41"),
        ({"items": 5}, "There are too few pairs for training: 5"),
        ({"data": ("{few}",)}, "There are too few pairs for training: 9"),
        ({"data": ("{flat}",)}, "The score of the pairs for training has 12 values, and all are 3"),
        ({"test": ("{flat}:train",)}, "the pairs for the test flat/train has 12 values, and all are 3"),
        ({"test": ("{one}", "{one}")}, "The test A/test appears twice"),
        ({"data": ()}, "cannot predict before it is trained"),
        ({"curve": (0.0,)}, "A learning curve of 0 %"),
        ({"curve": (50.0,), "subsets": 0}, "subsets is 0"),
        ({"curve": (10.0,)}, "There are too few pairs for training: 4"),
        ({"curve": (50.0,), "grid": True}, "grid, curve"),
        ({"recipe": "sbert_sts", "settings": {"model": "/no/such/model"}}, "There is no file or folder"),
        ({"recipe": "sbert_sts", "settings": {"device": "tpu"}}, "The setting device is 'tpu'"),
    ],
)  # fmt: skip
def test_what_cannot_work_is_refused_by_the_plan(
    noisy: NoisyRecipe, tmp_path: Path, one: str, change: dict[str, Any], message: str
) -> None:
    few = folder_of(tmp_path / "few", 300, (("train", 9), ("test", 12)))
    flat = folder_of(tmp_path / "flat", 400, (("train", 12),))
    text = (flat / "train.tsv").read_text(encoding="utf-8")
    lines = [line.rpartition("\t")[0] + "\t3" for line in text.splitlines()[1:]]
    (flat / "train.tsv").write_text("\n".join((text.splitlines()[0], *lines)) + "\n", encoding="utf-8")
    places = {"one": one, "few": str(few), "flat": str(flat)}
    filled = {
        name: tuple(part.format(**places) for part in value) if name in ("data", "test") else value
        for name, value in change.items()
    }
    with pytest.raises(AloiError, match=message):
        training.plans(None, asked(**{"data": (one,), "test": (one,), **filled}))


def test_a_release_trains_by_its_name(demo: Demo, store: Store) -> None:
    release = next(
        found
        for found in store.gold.releases()
        if store.campaigns.get(found.campaign_id).schema.task_type == "similarity"
    )
    name = f"{store.campaigns.get(release.campaign_id).name}:{release.version}"
    part = _plan(store, "token_cosine", test=[name]).spec.tests[0]
    assert (part.source, part.part) == (name, "test")
    train = _plan(store, "token_cosine", test=[f"{name}:train"]).spec.tests[0]
    assert (train.source, train.part) == (name, "train")
    with pytest.raises(AloiError, match="the split 'tset'"):
        _plan(store, "token_cosine", test=[f"{name}:tset"])


def test_a_job_trains_tells_how_far_it_is_and_is_listed(
    noisy: NoisyRecipe, store: Store, tmp_path: Path, one: str, now: datetime
) -> None:
    given = to_data(asked(data=(one,), curve=(50, 100), subsets=1))
    assert from_data(TrainRequest, json.loads(json.dumps(given))) == asked(
        data=(one,), curve=(50, 100), subsets=1
    )
    jobs.start(store, "train", given, "M1", now)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.status, ended.error, ended.done, ended.total) == ("done", None, 600, 600)
    folder = stored.runs_folder(tmp_path)
    lines = stored.runs(folder)
    assert {line.id for line in lines} == set(ended.result["runs"])
    assert [line.status for line in lines] == [RunStatus.DONE, RunStatus.DONE]
    half, whole = (folder / run_id for run_id in ended.result["runs"])
    assert not (half / "models").exists()
    assert (whole / "models" / "0" / "model").is_dir()
    shown = stored.show(folder, whole.name[:6])
    assert shown.run is not None
    assert shown.run.scores[0].metric == "spearman"
    assert stored.check_run(folder, whole.name).problems == ()
    points = stored.loss_curve(folder, whole.name)
    assert [(point.seed, point.step.step, point.step.loss) for point in points][:4] == [
        (0, 1, 1.0), (0, 2, 0.5), (0, 3, 1 / 3), (1, 1, 1.0),
    ]  # fmt: skip


def test_a_job_whose_worker_died_goes_on_where_it_was(
    noisy: NoisyRecipe, store: Store, tmp_path: Path, one: str, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """What ends a process: nobody catches it."""

    noisy.fails = {2: Killed()}
    job = jobs.start(store, "train", to_data(asked(data=(one,))), "M1", now)
    with pytest.raises(Killed):
        jobs.run_one(store, tmp_path)
    assert store.jobs.get(job.id).status == "running"
    line = stored.runs(stored.runs_folder(tmp_path))[0]
    assert (line.status, line.seeds_done) == (RunStatus.STOPPED, 2)
    later = datetime.now(UTC) + timedelta(hours=1)
    monkeypatch.setattr(jobs, "_now", lambda: later)
    ended: Any = jobs.run_one(store, tmp_path)
    assert (ended.id, ended.status) == (job.id, "done")
    assert noisy.fitted == [0, 1, 2]


def test_a_cancelled_job_stops_at_its_next_step(
    noisy: NoisyRecipe, store: Store, tmp_path: Path, one: str, now: datetime
) -> None:
    job = jobs.start(store, "train", to_data(asked(data=(one,))), "M1", now)
    told: list[str] = []

    def progress(done: int, total: int, message: object) -> bool:
        told.append(str(message))
        return len(told) < 6

    with pytest.raises(Cancelled):
        training.train_job(store, job.arguments, tmp_path, progress)
    assert told[0] == "noisy trained on A/train"
    assert told[-1] == "seed 2 of 3, step 2 of 3, loss 0.5000"
    assert noisy.fitted == [0]
    line = stored.runs(stored.runs_folder(tmp_path))[0]
    assert (line.status, line.seeds_done, line.run) == (RunStatus.STOPPED, 1, None)
    with pytest.raises(AloiError, match="is not finished"):
        stored.check_run(stored.runs_folder(tmp_path), line.id)


def test_a_failure_and_a_broken_folder_are_listed(noisy: NoisyRecipe, tmp_path: Path, one: str) -> None:
    folder = stored.runs_folder(tmp_path)
    noisy.fails = {0: AloiError("made-up.loss-infinite")}
    plan = _plan(None, "noisy", data=[one], scale=(0, 5))
    with pytest.raises(AloiError, match="made-up"):
        training.run_plans((plan,), folder)
    (folder / "other").mkdir()
    failed, broken = stored.runs(folder)
    assert (failed.id, failed.status) == (plan.spec.id, RunStatus.FAILED)
    assert str(failed.error).startswith("made-up.loss-infinite")
    assert (broken.id, broken.status, broken.spec) == ("other", RunStatus.BROKEN, None)
    assert stored.done_runs(folder) == ()
    with pytest.raises(AloiError, match="number of runs that match 'zz' is 0"):
        stored.show(folder, "zz")
    assert stored.runs(tmp_path / "absent") == ()


def test_planning_loads_no_model_library() -> None:
    code = (
        "import sys, aloi.workbench.jobs, aloi.workbench.models.training\n"
        "heavy = ('torch', 'transformers', 'sentence_transformers', 'datasets', 'spacy', 'faiss')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    assert printed_by(code).strip() == "[]"


def test_the_id_of_a_run_is_that_of_its_content(noisy: NoisyRecipe, one: str, tmp_path: Path) -> None:
    def spec(train: str) -> RunSpec:
        return _plan(None, "noisy", data=[train], scale=(0, 5)).spec

    (tmp_path / "copies").mkdir()
    copy = Path(one).rename(tmp_path / "copies" / "A2")
    moved = spec(str(copy))
    copy.rename(one)
    assert spec(one).id == moved.id


def test_rows_of_every_kind_are_planned_alike(tmp_path: Path) -> None:
    source = str(QUESTIONS)
    plain = TrainRequest("tfidf_linear", (source,), seeds=(0,))
    few = tmp_path / "few"
    few.mkdir()
    lines = (QUESTIONS / "test.jsonl").read_text("utf-8").splitlines(keepends=True)
    (few / "test.jsonl").write_text("".join(lines[:3]), "utf-8")
    for wrong, said in (
        (TrainRequest("majority_class"), "There are too few tests of the run: 0"),
        (TrainRequest("majority_class", test=(source,)), "cannot predict before it is trained"),
        (TrainRequest("majority_class", (source,), untuned=True), "cannot predict before it is trained"),
        (TrainRequest("word_tag", (source,)), "contains no tagged text"),
        (TrainRequest("text_classifier", (source,), settings={"model": str(tiny_folder())}), "columns"),
        (TrainRequest("majority_class", (f"{source}:dev",)), "the split 'dev' does not exist"),
        (TrainRequest("majority_class", (source,), curve=(0.0,)), "learning curve of 0 %"),
        (
            TrainRequest("majority_class", (source,), (str(few),)),
            r"too few questions for the test few/test: 3(.|\n)*at least 5",
        ),
    ):
        with pytest.raises(AloiError, match=said):
            training.plans(None, wrong)
    assert len(training.plans(None, plain)) == 1
    curve = training.plans(None, TrainRequest("tfidf_linear", (source,), curve=(50.0, 100.0), subsets=2))
    assert [(one.spec.train_items, one.spec.subset) for one in curve] == [(24, 1), (24, 2), (None, 0)]
    copy = tmp_path / "other"
    copy.mkdir()
    (copy / "train.jsonl").write_text("".join(lines[:20]), "utf-8")
    grid = training.plans(None, TrainRequest("tfidf_linear", (source, str(copy)), (source,), grid=True))
    assert [plan.trained_on for plan in grid] == [
        "demo_questions/train", "other/train", "demo_questions/train + other/train",
    ]  # fmt: skip
    [split] = training.plans(None, TrainRequest("tfidf_linear", (source,), split="train=.5,dev=.1,test=.4"))
    assert [use.items for use in (*split.spec.train, *split.spec.tests)] == [48, 38]
    assert split.spec.dev is not None


def test_a_part_that_is_a_test_chooses_no_checkpoint(noisy: NoisyRecipe, one: str) -> None:
    plan = _plan(None, "noisy", data=[one], test=[f"{one}:dev"], scale=(0, 5))
    assert plan.spec.dev is None
    named = _plan(None, "noisy", data=[one], test=[f"{one}:dev"], dev=f"{one}:dev", scale=(0, 5))
    assert named.spec.dev is not None


def test_runs_of_every_kind_are_done_and_listed_together(
    noisy: NoisyRecipe, tmp_path: Path, one: str
) -> None:
    source = str(QUESTIONS)
    told: list[str] = []

    def progress(done: int, total: int, said: object) -> bool:
        told.append(str(said))
        return True

    several = (
        _plan(None, "majority_class", data=[source], test=[f"{source}:test", f"{source}:train"]),
        _plan(None, "noisy", data=[one], seeds=(0,), scale=(0, 5)),
    )
    questions, pairs = training.run_plans(several, tmp_path, progress)
    assert [use.label for use in questions.spec.tests] == ["demo_questions/test", "demo_questions/train"]
    assert questions.spec.seeds == (0,)
    assert told[-1] == "done"
    assert verify(tmp_path / questions.id) == []
    assert {one.id for one in stored.done_runs(tmp_path)} == {questions.id, pairs.id}
    assert stored.stored_run(tmp_path, questions.id).kind == "MultipleChoice"
    assert training.run_plans(several, tmp_path) == (questions, pairs)


def test_the_time_left_is_told_by_the_steps_done() -> None:
    seconds = iter([0.0, 10.0, 100.0, 110.0])
    pace = TimeLeft([(2, 100), (1, 50)], lambda: next(seconds))
    assert pace.time_left(0, 0, 0.0) == ""
    # A tenth of a seed of 100 in 10 s: 1 s a unit; 90 and 100 of this run and 50 of the next are left.
    assert str(pace.time_left(0, 0, 0.1)) == ", 4 min left"
    # What lies between two seeds does not count; the last run is half as much work.
    assert str(pace.time_left(1, 0, 0.0)) == ", 50 s left"
    assert str(pace.time_left(1, 0, 0.2)) == ", 40 s left"
    assert [in_words(one) for one in (5.4, 200, 7000)] == ["5 s", "3 min", "1 h 57 min"]
