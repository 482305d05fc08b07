"""Trained runs as machines: their predictions are those of `aloi predict`, as the question takes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.annotation.rows import ScoredPair
from aloi.base.errors import AloiError
from aloi.corpora.readers import read_table, write_table
from aloi.storage.store import Store
from aloi.workbench.machines.answering import answer_round, estimate
from aloi.workbench.machines.registry import add_machine
from aloi.workbench.models.prediction import predict
from aloi.workbench.requests.machines import AddMachineRequest, AnswerMachineRequest
from aloi.workbench.requests.models.evaluation import PredictRequest
from tests.modeling.recipes.cases import ROWS
from tests.workbench.machines.rounds import NOW, annotated
from tests.workbench.models.test_exporting import trained


def test_a_run_answers_as_it_predicts(store: Store, tmp_path: Path) -> None:
    data = tmp_path / "data"
    run = trained(data, "levenshtein", ROWS[ScoredPair]).run
    annotated(store, tmp_path, count=12)
    its = add_machine(store, AddMachineRequest("run", run=run.id[:12]), data, NOW)
    assert (its.identity.model, its.identity.kind) == (run.id, "run")
    request = AnswerMachineRequest("Pairs", 1, "run")
    assert estimate(store, request).requests == 0
    done = answer_round(store, request, data, NOW)
    assert (done.answered, done.skipped) == (12, {})

    (round_,) = store.campaigns.rounds(store.campaigns.get("Pairs").id)
    lines = [
        {"id": item.id, "left": item.texts[0], "right": item.texts[1]}
        for item in store.texts.items(round_.item_ids)
    ]
    write_table(tmp_path / "rows.tsv", ("id", "left", "right"), lines)
    predict(store, PredictRequest(run.id, tmp_path / "rows.tsv"), data, tmp_path / "out.tsv")
    predicted = {row.text("id"): float(row.text("score")) for row in read_table(tmp_path / "out.tsv").rows}
    for answer in store.machines.answers(round_.id):
        (degree,) = answer.value.values()
        assert degree == round(predicted[answer.item_id])
    assert answer_round(store, request, data, NOW).already_answered == 12


def test_an_unknown_run_is_no_machine(store: Store, tmp_path: Path) -> None:
    with pytest.raises(AloiError):
        add_machine(store, AddMachineRequest("run", run="none"), tmp_path, NOW)
