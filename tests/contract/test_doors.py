"""One number through every door: the same answers have the same value, interval and p wherever scored.

Two systems answer a test of each kind of row. A run, `aloi score`, `aloi compare`, the benchmark suite and
the linking verbs must say the same of them, to the last digit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from aloi.annotation.tag_schemes import Scheme
from aloi.base.requests import fields_of
from aloi.evaluation.comparison.compare import compare
from aloi.evaluation.metrics import metrics_of
from aloi.evaluation.metrics.acc_at_k import hit_rank
from aloi.evaluation.reports.linking import compare_ranks, score_ranks
from aloi.evaluation.rows import Answer, EvaluationSet
from aloi.evaluation.scores import TestScore, score_set
from aloi.gold.formats.offsets import OffsetUnit
from aloi.modeling.runs.finished_run import StoredRun, read_stored
from aloi.studies.drbenchmark.core.measurements import measured_metric
from aloi.studies.drbenchmark.core.protocols import protocol
from aloi.terminal.main import aloi
from aloi.workbench.models.comparison import compare_runs
from aloi.workbench.requests.imports import ImportRequest
from aloi.workbench.requests.models.evaluation import CompareRequest
from tests.workbench.run_folders import KINDS, write_run_folder

RUNS = ("good", "poor")


@pytest.fixture
def systems(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[StoredRun]:
    """Return two stored runs of a kind of row, in the data folder of the environment."""
    monkeypatch.setenv("ALOI_DATA", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "runs"
    return [
        read_stored(folder / write_run_folder(folder, recipe=name, noise=noise, kind=request.param))
        for name, noise in zip(RUNS, (1.0, 2.0), strict=True)
    ]


def told(*arguments: object) -> Any:
    """Return the document that a command prints."""
    found = CliRunner().invoke(aloi, [*map(str, arguments), "--json"], catch_exceptions=False)
    assert found.exit_code == 0, found.stderr
    return json.loads(found.stdout)


def gold_of(run: StoredRun) -> EvaluationSet:
    return next(iter(run.tests.values()))


def answers_of(run: StoredRun) -> Sequence[Answer]:
    [seed] = run.answers[gold_of(run).label]
    return seed


def numbers(one: TestScore) -> tuple[float | None, float | None, float | None]:
    return one.value, one.low, one.high


def commands(gold: EvaluationSet, given: Sequence[Answer]) -> dict[str, tuple[float, float, float]]:
    """Return metric -> value and interval, as the command `aloi score` of the kind of row prints them."""
    match gold.kind:
        case "ScoredPair":
            for name, side in (("gold", gold.gold), ("given", given)):
                rows = [f"{row}\t{score!r}" for row, score in zip(gold.ids, side, strict=True)]
                Path(f"{name}.tsv").write_text("id\tscore\n" + "\n".join(rows) + "\n", encoding="utf-8")
            found = told("score", "sts", "gold.tsv", "given.tsv", "--scale", f"{gold.low},{gold.high}")
            return {name: (found[name], *found["ci"][name]) for name in ("spearman", "pearson", "edrm")}
        case "LabelledText" | "MultipleChoice":
            for name, side in (("gold", gold.gold), ("given", given)):
                rows = [f"{row}\t{'|'.join(map(str, one))}" for row, one in zip(gold.ids, side, strict=True)]
                Path(f"{name}.tsv").write_text("id\tlabels\n" + "\n".join(rows) + "\n", encoding="utf-8")
            command = "labels" if gold.kind == "LabelledText" else "choices"
            found = told("score", command, "gold.tsv", "given.tsv")
            return {name: (found[name], *ends) for name, ends in found["ci"].items()}
        case "TaggedTokens":
            for name, side in (("gold", gold.gold), ("given", given)):
                blocks = ["\n".join(f"mot{at}\t{tag}" for at, tag in enumerate(tags)) for tags in side]
                lines = [
                    f"# document = {document}\n{block}\n"
                    for document, block in zip(gold.documents, blocks, strict=True)
                ]
                Path(f"{name}.conll").write_text("\n".join(lines) + "\n", encoding="utf-8")
            found = told("score", "tags", "gold.conll", "given.conll", "--unit", "document")
            return {
                "seqeval_f1": (found["lenient"]["f1"], *found["lenient"]["ci"]["f1"]),
                "seqeval_strict_f1": (found["strict"]["f1"], *found["strict"]["ci"]["f1"]),
            }
        case "LinkedMention":
            ranks = [hit_rank(*row) for row in zip(gold.gold, given, strict=True)]
            return {
                one.metric: (one.value, one.interval.low, one.interval.high)
                for one in score_ranks(ranks, (1, 5), 20)
            }
    raise AssertionError(gold.kind)


@pytest.mark.parametrize("systems", KINDS, indirect=True)
def test_a_score_is_the_same_through_every_door(systems: list[StoredRun]) -> None:
    for run in systems:
        gold, given = gold_of(run), answers_of(run)
        scores = {one.metric: numbers(one) for one in score_set(gold, [given], [0])}
        assert set(scores) == {one.name for one in metrics_of(gold.kind)}
        by_command = commands(gold, given)
        assert by_command
        assert by_command == {name: scores[name] for name in by_command}
        for name, wanted in scores.items():
            compared = compare_runs(
                run.folder.parent, CompareRequest(tuple([one.run.id for one in systems]), metric=name)
            )
            [shown] = [one for one in compared.tests[0].family.scores if one.name == run.run.id]
            assert shown.interval is not None
            assert (shown.value, shown.interval.low, shown.interval.high) == wanted


@pytest.mark.parametrize("systems", KINDS, indirect=True)
def test_p_is_the_same_through_every_door(systems: list[StoredRun]) -> None:
    gold = gold_of(systems[0])
    names = [one.run.id for one in systems]
    answers = {one.run.id: [answers_of(one)] for one in systems}
    how = protocol("aloi")
    for one in metrics_of(gold.kind):
        direct = compare(gold, answers, metric_name=one.name).between(*names)
        [stored] = compare_runs(systems[0].folder.parent, CompareRequest(tuple(names), metric=one.name)).tests
        assert stored.family.between(*names) == direct
        if one.name == "edrm":
            continue  # the suite brings answers to the ends of the scale first
        suite = measured_metric(one.name, gold, answers, how, 1000)
        [(pair, paired)] = suite.paired.items()
        paired = paired if list(pair) == names else paired.turned()
        assert (paired.difference, paired.interval, paired.p) == (
            direct.difference,
            direct.interval,
            direct.p,
        )
    if gold.kind == "LinkedMention":
        ranks = {
            name: [hit_rank(*row) for row in zip(gold.gold, rows[0], strict=True)]
            for name, rows in answers.items()
        }
        for name, family in compare_ranks(ranks, (1, 5)).items():
            assert family.between(*names) == compare(gold, answers, metric_name=name).between(*names)


def test_substitutes_are_tested_as_everything_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = [f"mot{at:02}" for at in range(30)]
    files = {
        "gold": [f"{word}.n {100 + at} :: juste 3;autre 1;" for at, word in enumerate(words)],
        "good": [f"{word}.n {100 + at} :: {'juste' if at % 5 else 'autre'}" for at, word in enumerate(words)],
        "poor": [f"{word}.n {100 + at} :: {'juste' if at % 2 else 'faux'}" for at, word in enumerate(words)],
    }
    for name, lines in files.items():
        Path(f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = told("score", "lexsub", "gold.txt", "good.txt", "poor.txt")
    best = {"good": [0.75 if at % 5 else 0.25 for at in range(30)]}
    best["poor"] = [0.75 if at % 2 else 0.0 for at in range(30)]
    # The same credits, as the mean of scores: the error of 0 against the gold 0, which is the credit itself.
    ids = tuple(f"i{at:02}" for at in range(30))
    gold = EvaluationSet("t", "", "ScoredPair", ids, ("",) * 30, (0.0,) * 30, 0.0, 1.0)
    wanted = compare(gold, {name: [rows] for name, rows in best.items()}, metric_name="mae")
    shown = next(one for one in found["differences"] if one["metric"] == "best")
    direct = wanted.between("good", "poor")
    assert direct.interval is not None
    assert shown["value"] == pytest.approx(direct.difference, abs=1e-12)
    assert shown["ci"] == pytest.approx([direct.interval.low, direct.interval.high], abs=1e-12)
    assert shown["p"] == direct.p
    assert shown["p_holm"] == direct.p_holm


def test_options_list_the_values_that_readers_take() -> None:
    """The terminal names them without loading the readers."""
    assert set(fields_of(ImportRequest)["offsets"].literals) == {unit.value for unit in OffsetUnit}
    named = re.findall(r"\b[A-Z]{2,}[0-9]?\b", fields_of(ImportRequest)["scheme"].option.help)
    assert set(named) == {scheme.value for scheme in Scheme}
