"""What a command loads before it works: nothing that takes longer to load than the work takes."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLE = "item,A,B,C\n1,a,a,b\n2,b,b,b\n3,a,a,a\n4,b,a,b\n"
_LEARNING = ["torch", "transformers", "sentence_transformers", "sklearn", "spacy", "datasets"]
_PAGES = ["streamlit", "altair", "starlette", "uvicorn"]
NEVER = [*_LEARNING, *_PAGES, "pandas", "scipy.stats", "pyarrow.compute", "statsmodels", "nltk"]
STORED = ["sqlalchemy", "alembic", "aloi.storage"]
# Each process starts with little, and its later commands load more.
COMMANDS = [
    (["--version"], ["numpy", "scipy", "pyarrow", "aloi.workbench.rounds", *STORED, *NEVER]),
    (["segment", "texts", "--language", "fr", "--out", "out.tsv"], ["numpy", "sentencex", *STORED, *NEVER]),
    (["agreement", "small.csv", "--level", "nominal"], ["scipy.optimize", *STORED, *NEVER]),
]
SLOWER = [
    (["segment", "texts", "--language", "fr", "--out", "out.tsv"], []),
    (["agreement", "large.csv", "--level", "ordinal", "--measure", "krippendorff_alpha"], [*STORED, *NEVER]),
    (["formats"], [*STORED, *NEVER]),
    (["mine", "out.tsv", "--out", "pairs.tsv", "--threshold", ".9"], [*STORED, *NEVER]),
]
RUN = """
import json, sys
from aloi.terminal.main import aloi
found = []
for words in json.loads(sys.argv[1]):
    try:
        aloi.main(words, prog_name="aloi")
    except SystemExit as stopped:
        status = stopped.code
    found.append([status, sorted(sys.modules)])
print(json.dumps(found), file=sys.stderr)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.csv").write_text(TABLE, encoding="utf-8")
    rows = "".join(f"{row:0100},{row % 5},{row % 3},{row % 5}\n" for row in range(20_000))  # over 2 MB
    (tmp_path / "large.csv").write_text("unit,A,B,C\n" + rows, encoding="utf-8")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.txt").write_text("Il sort. Il va bien. Il dort.", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("commands", [COMMANDS, pytest.param(SLOWER, marks=pytest.mark.slow)])
def test_commands_on_files_load_no_store_and_nothing_heavy(
    folder: Path, commands: list[tuple[list[str], list[str]]]
) -> None:
    asked = json.dumps([words for words, _ in commands])
    done = subprocess.run(
        [sys.executable, "-c", RUN, asked], cwd=folder, capture_output=True, text=True, check=True,
        env={"PYTHONPATH": str(ROOT), "PATH": ""},
    )  # fmt: skip
    for (words, unwanted), (status, loaded) in zip(
        commands, json.loads(done.stderr.splitlines()[-1]), strict=True
    ):
        assert status in (0, None), (words, done.stderr)
        assert [name for name in unwanted if name in loaded] == [], words
        if words == ["--version"]:  # the declarations of options and studies, and no use case
            uses = {name.split(".")[2] for name in loaded if name.startswith("aloi.workbench.")}
            assert uses == {"requests", "study"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [["--version"], ["formats"], ["agreement", "small.csv", "--level", "nominal"], ["campaign", "list"]],
)
def test_a_command_starts_within_a_second_of_processor_time(folder: Path, words: list[str]) -> None:
    most = 0.8 if words[0] == "agreement" else 1.0
    assert _seconds(folder, "-m", "aloi.terminal.main", *words) <= most


@pytest.mark.slow
def test_a_machine_in_a_table_of_a_thousand_units_is_tested_within_three_seconds(folder: Path) -> None:
    draw = random.Random(1)
    rows = [[str(unit), *(str(draw.randrange(6)) for _ in range(5))] for unit in range(1000)]
    table = "\n".join(",".join(row) for row in [["unit", "a", "b", "c", "d", "machine"], *rows])
    (folder / "large.csv").write_text(table, encoding="utf-8")
    words = ["agreement", "large.csv", "--level", "ordinal", "--machine", "machine"]
    assert _seconds(folder, "-m", "aloi.terminal.main", *words) <= 3


@pytest.mark.slow
def test_importing_aloi_costs_little(folder: Path) -> None:
    assert _seconds(folder, "-c", "import aloi") <= 0.15


def _seconds(folder: Path, *arguments: str) -> float:
    """Return the processor time of Python with these arguments, the least of five runs."""

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *arguments],
            cwd=folder, capture_output=True, check=False,
            env={"PYTHONPATH": str(ROOT), "PATH": "", "ALOI_DATA": str(folder / "data")},
        )  # fmt: skip
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once() for _ in range(5))
