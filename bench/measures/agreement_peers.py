"""Agreement beside other programs as people run them: whole processes, and values that others printed."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from aloi.agreement.parts.gamma import disorder, gamma
from aloi.agreement.parts.spans import Span, SpanDocument
from tests.agreement.peers.tables import continua

ROOT = Path(__file__).resolve().parents[2]
_PASSES = 3
_PATIENCE = 300  # seconds that another program may take, whatever else the machine does
_CLOSE = 1e-9
_PRINTED = 1e-6
_LIKE_PYGAMMA = 1e-5  # relative, of disorders: pygamma counts in 32 bits
_KRIPPENDORFF = """
import sys, krippendorff, pandas
table = pandas.read_csv(sys.argv[1], index_col=0)
print(krippendorff.alpha(table.to_numpy(float).T, level_of_measurement="ordinal"))
"""
_MEASURED = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(chr(10) + str(used.ru_utime + used.ru_stime), used.ru_maxrss / 1024)
sys.exit(done.returncode)
"""
_PYGAMMA = """
import json, time
from tests.agreement.peers.measure import gamma_disorders
gamma_disorders()  # the first time it is compiled
seconds = []
for _ in range(3):
    begun = time.process_time()
    found = gamma_disorders()
    seconds.append(time.process_time() - begun)
print(json.dumps([found, seconds]))
"""


def file_to_alpha(codes: np.ndarray) -> list[str]:
    """Print CPU seconds and memory from a file to ordinal alpha, ours and pandas with `krippendorff`.

    Each is a process of its own, in turn, and medians count. Returned is what is not as it should be.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / "ratings.csv"
        with path.open("w", encoding="utf-8") as stream:
            stream.write("unit," + ",".join(f"A{at}" for at in range(codes.shape[1])) + "\n")
            stream.writelines(
                f"u{row:07},{','.join(map(str, cells))}\n" for row, cells in enumerate(codes.tolist())
            )
        options = ["--level", "ordinal", "--measure", "krippendorff_alpha", "--ci", "none", "--json"]
        commands = {
            "aloi": [sys.executable, "-m", "aloi.terminal.main", "agreement", str(path), *options],
            "krippendorff": [sys.executable, "-c", _KRIPPENDORFF, str(path)],
        }
        seconds, memory, outputs = defaultdict(list), defaultdict(list), {}
        for _ in range(_PASSES):
            for name, command in commands.items():
                took, peak_memory, outputs[name] = measured_process(command)
                seconds[name].append(took)
                memory[name].append(peak_memory)
    medians = {name: statistics.median(every) for name, every in seconds.items()}
    for name, median in medians.items():
        print(
            f"file to alpha, {name:13} {median:5.2f} CPU s (median of {_PASSES}), {max(memory[name]):5.0f} MB"
        )
    print(f"krippendorff / aloi, CPU medians: {medians['krippendorff'] / medians['aloi']:.2f}")
    ours = json.loads(outputs["aloi"])["results"][0]["value"]
    wrong = (
        []
        if abs(ours - float(outputs["krippendorff"])) <= _CLOSE
        else ["krippendorff gives another alpha of a file"]
    )
    if medians["aloi"] > 3 or max(memory["aloi"]) > 500:
        wrong.append("a million units from file to alpha take over 3 CPU s or 500 MB")
    return wrong


def start_of_commands() -> list[str]:
    """Print the CPU seconds of a command's help and of alpha of five units; return what is not reached."""
    wrong = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "small.csv"
        path.write_text("unit,A,B\nu1,1,1\nu2,2,2\nu3,1,2\nu4,2,2\nu5,1,1\n", encoding="utf-8")
        for name, arguments in (
            ("--help", ["--help"]),
            ("agreement TABLE", ["agreement", str(path), "--level", "nominal"]),
        ):
            command = [sys.executable, "-m", "aloi.terminal.main", *arguments]
            median = statistics.median(measured_process(command)[0] for _ in range(_PASSES))
            print(f"aloi {name:16} {median:5.2f} CPU s (median of {_PASSES})")
            if median > 1:
                wrong.append(f"aloi {name} takes over 1 CPU s")
    return wrong


def measured_process(command: Sequence[str]) -> tuple[float, float, str]:
    """Return the CPU seconds of a process, the most memory it held in MB, and what it wrote.

    A small process starts it: to a new process counts what the one that starts it held.
    """
    done = subprocess.run([sys.executable, "-c", _MEASURED, *command], stdout=subprocess.PIPE, text=True,
                          cwd=ROOT, check=True)  # fmt: skip
    written, _, used = done.stdout.rstrip().rpartition("\n")
    seconds, peak_memory = map(float, used.split())
    return seconds, peak_memory, written


def printed_values(shared: Path) -> list[str]:
    """Print how far ours are from the values that other programs gave, by program; R is not needed.

    Some print few digits. Returned is what is not as it should be: tests compare each with what is right.
    """
    if not shared.is_dir():
        print("values of irrCAC, irr and others: NOT RUN, no folder `shared` stands beside the checkout")
        return []
    from tests.agreement.test_reference import CASES, reproduced

    reference = json.loads((shared / "reference" / "agreement.json").read_text(encoding="utf-8"))
    apart: dict[str, list[float]] = defaultdict(list)
    wrong = []
    for expected, case in zip(reference["expected"], CASES, strict=True):
        value = reproduced(case)[0]
        if abs(value - expected["value"]) > _PRINTED:
            wrong.append(
                f"{expected['coefficient']} of {expected['dataset']} is not the value of the reference"
            )
        for program, printed in expected["sources"].items():
            if isinstance(printed, float | int) and program != "own":
                apart[program].append(abs(value - printed))
    for program, distances in sorted(apart.items()):
        print(f"{program:24} {len(distances):4} values, at most {max(distances):.0e} apart")
    return wrong


def beside_pygamma() -> list[str]:
    """Print gamma of invented spans beside `pygamma-agreement`; return what is wrong.

    It asks for packages that do not go with ours: `ALOI_PEERS` names the Python of one that has it.
    """
    python = os.environ.get("ALOI_PEERS", sys.executable)
    command, why = [python, "-c", _PYGAMMA], ""
    try:
        process = subprocess.run(
            command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True, text=True, check=False, timeout=_PATIENCE,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        why = f"no answer in {_PATIENCE} s"
    else:
        why = (process.stderr.strip().splitlines() or ["no answer"])[-1] if process.returncode else ""
    if why:
        print(f"pygamma-agreement: NOT RUN, {python} says: {why}")
        print("  python -m venv /tmp/peers && /tmp/peers/bin/pip install pygamma-agreement")
        print("  ALOI_PEERS=/tmp/peers/bin/python python bench/measures/bench_agreement.py")
        return []
    peer_gammas, their_seconds = json.loads(process.stdout.splitlines()[-1])
    seconds, wrong = [], []
    for _ in range(3):
        begun = time.process_time()
        ours = {name: _gamma(name) for name in continua()}
        seconds.append(time.process_time() - begun)
    for name, (disordered, value) in sorted(ours.items()):
        other = peer_gammas[name]
        print(
            f"pygamma-agreement, {name:8} disorder {disordered:.5f} and {other['disorder']:.5f}, "
            f"gamma {value:.3f} and {other['gamma']:.3f}"
        )
        if abs(disordered - other["disorder"]) > _LIKE_PYGAMMA * abs(other["disorder"]):
            wrong.append(f"pygamma-agreement gives another disorder of {name}")
    ratio = statistics.median(their_seconds) / statistics.median(seconds)
    print(f"pygamma-agreement / aloi, CPU medians, 200 chance continua each: {ratio:.2f}")
    return wrong


def _gamma(name: str) -> tuple[float, float]:
    lines = [tuple(Span(*one) for one in line) for line in continua()[name]]
    document = SpanDocument(name, {f"A{at}": line for at, line in enumerate(lines)})
    value = gamma([document], {name: 300}, samples=200, intervals=False).value
    assert value is not None
    return disorder(lines), value
