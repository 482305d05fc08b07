"""What a process that serves people leaves out of its log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from aloi.base.system_errors import leave_words_out
from aloi.corpora.readers.read_as import TableReading, tables_told, tell
from aloi.workbench.files.score_labels import score_labels
from aloi.workbench.requests.files.scores import LabelsRequest

NAME = "Zyxquillard"


@pytest.fixture
def serving() -> Iterator[None]:
    """Let this process log as one that serves people does."""
    factory = logging.getLogRecordFactory()
    levels = {name: logging.getLogger(name).level for name in ("aloi.tables", "aloi.scores")}
    leave_words_out()
    yield
    logging.setLogRecordFactory(factory)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def read() -> str:
    """Return what is said of a table whose file, columns and cells name somebody."""
    path, reading = Path(f"{NAME}.csv"), TableReading(missing=((NAME, 2),), marks=(NAME,))
    with tables_told() as told:
        tell(path, reading)
    return told[path].describe()


@pytest.mark.usefixtures("serving")
def test_a_process_that_serves_people_logs_nothing_of_a_table_and_gathers_it_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    gold = tmp_path / f"{NAME}.csv"
    gold.write_text("id,label\na,?\nb,fever\n", encoding="utf-8")
    score_labels(LabelsRequest(gold, gold))  # it tells that `?` counts as a label
    assert NAME in read()
    assert caplog.text == ""


def test_a_command_tells_it(caplog: pytest.LogCaptureFixture) -> None:
    said = read()
    assert f"{NAME}.csv read as: {said}" in caplog.text
