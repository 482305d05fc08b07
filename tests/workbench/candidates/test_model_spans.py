"""Spans suggested by the model of a run: a look-up and a small transformer, kept or trained anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.tasks.spans.values import spans_of
from aloi.base.errors import AloiError
from aloi.corpora.mining.base import Cancelled
from aloi.corpora.model import Json
from aloi.storage.store import Store
from aloi.workbench import jobs
from aloi.workbench.candidates.model_spans import prefill_from_run, span_runs
from aloi.workbench.models.runs import runs_folder
from aloi.workbench.models.training import plans, run_plans
from aloi.workbench.requests.candidates import PrefillRequest
from aloi.workbench.requests.models.training import TrainRequest
from tests.modeling.tiny import tiny_folder
from tests.workbench.scene import NOW
from tests.workbench.span_campaign import TEXTS, make

QUESTIONS = Path(__file__).parents[3] / "aloi/workbench" / "demo_questions"
# Invented: what a look-up learns from it stands in the texts a, b and d of the campaign.
SENTENCE = (
    ("Un", "O"), ("cancer", "B-disorder"), ("du", "I-disorder"), ("Poumon", "I-disorder"), (",", "O"),
    ("du", "O"), ("paracétamol", "B-drug"), (",", "O"), ("genou", "B-joint"), (".", "O"),
)  # fmt: skip
FOUND = {"a": [("disorder", "cancer du poumon")], "b": [("drug", "paracétamol")], "c": [], "d": []}


def conll(folder: Path, sentence: tuple[tuple[str, str], ...] = SENTENCE, name: str = "marked") -> Path:
    """Return a folder of sentences that are all alike, in the parts train, dev and test."""
    place = folder / name
    place.mkdir()
    lines = "\n".join(f"{token}\t{tag}" for token, tag in sentence)
    for part, count in {"train": 12, "dev": 5, "test": 5}.items():
        several = (f"# id = {part}{n}\n# document = {part}{n}\n{lines}\n\n" for n in range(count))
        (place / f"{part}.conll").write_text("".join(several), "utf-8")
    return place


def trained(
    data: Path, recipe: str, source: Path, split: str | None = None, settings: dict[str, Json] | None = None
) -> str:
    """Return the id of a run that is done."""
    asked = TrainRequest(recipe, (str(source),), settings=settings or {}, seeds=(0,), split=split)
    [run] = run_plans(plans(None, asked), runs_folder(data))
    return run.id


def suggested(store: Store, campaign_id: str) -> dict[str, list[tuple[str, str]]]:
    """Return (label, words) by text."""
    items = {
        one.texts[0]: one.id
        for one in store.texts.corpus_items(store.campaigns.get(campaign_id).corpus_id)
    }  # fmt: skip
    found = {}
    for name, text in TEXTS.items():
        kept = store.suggestions.of(campaign_id, items[text])
        if kept is not None:
            found[name] = [
                (one.label, text[one.parts[0][0] : one.parts[-1][1]]) for one in spans_of(kept.value)
            ]
    return found


def test_a_look_up_learnt_in_a_run_suggests_spans(store: Store, tmp_path: Path) -> None:
    campaign = make(store)
    run = trained(tmp_path, "dictionary_tagger", conll(tmp_path))
    done = prefill_from_run(store, PrefillRequest("marks", run=run[:6]), tmp_path, NOW)
    assert suggested(store, campaign.id) == FOUND
    assert (done.run, done.seed, done.saved, done.as_run) == (run, 0, False, True)
    assert (done.done.items, done.done.texts) == (4, 4)
    assert done.done.spans == {"disorder": 1, "drug": 1}
    assert done.done.unknown == {"joint": 1}
    assert done.done.made_by.startswith(f"run {run} (dictionary_tagger (aloi ")
    assert "entries 3" in done.signature
    assert [one.id for one in span_runs(tmp_path)] == [run]


def test_the_worker_suggests_them_too(store: Store, tmp_path: Path) -> None:
    campaign = make(store)
    run = trained(tmp_path, "word_tag", conll(tmp_path))
    jobs.start(store, "prefill_spans", {"campaign": campaign.id, "run": run}, "M1", NOW)
    job = jobs.run_one(store, tmp_path)
    assert job is not None
    assert job.status == "done", job.error
    assert isinstance(job.result, dict)
    assert (job.result["run"], job.result["kept"], job.result["campaign"]) == (run, False, "marks")
    assert ("drug", "paracétamol") in suggested(store, campaign.id)["b"]


def test_runs_that_tag_no_spans_are_refused(store: Store, tmp_path: Path) -> None:
    make(store)
    questions = trained(tmp_path, "majority_class", QUESTIONS)
    speech = trained(tmp_path, "word_tag", conll(tmp_path, (("Il", "PRON"), ("tousse", "VERB")), "speech"))
    for run in (questions, speech):
        with pytest.raises(AloiError, match=rf"run {run} is done, of the recipe \w+, and does not tag spans"):
            prefill_from_run(store, PrefillRequest("marks", run=run), tmp_path, NOW)
    with pytest.raises(AloiError, match="The number of runs that match"):
        prefill_from_run(store, PrefillRequest("marks", run="none"), tmp_path, NOW)
    assert span_runs(tmp_path) == ()


def test_training_data_that_changed_are_refused(store: Store, tmp_path: Path) -> None:
    campaign = make(store)
    source = conll(tmp_path)
    run = trained(tmp_path, "dictionary_tagger", source, "train=.6,test=.4")
    with pytest.raises(AloiError, match="has 12 rows in the split 'train'") as told:
        prefill_from_run(store, PrefillRequest("marks", run=run), tmp_path, NOW)
    assert "--split" in str(told.value)
    prefill_from_run(store, PrefillRequest("marks", run=run, split="train=.6,test=.4"), tmp_path, NOW)
    assert suggested(store, campaign.id) == FOUND


def test_nothing_is_stored_when_it_is_stopped(store: Store, tmp_path: Path) -> None:
    campaign = make(store)
    run = trained(tmp_path, "dictionary_tagger", conll(tmp_path))
    with pytest.raises(Cancelled):
        prefill_from_run(
            store,
            PrefillRequest("marks", run=run),
            tmp_path,
            NOW,
            progress=lambda done, total, step: done == 0,
        )
    assert suggested(store, campaign.id) == {}


@pytest.mark.slow
def test_a_kept_transformer_is_loaded_and_suggests_what_one_trained_anew_does(
    store: Store, tmp_path: Path
) -> None:
    campaign = make(store)
    source = conll(tmp_path)
    settings: dict[str, Json] = {
        "model": str(tiny_folder()), "epochs": 6, "learning_rate": 3e-3, "batch": 4, "max_length": 32,
        "device": "cpu", "keep_model": True,
    }  # fmt: skip
    run = trained(tmp_path, "token_classifier", source, settings=settings)
    for path in source.iterdir():
        path.rename(path.with_suffix(".away"))  # a kept model asks for no training data
    done = prefill_from_run(store, PrefillRequest("marks", run=run), tmp_path, NOW)
    first = suggested(store, campaign.id)
    assert (done.saved, done.as_run) == (True, True)
    assert ("disorder", "cancer du poumon") in first["a"]

    for path in source.iterdir():
        path.rename(path.with_suffix(".conll"))
    model = runs_folder(tmp_path) / run / "models" / "0" / "model"
    model.rename(tmp_path / "aside")
    again = prefill_from_run(store, PrefillRequest("marks", run=run), tmp_path, NOW)
    assert (again.saved, again.as_run, again.signature) == (False, True, done.signature)
    assert suggested(store, campaign.id) == first

    other = trained(tmp_path, "token_classifier", source, settings={**settings, "epochs": 1})
    (runs_folder(tmp_path) / other / "models" / "0" / "model").rename(model)
    with pytest.raises(AloiError, match=r"The model of the run .* has the checksum"):
        prefill_from_run(store, PrefillRequest("marks", run=run), tmp_path, NOW)
