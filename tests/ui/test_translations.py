"""What layers below say in English: the French interface has it in French, whatever is filled in."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from aloi import agreement, evaluation
from aloi.agreement.compute import compute
from aloi.agreement.diagnosis.prevalence import prevalence
from aloi.agreement.difference import agreement_difference
from aloi.agreement.intervals.interval_warnings import caution
from aloi.agreement.ratings import Ratings
from aloi.annotation.tasks import TASKS
from aloi.evaluation.curve import CurvePoint, Gain, _no_fit, _sentence
from aloi.evaluation.metrics import METRICS
from aloi.evaluation.metrics.correlation import spearman
from aloi.evaluation.resampling import Units
from aloi.studies.neighbours.parameters import Contexts, Counting, Side, Unit, Weighting
from aloi.ui import language
from aloi.ui.numbers import NARROW, NO_BREAK, day, moment
from aloi.ui.pages.comparison import view
from aloi.ui.shared.runs import metric_name
from aloi.ui.texts import translated
from aloi.workbench.agreement.full_report import crosscheck


@pytest.fixture(autouse=True)
def in_french():
    with language.of_request("fr"):
        yield


def rated(level: str, *rows: tuple[int, int, int]) -> Ratings:
    """Return units of two annotators: so many times the first one's answer, and the second one's."""
    answers = [[first, second] for times, first, second in rows for _ in range(times)]
    units = [f"u{at:03}" for at in range(len(answers))]
    return Ratings.from_table(units, ["a", "b"], answers, level, range(6))


@pytest.mark.parametrize(
    ("level", "ci", "rows"),
    [
        ("nominal", "analytic", [(78, 0, 0), (19, 1, 1), (3, 0, 1)]),
        ("nominal", "analytic", [(22, 0, 0), (2, 1, 1), (1, 0, 1)]),
        ("nominal", "bootstrap", [(22, 0, 0), (2, 1, 1), (1, 0, 1)]),
        ("nominal", "analytic", [(20, 0, 0), (5, 1, 1)]),
        ("nominal", "score", [(100, 0, 0), (2, 1, 1), (1, 0, 1)]),
        ("nominal", "score", [(60, 0, 0), (30, 1, 1), (1, 0, 1)]),
        ("nominal", "score", [(60, 0, 0), (30, 1, 1), (4, 0, 1)]),
        ("ordinal", "score", [(10, 0, 0), (10, 3, 3), (9, 5, 5), (10, 2, 3), (1, 0, 5)]),
    ],
)
def test_cautions_of_coefficients_are_told_in_french(level: str, ci: str, rows: list):
    data = rated(level, *rows)
    [result] = compute(data, ["krippendorff_alpha"], ci=ci, replicates=200)
    warned = caution(data, result)
    assert warned is not None
    assert translated(warned) != warned


@pytest.mark.parametrize("rows", [[(50, 0, 0), (50, 1, 1), (9, 0, 1)], [(50, 0, 0), (50, 1, 1), (40, 0, 1)]])
def test_cautions_of_differences_are_told_in_french(rows: list):
    data = rated("nominal", *rows)
    few = replace(data, clusters=tuple(f"d{at % 5}" for at in range(len(data.units))))
    warned = [agreement_difference(one, one, "gwet_ac1").caution for one in (data, few)]
    assert (warned[0] is None) == (rows[-1][0] > 9)
    assert warned[1] is not None
    assert [one for one in warned if one and translated(one) == one] == []


def test_what_kappa_and_ac1_say_is_told_in_french_with_french_numbers():
    same = prevalence(rated("nominal", (30, 0, 0), (30, 1, 1), (10, 0, 1)))
    apart = prevalence(rated("nominal", (95, 0, 0), (2, 0, 1), (3, 1, 0)))
    assert translated(same.sentence).startswith("Kappa (0,7")
    assert apart.warning
    assert "kappa n’est que de " in translated(apart.sentence)


@pytest.mark.parametrize("documents", [1, 3])
def test_few_clusters_are_told_in_french(documents: int):
    names = [(f"d{at % documents}",) for at in range(12)]
    units = Units.sharing("pairs", 12, {"document": names})
    told = translated(units.caution or "")
    assert told.startswith(f"Les lignes (12 paires) ne forment que {documents} grappe")
    assert "de même document" in told
    drawn = view.drawn_words(SimpleNamespace(drawn=units.words, design_effect=1.84))
    assert "(grappes de même document)" in drawn
    assert "1,84" in drawn


def test_what_more_rows_would_bring_is_told_in_french():
    gain = Gain(100, 0.0123, 0.0078, 0.0168)
    told = translated(_sentence("spearman", gain, 400, "pairs"))
    assert told.startswith(
        "100 paires de plus que 400 apporteraient +0,0123 ± 0,0045 (corrélation de Spearman"
    )
    assert f"[+0,0078{NARROW};{NO_BREAK}+0,0168]" in told
    told = translated(_sentence("weighted_f1", replace(gain, low=-0.1), 400, "rows"))
    assert "ce peut aussi bien n’être rien" in told
    few = [CurvePoint(size, 0.5, None, None, 1) for size in (100, 200)]
    assert translated(_no_fit(few) or "") == "2 taille(s) d’entraînement ont été essayées, il en faut 3"


def _reasons() -> set[str]:
    """Return what the modules that measure say where a number is undefined, as far as these are constants."""
    found = set()
    for package in (agreement, evaluation):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, value in vars(importlib.import_module(info.name)).items():
                if name.isupper() and isinstance(value, str) and re.fullmatch(r"[a-z].* .*", value):
                    found.add(value)
    return found


def test_why_a_number_is_undefined_is_told_in_french():
    constant = spearman(np.ones(3), np.arange(3.0)).reason
    single = spearman(np.ones(1), np.ones(1)).reason
    reasons = {constant, single, *_reasons()}
    assert len(reasons) > 20
    assert {one for one in reasons if translated(one) == one} == set()


def test_why_alpha_was_not_recomputed_is_told_in_french(monkeypatch: pytest.MonkeyPatch):
    sets = Ratings.from_table(["1", "2"], ["a", "b"], [[frozenset("x")] * 2, [frozenset("y")] * 2], "nominal")
    few = rated("nominal", (3, 0, 0), (3, 1, 1))
    reasons = [crosscheck.crosschecked(sets, []).reason]
    monkeypatch.setattr(crosscheck, "_MOST_CELLS", 1)
    reasons.append(crosscheck.crosschecked(few, []).reason)
    assert None not in reasons
    assert [one for one in reasons if translated(one or "") == one] == []


ROOT = Path(__file__).parents[2]


def test_the_views_of_answers_are_told_in_french():
    titles = {
        view.title
        for one in TASKS
        for preset in one.presets("fr").values()
        for view in one.views(one.check_settings(preset))
        if one.name != "similarity"  # their scales are called as a campaign calls them
    }
    assert len(titles) > 10
    assert {one for one in titles if translated(one) == one} <= {"Concept"}
    scale = next(one for one in TASKS if one.name == "similarity")
    view = scale.views(scale.check_settings(next(iter(scale.presets("fr").values()))))[1]
    assert translated(view.title) == f"{view.subject}, intervalle"


def _stages() -> set[str]:
    """Return what tasks of the worker say in English that they are at, blanks filled with a word."""
    found = set()
    for folder in ("workbench", "modeling", "studies"):
        for path in (ROOT / "aloi" / folder).glob("**/*.py"):
            for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(call, ast.Call) or len(call.args) < 3 or "demo" in path.parts:
                    continue
                name = (
                    call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
                )
                said = call.args[-1]
                if name not in {"progress", "go_on"}:
                    continue
                if isinstance(said, ast.Constant) and said.value:
                    found.add(str(said.value))
                elif isinstance(said, ast.JoinedStr):
                    parts = [one.value if isinstance(one, ast.Constant) else "x" for one in said.values]
                    found.add("".join(map(str, parts)))
    return found


def test_what_a_task_is_at_is_told_by_terms():
    assert _stages() == {"x, x"}  # the names of a tokenizer and of its texts


def test_what_was_counted_for_neighbours_is_told_in_french():
    every = [
        Counting(contexts=contexts, side=side, weighting=weighting, unit=unit).title
        for contexts in Contexts
        for side in Side
        for weighting in Weighting
        for unit in Unit
    ]
    english = {"words", "side", "before", "after", "met", "linear", "harmonic", "lemmas", "forms"}
    assert not {one for one in every if english & set(re.findall(r"\w+", translated(one)))}
    assert translated(Counting().title) == "5 mots de chaque côté, lemmes, vus au moins 5 fois"


def test_what_no_translation_is_known_for_stays_as_it_is():
    assert translated("somebody's own words, with 0.5 in them") == "somebody's own words, with 0.5 in them"


def test_each_metric_has_one_english_title_in_code_and_on_pages() -> None:
    with language.of_request("en"):
        titles = {one.name: metric_name(one.name) for one in METRICS}
    assert titles == {one.name: one.title.partition(" (")[0] for one in METRICS}
    names = ("weighted_f1", "macro_f1", "micro_f1", "token_accuracy")
    assert [titles[name] for name in names] == ["Weighted F1", "Macro-F1", "Micro-F1", "Token accuracy"]


def test_each_metric_has_a_french_name_unless_it_is_called_so_everywhere():
    alike = {one.name for one in METRICS if metric_name(one.name) == one.title.partition(" (")[0]}
    assert alike == {"macro_f1", "micro_f1", "edrm", "rmse", "mae", "sari", "bleu", "lix", "best", "oot"}


def test_days_are_written_as_readers_write_them():
    at = datetime(2026, 11, 23, 14, 5, tzinfo=UTC)
    assert (day(date(2026, 11, 23)), moment(at)) == ("23/11/2026", "23/11/2026 14:05")
    with language.of_request("en"):
        assert moment(at) == "2026-11-23 14:05"
