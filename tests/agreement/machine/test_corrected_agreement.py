"""Corrected coefficients: values by hand, of the coefficients themselves, by bootstrap; their coverage."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

import aloi
from aloi.agreement.compute import compute
from aloi.agreement.machine.corrected import SHARE, CorrectedEstimate, corrected_mean
from aloi.agreement.machine.corrected_agreement import agreement_terms
from aloi.agreement.ratings import Ratings
from aloi.terminal.main import aloi as command
from tests.simulations import Record, tell_held

HUMAN, UNITS = 100, 1300
NAMES = ["A1", "A2", "X1"]


def drawn(
    seed: int, inside: int = 0, units: int = UNITS, *, copied: float = 0.7
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.intp]]:
    """Return answers of two people and a machine that often errs like the second, and the documents.

    Documents differ in how hard they are.
    """
    generator = np.random.default_rng(seed)
    documents = np.arange(units) if not inside else generator.permutation(units) % inside
    easy = np.full(units, 0.75) if not inside else generator.beta(9, 3, inside)[documents]
    truth = generator.choice(3, units, p=[0.5, 0.3, 0.2])
    people = np.where(generator.random((2, units)) < easy, truth, generator.integers(0, 3, (2, units)))
    machine = np.where(
        generator.random(units) < copied,
        people[1],
        np.where(generator.random(units) < easy, truth, generator.integers(0, 3, units)),
    )
    return np.column_stack([*people, machine]), np.arange(units) < HUMAN, documents.astype(np.intp)


def rated(answers: NDArray[np.int64], answered: NDArray[np.bool_], level: str = "nominal") -> Ratings:
    """Return a table of two people, of whom the second answered few units, and a machine."""
    codes = answers.astype(np.int32)
    codes[~answered, 1] = -1
    return Ratings([f"u{at:05}" for at in range(len(codes))], NAMES, codes, (0, 1, 2), level)


def estimated(
    ratings: Ratings, measure: str, documents: NDArray[np.intp] | None = None, **options: float
) -> CorrectedEstimate:
    """Return the corrected agreement of A1 and A2."""
    terms = agreement_terms(ratings, "A1", "X1", measure)
    clusters = None if documents is None else documents[:, None]
    return corrected_mean(
        terms.human, terms.machine, clusters=clusters, scale=terms.scale, reason=terms.reason, **options
    )


def coefficient(ratings: Ratings, names: list[str], measure: str) -> float:
    """Return a coefficient of two annotators."""
    [result] = compute(ratings.subset_annotators(names), [measure], ci="none")
    assert result.value is not None
    return result.value


def test_contributions_by_hand() -> None:
    # Kappa of ten units: 3 both a, 5 both b, 1 ab, 1 ba. pa = 0.8, pe = 0.4 * 0.4 + 0.6 * 0.6 = 0.52.
    pairs = [(0, 0)] * 3 + [(1, 1)] * 5 + [(0, 1), (1, 0)]
    codes = np.array([(*pair, pair[1]) for pair in pairs], dtype=np.int32)
    ratings = Ratings([f"u{at}" for at in range(10)], NAMES, codes, ("a", "b"), "nominal")
    terms = agreement_terms(ratings, "A1", "X1", "cohen_kappa")
    kappa = (0.8 - 0.52) / 0.48
    by_hand = {
        (0, 0): 1 - 0.8 * (1 - kappa),
        (1, 1): 1 - 1.2 * (1 - kappa),
        (0, 1): kappa - 1,
        (1, 0): kappa - 1,
    }
    # Fleiss, Cohen and Everitt (1969): (agreeing - (row + column share) (1 - kappa)) / (1 - pe).
    influences = np.array([by_hand[pair] / 0.48 for pair in pairs])
    expected = kappa + influences - influences.mean()
    assert terms.human == pytest.approx(expected, abs=1e-5)
    assert terms.machine == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("measure", ["cohen_kappa", "krippendorff_alpha", "gwet_ac1", "lin_ccc"])
def test_estimates_are_those_of_the_coefficients(measure: str) -> None:
    answers, answered, _ = drawn(3)
    level = "interval" if measure == "lin_ccc" else "nominal"
    ratings = rated(answers, answered, level)
    people, rest = ratings.subset_units(answered), ratings.subset_units(~answered)
    [alone] = compute(people.subset_annotators(NAMES[:2]), [measure])
    result = estimated(ratings, measure, weight=0.6)
    assert result.alone == pytest.approx(alone.value, abs=1e-9)
    assert alone.interval is not None
    assert result.alone_interval is not None
    assert result.alone_interval.low == pytest.approx(alone.interval.low, abs=0.003)
    assert result.alone_interval.high == pytest.approx(alone.interval.high, abs=0.003)
    by_machine = [coefficient(part, ["A1", "X1"], measure) for part in (people, rest)]
    # The coefficient of few units is not quite the mean of contributions at that of all.
    assert result.estimate == pytest.approx(alone.value + 0.6 * (by_machine[1] - by_machine[0]), abs=0.003)


def test_percent_agreement_is_the_accuracy() -> None:
    answers, answered, documents = drawn(4, inside=200)
    human = np.where(answered, answers[:, 0] == answers[:, 1], np.nan)
    machine = (answers[:, 0] == answers[:, 2]).astype(np.float64)
    accuracy = corrected_mean(human, machine, clusters=documents[:, None], scale=SHARE)
    result = estimated(rated(answers, answered), "percent_agreement", documents)
    assert result.estimate == pytest.approx(accuracy.estimate, abs=1e-6)
    assert result.weight == pytest.approx(accuracy.weight, abs=1e-5)
    assert result.effective_people == pytest.approx(accuracy.effective_people, abs=1e-3)


@pytest.mark.parametrize("inside", [0, 60])
def test_standard_errors_are_those_of_a_bootstrap(inside: int) -> None:
    answers, answered, documents = drawn(5, inside, units=500)
    generator = np.random.default_rng(1)
    clusters = documents if inside else None
    result = estimated(rated(answers, answered), "cohen_kappa", clusters)
    values = []
    for _ in range(60):
        rows = (
            np.concatenate([np.flatnonzero(documents == at) for at in generator.integers(0, inside, inside)])
            if inside
            else np.concatenate(
                [generator.choice(np.flatnonzero(side), side.sum()) for side in (answered, ~answered)]
            )
        )
        values.append(estimated(rated(answers[rows], answered[rows]), "cohen_kappa").estimate)
    assert result.interval is not None
    half_width = (result.interval.high - result.interval.low) / 2
    assert half_width == pytest.approx(1.96 * np.std(values, ddof=1), rel=0.3)


def test_strata_count_by_their_size() -> None:
    generator = np.random.default_rng(6)
    answers, _, _ = drawn(6, units=4000)
    hard = np.arange(4000) < 1000
    answers[hard, 1] = generator.integers(0, 3, 1000)
    answers[hard, 2] = generator.integers(0, 3, 1000)
    # People answered half of the hard units, and a tenth of the others.
    answered = generator.random(4000) < np.where(hard, 0.5, 0.1)
    ratings = rated(answers, answered)
    truth = coefficient(rated(answers, np.ones(4000, dtype=np.bool_)), ["A1", "A2"], "cohen_kappa")
    strata = hard.astype(np.intp)
    terms = agreement_terms(ratings, "A1", "X1", "cohen_kappa", strata=strata)
    result = corrected_mean(terms.human, terms.machine, strata=strata, scale=terms.scale)
    assert result.estimate == pytest.approx(truth, abs=0.05)
    blind = estimated(ratings, "cohen_kappa")
    assert blind.alone is not None
    assert blind.alone < truth - 0.15


def test_several_people_count_as_parts_of_a_unit() -> None:
    answers, answered, _ = drawn(7)
    ratings = rated(answers, answered)
    doubled = Ratings(
        ratings.units,
        [*NAMES, "A3"],
        np.column_stack([ratings.codes, ratings.codes[:, 1]]),
        (0, 1, 2),
        "nominal",
    )
    first, second = (estimated(each, "krippendorff_alpha") for each in (ratings, doubled))
    assert second.estimate == pytest.approx(first.estimate)
    assert second.effective_people == pytest.approx(first.effective_people)


def test_coefficients_without_a_value_have_a_reason() -> None:
    answers, answered, _ = drawn(8)
    assert estimated(rated(answers, answered), "icc_2_1").reason == "not for the nominal level"
    equal = np.zeros_like(answers)
    result = estimated(rated(equal, answered), "cohen_kappa")
    assert (result.estimate, result.people, result.machine) == (None, HUMAN, UNITS - HUMAN)
    assert result.reason is not None


def table() -> pd.DataFrame:
    """Return a table of which A1 and X1 answered all units."""
    answers, answered, documents = drawn(9, inside=200)
    names = np.array(["no", "perhaps", "yes"])
    return pd.DataFrame(
        {
            "unit": [f"u{at:05}" for at in range(UNITS)],
            "document": [f"d{at}" for at in documents],
            "year": [str(2020 + at % 2) for at in range(UNITS)],
            "A1": names[answers[:, 0]],
            "A2": [
                names[value] if seen else None for value, seen in zip(answers[:, 1], answered, strict=True)
            ],
            "X1": names[answers[:, 2]],
        }
    )


def test_command_and_notebook_estimate_agreement(tmp_path: Path) -> None:
    rows = table()
    rows.to_csv(tmp_path / "answers.csv", index=False)
    options = ["--machine", "X1", "--system", "A1", "--measure", "cohen_kappa", "--columns", "A2"]
    options += ["--cluster", "document", "--by", "year"]
    line = ["agreement", "estimate", str(tmp_path / "answers.csv"), *options]
    document = json.loads(CliRunner().invoke(command, [*line, "--json"]).stdout)
    answers, answered, documents = drawn(9, inside=200)
    expected = estimated(rated(answers, answered), "cohen_kappa", documents)
    assert document["name"] == "cohen_kappa of A1"
    assert document["estimate"] == pytest.approx(expected.estimate)
    assert expected.interval is not None
    assert document["ci"] == pytest.approx([expected.interval.low, expected.interval.high])
    [difference] = document["differences"]
    groups = {each["group"]: each["estimate"] for each in document["groups"]}
    assert difference["estimate"] == pytest.approx(groups["2021"] - groups["2020"])
    printed = CliRunner().invoke(command, line).stdout
    assert f"1200 machine answers are worth {document['machine_worth']:.0f} human ones." in printed
    noted = aloi.agreement.estimate(
        rows, machine="X1", system="A1", measure="cohen_kappa", columns=["A2"], cluster=["document"]
    )
    assert noted.estimate.estimate == document["estimate"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--measure", "cohen_kappa"], "--system"),
        (["--measure", "kappa", "--system", "A1"], "kappa"),
        (["--measure", "cohen_kappa", "--system", "A1", "--weights", "linear"], "order"),
    ],
)
def test_agreement_of_nothing_is_refused(options: list[str], reason: str, tmp_path: Path) -> None:
    table().to_csv(tmp_path / "answers.csv", index=False)
    line = ["agreement", "estimate", str(tmp_path / "answers.csv"), "--machine", "X1", "--columns", "A2"]
    answer = CliRunner().invoke(command, [*line, *options])
    assert answer.exit_code == 2
    assert reason in answer.stderr


@pytest.mark.slow
@pytest.mark.parametrize("inside", [0, 200, 60])
@pytest.mark.parametrize("measure", ["cohen_kappa", "krippendorff_alpha", "gwet_ac1", "lin_ccc"])
def test_intervals_hold(measure: str, inside: int, record_property: Record) -> None:
    many, covered, widths = 1000, [], []
    level = "interval" if measure == "lin_ccc" else "nominal"
    answers, _, _ = drawn(10**6, inside * 4000, units=400_000 if not inside else 800_000)
    truth = coefficient(rated(answers, np.ones(len(answers), dtype=np.bool_), level), NAMES[:2], measure)
    for seed in range(many):
        answers, answered, documents = drawn(seed, inside)
        result = estimated(rated(answers, answered, level), measure, documents if inside else None)
        assert result.interval is not None
        assert result.alone_interval is not None
        covered.append(result.interval.low <= truth <= result.interval.high)
        alone = result.alone_interval.high - result.alone_interval.low
        widths.append((result.interval.high - result.interval.low) / alone)
    documents_named = f", {inside} documents" if inside else ""
    design = f"{HUMAN} human, {UNITS - HUMAN} machine answers{documents_named}"
    interval = f"corrected {measure}, {np.median(widths):.2f} times the width of people alone"
    tell_held(record_property, design, interval, float(np.mean(covered)), many)
    # Of independent items on a scale, the intervals of agreement add half an item with a random rating.
    most = 0.985 if measure == "lin_ccc" and not inside else 0.97
    assert 0.93 <= np.mean(covered) <= most
