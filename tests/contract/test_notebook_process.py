"""`import aloi` in a process of its own: it loads little, and takes no file of the notebook for its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TABLE = "unit\tA1\tA2\na\tx\tx\nb\ty\tx\n"


def run_python(script: str, folder: Path) -> str:
    """Return what a script prints that runs from its own folder, as a notebook does."""
    (folder / "script.py").write_text(script, encoding="utf-8")
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": root}
    found = subprocess.run(
        [sys.executable, "script.py"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return found.stdout.strip()


def test_importing_it_loads_nothing_heavy(tmp_path: Path) -> None:
    script = (
        "import sys, aloi\n"
        "assert {'agreement', 'score', 'open', 'read_release', 'compare'} <= set(dir(aloi))\n"
        "heavy = ('torch', 'streamlit', 'pandas', 'numpy', 'sqlalchemy', 'pyarrow', 'aloi.workbench')\n"
        "print([one for one in heavy if one in sys.modules])\n"
        "aloi.agreement.measure('r.tsv', level='nominal')\n"
        "print([one for one in ('torch', 'streamlit', 'pandas') if one in sys.modules])\n"
        "try: aloi.nothing\n"
        "except AttributeError as error: print(error)\n"
    )
    (tmp_path / "r.tsv").write_text(TABLE, encoding="utf-8")
    lines = run_python(script, tmp_path).splitlines()
    assert lines == ["[]", "[]", "module 'aloi' has no attribute 'nothing'"]


def test_a_file_of_the_notebook_is_not_taken_for_one_of_the_program(tmp_path: Path) -> None:
    for name in ("errors", "settings", "cli", "app"):
        text = f"raise SystemExit('the notebook has a file {name} of its own')\n"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "r.tsv").write_text(TABLE, encoding="utf-8")
    script = "import aloi\nprint(len(aloi.agreement.measure('r.tsv', level='nominal').table()) > 3)\n"
    assert run_python(script, tmp_path) == "True"
