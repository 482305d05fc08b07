"""The entry of each study: every reference exists, and the program finds what it registers."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi import studies as package
from aloi.terminal.main import aloi
from aloi.ui.navigation import PAGES
from aloi.workbench import jobs
from aloi.workbench.study import Study, studies
from tests.contract.test_commands import command_of
from tests.processes import printed_by

FOLDER = Path(package.__path__[0])


def test_every_directory_is_listed_once() -> None:
    directories = {path.parent.name for path in FOLDER.glob("*/__init__.py")}
    assert sorted(package.NAMES) == sorted(directories)
    assert [one.name for one in studies()] == list(package.NAMES)


@pytest.mark.parametrize("study", studies(), ids=lambda study: study.name)
def test_commands_jobs_and_pages_of_an_entry_exist(study: Study) -> None:
    for path, reference in study.commands.items():
        assert command_of(tuple(path.split())) is study.load(reference)
    for verb, reference in study.jobs.items():
        assert callable(study.load(reference))
        assert verb in jobs.VERBS
    assert set(study.short_jobs) <= jobs.LANES["short"][0] & study.jobs.keys()
    by_name = {page.name: page for page in PAGES}
    for page in study.pages:
        assert by_name[page.name].file.is_file()
        assert by_name[page.name].file.is_relative_to(FOLDER / study.name)


def test_a_page_of_a_study_follows_the_page_that_it_names() -> None:
    names = [page.name for page in PAGES]
    assert names[names.index("cleaning") :][:5] == [
        "cleaning",
        "operations",
        "sari_study",
        "linking",
        "lexsub",
    ]
    assert names[names.index("candidates") + 1] == "neighbours"


def test_another_command_imports_no_command_of_a_study() -> None:
    script = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from aloi.terminal.main import aloi as command\n"
        "assert CliRunner().invoke(command, ['corpus', '--help']).exit_code == 0\n"
        "print(sorted(name for name in sys.modules if '.studies.' in name and '.commands' in name))"
    )
    assert printed_by(script).strip() == "[]"


def test_help_lists_the_commands_of_studies() -> None:
    assert {"linking", "suite", "fertility", "neighbours", "lexsub"} <= set(aloi.list_commands(None))
