"""Corrected estimates: values of ppi-python, computations by hand, coverage in simulations."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import aloi
from aloi.agreement.machine.corrected import SHARE, corrected_mean
from aloi.base.arrays import Floats
from aloi.terminal.main import aloi as command
from tests.simulations import Record, tell_held

HUMAN, UNITS = 100, 1300
# Point estimate and interval of ppi-python 0.2.3 (ppi_mean_ci, alpha .05), for weights of None, 0.5 and 1.
PUBLISHED = {
    None: (0.30569877, 0.23992519, 0.37147236),
    0.5: (0.30458333, 0.23763683, 0.37152984),
    1.0: (0.30916667, 0.23410222, 0.38423111),
}


def labels(seed: int, right: float = 0.85, inside: int = 0) -> tuple[Floats, Floats, Floats]:
    """Return answers of people to the first hundred units, of a machine to all, and their documents."""
    generator = np.random.default_rng(seed)
    documents = np.arange(UNITS) if not inside else generator.permutation(UNITS) % inside
    share = np.full(UNITS, 0.3) if not inside else generator.beta(1.8, 4.2, inside)[documents]
    truth = (generator.random(UNITS) < share).astype(np.float64)
    machine = np.where(generator.random(UNITS) < right, truth, 1 - truth)
    human = truth.copy()
    human[HUMAN:] = np.nan
    return human, machine, documents


@pytest.mark.parametrize("weight", list(PUBLISHED))
def test_estimates_equal_those_of_ppi_python(weight: float | None) -> None:
    human, machine, _ = labels(1)
    result = corrected_mean(human, machine, weight=weight)
    value, low, high = PUBLISHED[weight]
    assert result.estimate == pytest.approx(value, abs=1e-8)
    assert result.interval is not None
    # Ours has the t of Welch's degrees of freedom and unbiased variances: slightly wider.
    assert result.interval.low == pytest.approx(low, abs=0.0015)
    assert result.interval.high == pytest.approx(high, abs=0.0015)
    assert result.interval.high - result.interval.low > high - low


def test_a_machine_without_information_changes_nothing() -> None:
    human, machine, _ = labels(2)
    noise = np.random.default_rng(9).permutation(machine)
    useless = corrected_mean(human, np.ones_like(machine))
    assert (useless.weight, useless.estimate) == (0.0, useless.alone)
    assert useless.effective_people == pytest.approx(HUMAN)
    random = corrected_mean(human, noise)
    assert random.effective_people is not None
    assert random.effective_people < 1.1 * HUMAN
    perfect = corrected_mean(human, np.where(np.isnan(human), machine, human), weight=1.0)
    assert perfect.estimate == pytest.approx(machine[HUMAN:].mean())


def test_strata_count_by_their_size() -> None:
    human, machine, _ = labels(3)
    strata = (np.arange(UNITS) >= 50).astype(np.intp)  # all of the first stratum but two have people
    human[48:50] = np.nan
    parts = [corrected_mean(human[strata == at], machine[strata == at]) for at in (0, 1)]
    together = corrected_mean(human, machine, strata=strata)
    assert together.estimate == pytest.approx((50 * parts[0].estimate + 1250 * parts[1].estimate) / 1300)


def test_too_few_answers_have_a_reason() -> None:
    human, machine, _ = labels(4)
    few = corrected_mean(np.where(np.arange(UNITS) < 19, human, np.nan), machine)
    assert few.estimate is None
    assert few.reason == "people answered 19 units of the machine, 20 needed"
    full = corrected_mean(human[:HUMAN], machine[:HUMAN])
    assert full.reason == "the machine answered no unit beyond those of people"


def test_rare_labels_have_possible_intervals() -> None:
    human, machine, _ = labels(6)
    none = corrected_mean(np.where(np.isnan(human), human, 0.0), machine, scale=SHARE)
    assert none.estimate == 0.0
    assert none.interval is not None
    # No positive answer of a hundred: 0 to 3.8 % (Wilson with t), never 0 to 0.
    assert (none.interval.low, none.interval.high) == pytest.approx((0.0, 0.0379), abs=1e-4)
    covered, widths = [], []
    for seed in range(300):
        generator = np.random.default_rng(seed)
        truth = (generator.random(UNITS) < 0.03).astype(np.float64)
        machine = (generator.random(UNITS) < np.where(truth == 1, 0.9, 0.006)).astype(np.float64)
        result = corrected_mean(np.where(np.arange(UNITS) < HUMAN, truth, np.nan), machine, scale=SHARE)
        assert result.interval is not None
        covered.append(result.interval.low <= 0.03 <= result.interval.high)
        widths.append(result.interval.high - result.interval.low)
    assert np.mean(covered) > 0.92
    assert max(widths) < 0.1


def table() -> pd.DataFrame:
    human, machine, documents = labels(5, inside=200)
    names = np.array(["no", "yes"])
    return pd.DataFrame(
        {
            "unit": [f"u{at}" for at in range(UNITS)],
            "document": [f"d{int(at)}" for at in documents],
            "year": [str(2020 + at % 2) for at in range(UNITS)],
            "A1": [None if np.isnan(value) else names[int(value)] for value in human],
            "X1": names[machine.astype(int)],
            "system": names[machine.astype(int)],
        }
    )


def test_command_and_notebook_estimate_the_same(tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    rows = table()
    rows.to_csv(path, index=False)
    human, machine, documents = labels(5, inside=200)
    options = [
        "--machine",
        "X1",
        "--label",
        "yes",
        "--cluster",
        "document",
        "--by",
        "year",
        "--columns",
        "A1",
    ]
    printed = CliRunner().invoke(command, ["agreement", "estimate", str(path), *options, "--json"])
    document = json.loads(printed.stdout)
    expected = corrected_mean(human, machine, clusters=documents.astype(np.intp)[:, None], scale=SHARE)
    assert document["estimate"] == pytest.approx(expected.estimate)
    assert document["ci"] == pytest.approx([expected.interval.low, expected.interval.high])
    assert document["people_alone"]["estimate"] == pytest.approx(np.nanmean(human))
    assert document["effective_people"] > HUMAN
    [difference] = document["differences"]
    groups = {each["group"]: each["estimate"] for each in document["groups"]}
    assert difference["estimate"] == pytest.approx(groups["2021"] - groups["2020"])
    noted = aloi.agreement.estimate(
        rows, machine="X1", label="yes", cluster=["document"], by="year", columns=["A1"]
    )
    assert noted.estimate.estimate == document["estimate"]
    accuracy = aloi.agreement.estimate(rows, machine="X1", system="system", columns=["A1"])
    assert accuracy.estimate.estimate is not None
    assert accuracy.estimate.alone == pytest.approx(np.mean(human[:HUMAN] == machine[:HUMAN]))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ([], "--label"),
        (["--label", "yes", "--mean"], "mean"),
        (["--label", "maybe"], "maybe"),
        (["--mean"], "number"),
    ],
)
def test_requests_that_estimate_nothing_are_refused(options: list[str], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "answers.csv"
    table().to_csv(path, index=False)
    answer = CliRunner().invoke(
        command, ["agreement", "estimate", str(path), "--machine", "X1", "--columns", "A1", *options]
    )
    assert answer.exit_code == 2
    assert reason in answer.stderr


@pytest.mark.slow
@pytest.mark.parametrize("inside", [0, 200, 60])
@pytest.mark.parametrize("right", [0.6, 0.85, 0.97])
def test_intervals_hold(inside: int, right: float, record_property: Record) -> None:
    many, covered, widths = 2000, [], []
    for seed in range(many):
        human, machine, documents = labels(seed, right, inside)
        clusters = documents.astype(np.intp)[:, None] if inside else None
        result = corrected_mean(human, machine, clusters=clusters, scale=SHARE)
        assert result.interval is not None
        assert result.alone_interval is not None
        covered.append(result.interval.low <= 0.3 <= result.interval.high)
        alone = result.alone_interval.high - result.alone_interval.low
        widths.append((result.interval.high - result.interval.low) / alone)
    documents_named = f", {inside} documents" if inside else ""
    design = f"{HUMAN} human, {UNITS - HUMAN} machine answers, {right:.0%} right{documents_named}"
    interval = f"corrected share, {np.median(widths):.2f} times the width of people alone"
    tell_held(record_property, design, interval, float(np.mean(covered)), many)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("right", [0.6, 0.85, 0.97])
def test_intervals_of_crossed_pairs_hold(right: float, record_property: Record) -> None:
    many, documents, covered = 1000, 60, []
    for seed in range(many):
        generator = np.random.default_rng(seed)
        sides = generator.integers(0, documents, (UNITS, 2))
        sides[:, 1] = (sides[:, 0] + 1 + sides[:, 1] % (documents - 1)) % documents
        share = generator.beta(1.8, 4.2, documents)[sides].mean(axis=1)
        truth = (generator.random(UNITS) < share).astype(np.float64)
        machine = np.where(generator.random(UNITS) < right, truth, 1 - truth)
        human = np.where(np.arange(UNITS) < HUMAN, truth, np.nan)
        result = corrected_mean(human, machine, clusters=sides.astype(np.intp), scale=SHARE)
        assert result.interval is not None
        covered.append(result.interval.low <= 0.3 <= result.interval.high)
    design = (
        f"{HUMAN} human, {UNITS - HUMAN} machine answers to pairs of {documents} documents, {right:.0%} right"
    )
    tell_held(record_property, design, "corrected share", float(np.mean(covered)), many)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.02)
