"""Credits of substitutes by both sets of rules, against the reference values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from aloi.evaluation.metrics.lexsub import (
    Scorer,
    ceiling,
    counts_in_semeval2007,
    mode_of,
    semdis_credit,
    semeval2007_credit,
)
from aloi.evaluation.reports.lexsub import SystemSubstitutes, score_lexsub
from aloi.gold.formats.substitutes.lexsub_files import GoldLine

THIN = {"étroit": 5, "fin": 4, "petit": 2}


def test_the_example_of_the_paper() -> None:
    assert semdis_credit(THIN, ["étroit"]).best == pytest.approx(5 / 11)
    assert semdis_credit(THIN, ["petit"]).best == pytest.approx(2 / 11)
    assert semdis_credit(THIN, ["fin", "petit", "épais"]).oot == pytest.approx(6 / 11)
    assert semdis_credit(THIN, ["fin", "fin", "fin"]).oot == pytest.approx(4 / 11)
    assert semdis_credit(THIN, ["x"] + [str(one) for one in range(9)] + ["fin"]).oot == 0  # the eleventh
    assert not semdis_credit(THIN, []).answered
    assert ceiling(THIN) == pytest.approx(5 / 11)
    assert mode_of(THIN) == "étroit"
    assert mode_of({"a": 2, "b": 2}) is None
    assert ceiling({}) is None


def test_proper_names_count_nothing_but_words_with_these_letters_do() -> None:
    credit = semeval2007_credit({"Paris pn": 5, "hypnose": 2, "sommeil": 1}, ["sommeil"], ["sommeil"])
    assert credit.best == pytest.approx(1 / 3)
    assert credit.mode == "hypnose"
    assert not counts_in_semeval2007({"Paris pn": 5, "ville": 1})


@pytest.mark.parametrize(
    ("answer", "written"), [("non violent", "nonviolent"), ("well-lit", "well lit"), ("l'eau", "leau")]
)
def test_answers_are_compared_as_the_script_does(answer: str, written: str) -> None:
    assert semeval2007_credit({written: 2, "x": 1}, [answer], []).best == pytest.approx(2 / 3)


def test_an_item_without_answer_counts_zero_and_coverage_tells(tmp_path: Path) -> None:
    gold = {
        "1": GoldLine("mince", "a", "1", THIN),
        "2": GoldLine("mince", "a", "2", {"fin": 1}),
        "3": GoldLine("don", "n", "3", {"cadeau": 2}),
    }
    found = score_lexsub(
        gold, {"1": SystemSubstitutes(("étroit",), ("étroit",))}, Scorer.SEMDIS, replicates=200
    )
    assert found.scores[0].value == pytest.approx(5 / 33)
    assert (found.items, found.answered) == (3, 1)
    assert found.by_pos["a"]["best"] == pytest.approx(5 / 22)
    assert found.by_pos["n"] == {"items": 1, "best": 0, "oot": 0}
    document = found.to_json()
    assert document["coverage"] == pytest.approx(1 / 3)
    interval = found.scores[0].interval
    assert interval is not None
    assert 0 <= interval.low < 5 / 33 < interval.high
    with pytest.raises(AloiError, match="9"):
        score_lexsub(gold, {"9": SystemSubstitutes(("x",), ())}, Scorer.SEMDIS)
    with pytest.raises(
        AloiError, match="The gold contains no item with the substitutes that semeval2007 needs"
    ):
        score_lexsub({"2": gold["2"]}, {}, Scorer.SEMEVAL2007)


@pytest.mark.shared
def test_every_run_of_the_reference_scorer(shared: Path) -> None:
    block = json.loads((shared / "reference/metrics.json").read_text(encoding="utf-8"))["lexsub_scorer"]
    gold = {}
    for line in block["gold"]:
        head, _, rest = line.partition(" :: ")
        word, one = head.rsplit(" ", 1)
        lemma, pos = word.rsplit(".", 1)
        counts = {part.rsplit(" ", 1)[0]: int(part.rsplit(" ", 1)[1]) for part in rest.split(";") if part}
        gold[one] = GoldLine(lemma, pos, one, counts)
    checked = 0
    for name, run in block["runs"].items():
        answers = {}
        for line in run["answers"]:
            head, _, rest = line.replace(":::", "::").partition("::")
            words = tuple(part.strip() for part in rest.split(";") if part.strip())
            answers[head.split()[-1]] = SystemSubstitutes(words, words)
        found = score_lexsub(gold, answers, Scorer.SEMEVAL2007, replicates=0)
        values = {one.metric: one.value for one in found.scores}
        assert (found.items, found.answered) == (run["total"], run["attempted"])
        for part in ("precision", "recall", "mode_precision", "mode_recall"):
            # The published script credits a blank line with the mode of the line before: we do not.
            if name == "best-blank-after-answer" and part == "mode_precision":
                assert values["best_mode_precision"] == 1
                continue
            value = values[f"{run['type']}_{part}"]
            assert value is not None
            assert round(100 * value + 1e-9, 2) == run[part], (name, part)
            checked += 1
    assert checked == 19
