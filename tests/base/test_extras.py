"""A missing package of an extra is an error that names the extra; the core works without any."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from aloi.base.errors import AloiError
from aloi.base.extras import EXTRAS, extras_named, missing_extra, require_modules
from tests.sources import ROOT

# Left in: sacrebleu of the core brings it.
BLOCKED = sorted({module for modules in EXTRAS.values() for module in modules} - {"lxml"})
DECOYS = (
    "evaluation.py", "storage.py", "ui.py", "app.py", "gold.py", "corpora/__init__.py",
    "agreement/__init__.py",
)  # fmt: skip
# Python then finds no such module, as in an environment without it.
BLOCK = f"""
import sys
from importlib.machinery import PathFinder
class Without:
    finders = list(sys.meta_path)
    find_distributions = staticmethod(PathFinder.find_distributions)
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {BLOCKED!r}:
            return None
        return next(filter(None, (finder.find_spec(name, path, target) for finder in self.finders)), None)
sys.meta_path[:] = [Without()]
"""
COMMANDS = """
import io, json
from contextlib import redirect_stderr, redirect_stdout
from aloi.terminal.main import aloi
outcomes = []
for words in json.loads(sys.argv[1]):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            aloi.main(words, prog_name="aloi")
        except SystemExit as stopped:
            outcomes.append((stopped.code or 0, out.getvalue(), err.getvalue()))
print(json.dumps(outcomes))
"""
NOTEBOOK = """
import json
import aloi, pandas
from pathlib import Path
ratings = pandas.DataFrame({"unit": [1, 2, 3], "A1": ["a", "b", "a"], "A2": ["a", "b", "a"]})
gold = pandas.DataFrame({"id": [1, 2, 3], "label": ["a", "b", "a"]})
results = {"alpha": float(aloi.agreement.measure(ratings, level="nominal").table()["value"].iloc[0])}
results["accuracy"] = float(aloi.score("labels", gold, gold).table()["value"].iloc[-1])
Path("train.tsv").write_text("id\\tscore\\tsentence1\\tsentence2\\n1\\t4\\tA.\\tB.\\n")
results["release"] = len(aloi.read_release("train.tsv", scale=(0, 5)).rows)
try:
    aloi.open("aloi.db")
except aloi.AloiError as error:
    results["open"] = str(error)
print(json.dumps(results))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with tables, and with files of somebody that are named as packages of ours were."""
    for name in DECOYS:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"raise SystemExit({name!r})\n", encoding="utf-8")
    (tmp_path / "ratings.csv").write_text("unit,A,B\n1,a,a\n2,b,a\n3,b,b\n4,a,a\n", encoding="utf-8")
    (tmp_path / "labels.csv").write_text("id,label\n1,a\n2,b\n3,a\n", encoding="utf-8")
    (tmp_path / "scores.csv").write_text("id,score\n1,1\n2,3\n3,4.5\n4,2\n", encoding="utf-8")
    (tmp_path / "tags.conll").write_text("Paris B-LOC\ndort O\n", encoding="utf-8")
    (tmp_path / "choices.csv").write_text("id,labels\n1,a|b\n2,a\n", encoding="utf-8")
    (tmp_path / "lines.txt").write_text("Il dort.\nLe chat mange.\n", encoding="utf-8")
    (tmp_path / "texts.csv").write_text("id,text\n1,Il dort. Il va bien.\n2,Elle sort.\n", encoding="utf-8")
    (tmp_path / "substitutes.txt").write_text("ami.n 1 :: copain 3;camarade 2;\n", encoding="utf-8")
    (tmp_path / "system.txt").write_text("ami.n 1 :: copain;camarade\n", encoding="utf-8")
    return tmp_path


def blocked(folder: Path, code: str, *arguments: str) -> Any:
    """Return what a program prints as JSON, run in a folder without the packages of any extra."""
    (folder / "program.py").write_text(BLOCK + code, encoding="utf-8")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("ALOI_")},
        "PYTHONPATH": str(ROOT),
    }
    run = subprocess.run(
        [sys.executable, "program.py", *arguments],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout.splitlines()[-1])


def outcomes(folder: Path, *commands: str) -> list[tuple[int, str, str]]:
    results = blocked(folder, COMMANDS, json.dumps([command.split() for command in commands]))
    assert len(results) == len(commands)
    return [tuple(result) for result in results]


def test_commands_on_files_need_no_extra(folder: Path) -> None:
    commands = (
        "agreement ratings.csv --level nominal --json",
        "agreement ratings.csv --level nominal --html report.html --latex report.tex",
        "agreement difference ratings.csv ratings.csv --level nominal",
        "score labels labels.csv labels.csv --replicates 10",
        "score sts scores.csv scores.csv --scale 0,5 --replicates 10",
        "score tags tags.conll tags.conll --replicates 10",
        "score choices choices.csv choices.csv --replicates 10",
        "score sari --source lines.txt --system lines.txt --reference lines.txt --replicates 10",
        "score lexsub substitutes.txt system.txt --replicates 10",
        "formats",
        "recipes",
        "segment texts.csv --language fr --out sentences.tsv",
        "--version",
    )
    results = dict(zip(commands, outcomes(folder, *commands), strict=True))
    assert {command: error for command, (status, _, error) in results.items() if status} == {}
    document = json.loads(results[commands[0]][1])
    assert document["crosscheck"][0]["reason"] == 'not installed: pip install "aloi[check]"'
    alpha = next(one for one in document["results"] if one["measure"] == "krippendorff_alpha")
    assert alpha["value"] is not None
    assert (folder / "report.html").is_file()


def test_a_command_without_its_extra_names_it(folder: Path) -> None:
    before = {path.name for path in folder.iterdir()}
    commands = {
        "serve": "app",
        "demo": "app",
        "work": "app",
        "campaign list": "app",
        "import ratings.csv": "app",
        "train tfidf_cosine --data scores.csv --test scores.csv": "app",
        "release push R someone/name": "app",
        "mine texts.csv --miner nearest --out pairs.tsv": "app",
    }
    results = outcomes(folder, *commands)
    for (command, extra), (status, out, error) in zip(commands.items(), results, strict=True):
        assert (status, out) == (2, ""), (command, error)
        assert f'pip install "aloi[{extra}]"' in error, (command, error)
        assert len(error.splitlines()) <= 3
    assert {path.name for path in folder.iterdir()} - before == {"program.py"}


def test_a_notebook_needs_no_extra_but_for_a_store(folder: Path) -> None:
    results = blocked(folder, NOTEBOOK)
    assert (results["alpha"], results["accuracy"], results["release"]) == (1.0, 1.0, 1)
    assert results["open"].endswith('Install it: pip install "aloi[app]".')
    assert not (folder / "aloi.db").exists()


def test_importing_aloi_loads_no_other_package(folder: Path) -> None:
    code = "import json, aloi; print(json.dumps(sorted(sys.modules)))"
    loaded = {name.partition(".")[0] for name in blocked(folder, code)}
    assert "aloi" in loaded
    assert not loaded & {"numpy", "scipy", "pandas", "pyarrow", "click", "fluent", "cattrs"}


def test_an_error_names_the_extra_of_a_module() -> None:
    error = missing_extra(ModuleNotFoundError("none", name="no_such_module"))
    assert error is None
    with pytest.raises(ModuleNotFoundError), extras_named():
        raise ModuleNotFoundError("none", name="no_such_module")
    with pytest.raises(AloiError) as raised, extras_named():
        raise ModuleNotFoundError("none", name="krippendorff")
    assert raised.value.code == "aloi.extra-missing"
    assert raised.value.values == {"package": "krippendorff", "extra": "check"}
    assert 'pip install "aloi[check]"' in raised.value.told("fr")


def test_a_broken_package_is_no_missing_extra() -> None:
    assert missing_extra(ModuleNotFoundError("none", name="sqlalchemy.no_such_module")) is None
    require_modules(*EXTRAS["app"], "no_such_module")
