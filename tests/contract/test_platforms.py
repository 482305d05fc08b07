"""The core works without modules that only POSIX systems have, as on Windows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.sources import ROOT

_WITHOUT = """
import sys

for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[name] = None  # importing it is an error from now on

import importlib, pkgutil
from pathlib import Path

import aloi

for package in ("base", "agreement", "evaluation", "corpora", "notebook"):
    package = importlib.import_module("aloi." + package)
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)

from aloi.corpora.readers import read_table, write_table

table = Path(sys.argv[1])
write_table(table, ["unit", "A1", "A2"], [{"unit": n, "A1": n % 2, "A2": n % 3 % 2} for n in range(12)])
write_table(table, ["unit", "A1", "A2"], [dict(row.values) for row in read_table(table).rows])
results = aloi.agreement.measure(table, level="nominal", ci="none", measures=["cohen_kappa"]).results
print(results[0].measure, results[0].value)
"""


def test_the_core_reads_writes_and_measures_without_modules_of_posix(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", _WITHOUT, str(tmp_path / "ratings.tsv")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("cohen_kappa 0.")
    assert [file.name for file in tmp_path.iterdir()] == ["ratings.tsv"]
