"""Agreement of a table of a million rows with empty cells, beside pandas and `krippendorff`.

Five annotators rate a million units, and a tenth of the cells are empty. The table is read and measured as
people write it: numbers, words, quoted cells, `NA` for an empty one, and empty rows at the end. Each program
is a process of its own, in turn; medians of CPU seconds and the most memory count. The ratio stands last.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.measures.agreement_peers import measured_process  # noqa: E402

UNITS, ANNOTATORS = 1_000_000, 5
EMPTY = 0.1
GOAL_SECONDS, GOAL_MEGABYTES = 3.0, 600.0
_PASSES = 3
_CLOSE = 1e-9
_WORDS = ("negative", "neutral", "positive", "mixed", "unclear")
_PEER = """
import sys, krippendorff, numpy, pandas
path = sys.argv[1]
table = pandas.read_csv(path, index_col=0, sep=chr(9) if path.endswith(".tsv") else ",").dropna(how="all")
codes, _ = pandas.factorize(table.to_numpy().ravel())
codes = numpy.where(codes < 0, numpy.nan, codes).reshape(table.shape)
print(krippendorff.alpha(codes.T, level_of_measurement="nominal"))
"""


def invented_codes(seed: int, units: int = UNITS) -> np.ndarray:
    """Return answers (units, annotators) from 0 to 4, -1 in a tenth of the cells."""
    generator = np.random.default_rng(seed)
    truth = generator.integers(0, len(_WORDS), size=(units, 1))
    errors = generator.choice([-1, 0, 1], p=[0.15, 0.7, 0.15], size=(units, ANNOTATORS))
    codes = np.clip(truth + errors, 0, len(_WORDS) - 1)
    return np.where(generator.random(codes.shape) < EMPTY, -1, codes)


def write_tables(folder: Path, codes: np.ndarray) -> Iterator[tuple[str, Path]]:
    """Yield each form of the table by its name, and its file; a file is removed when the next one comes."""
    numbers = tuple(map(str, range(len(_WORDS))))
    forms = [
        ("numbers", "t.csv", numbers, "", "{}", 0),
        ("words", "t.csv", _WORDS, "", "{}", 0),
        ("NA, tabs", "t.tsv", numbers, "NA", "{}", 0),
        ("quoted", "t.csv", _WORDS, "", '"{}"', 0),
        ("empty rows", "t.csv", numbers, "", "{}", 1000),
    ]
    for name, file, labels, empty, quotes, blank_rows in forms:
        separator = "\t" if file.endswith(".tsv") else ","
        cells = np.array([*map(quotes.format, (*labels, empty))])[codes]  # -1 takes the last one
        path = folder / file
        with path.open("w", encoding="utf-8") as stream:
            stream.write(separator.join(["unit", *(f"A{at}" for at in range(ANNOTATORS))]) + "\n")
            stream.writelines(
                quotes.format(f"u{row:07}") + separator + separator.join(ratings) + "\n"
                for row, ratings in enumerate(cells.tolist())
            )
            stream.write((separator * ANNOTATORS + "\n") * blank_rows)
        yield name, path
        path.unlink()


def commands(path: Path) -> dict[str, Sequence[str]]:
    """Return the command of each program that gives nominal alpha of a table."""
    options = [
        "--level",
        "nominal",
        "--measure",
        "krippendorff_alpha",
        "--ci",
        "none",
        "--no-pairs",
        "--json",
    ]
    return {
        "aloi": [sys.executable, "-m", "aloi.terminal.main", "agreement", str(path), *options],
        "krippendorff": [sys.executable, "-c", _PEER, str(path)],
    }


def compare(name: str, path: Path, passes: int = _PASSES) -> tuple[float, list[str]]:
    """Print what a table takes with each program; return how many times faster Aloi is, and what is wrong."""
    seconds: dict[str, list[float]] = {}
    memory: dict[str, list[float]] = {}
    alphas: dict[str, float] = {}
    for _ in range(passes):
        for program, command in commands(path).items():
            used, megabytes, output = measured_process(command)
            seconds.setdefault(program, []).append(used)
            memory.setdefault(program, []).append(megabytes)
            is_ours = program == "aloi"
            alphas[program] = json.loads(output)["results"][0]["value"] if is_ours else float(output)
    medians = {program: statistics.median(runs) for program, runs in seconds.items()}
    for program, median in medians.items():
        print(
            f"{name:10}  {program:13} {median:5.2f} CPU s (median of {passes}), "
            f"{max(memory[program]):5.0f} MB"
        )
    wrong = []
    if abs(alphas["aloi"] - alphas["krippendorff"]) > _CLOSE:
        wrong.append(f"krippendorff gives another alpha of {name}")
    if medians["aloi"] > GOAL_SECONDS or max(memory["aloi"]) > GOAL_MEGABYTES:
        wrong.append(f"{name} takes over {GOAL_SECONDS:g} CPU s or {GOAL_MEGABYTES:g} MB")
    return medians["krippendorff"] / medians["aloi"], wrong


def main(units: int = UNITS, passes: int = _PASSES) -> int:
    """Compare both programs on each form of the table; 1 if they give two values."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    ratios, wrong = [], []
    print(f"{units:,} units, {ANNOTATORS} annotators, {EMPTY:.0%} of the cells empty")
    with TemporaryDirectory() as folder:
        for name, path in write_tables(Path(folder), invented_codes(0, units)):
            ratio, missed = compare(name, path, passes)
            ratios.append(ratio)
            wrong += missed
    for reason in wrong:
        print(f"not reached: {reason}")
    print(f"times faster {statistics.median(ratios):.2f} (from {min(ratios):.2f} to {max(ratios):.2f})")
    return 1 if any("gives another" in reason for reason in wrong) else 0  # times vary with the machine


if __name__ == "__main__":
    sys.exit(main())
