"""Every task type, through the demands on plug-ins (`aloi plugins check`).

What its answers become in the store, on a page, in gold and in files stands in `test_released.py`; the row
that becomes an answer again in `test_imports.py`; the room that draws its questions in `test_questions.py`.
"""

from __future__ import annotations

import pytest

from aloi.annotation.tasks import TASKS, named_task
from aloi.annotation.tasks.base import TaskType
from aloi.base.errors import AloiError
from aloi.ui.questions import QUESTIONS
from aloi.workbench.plugins.checking import Check
from aloi.workbench.plugins.tasks import CHECKS

EACH = pytest.mark.parametrize("kind", TASKS, ids=lambda kind: kind.name)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@EACH
def test_a_task_meets_the_demands_on_plug_ins(kind: TaskType, check: Check) -> None:
    assert check(kind) == ""


@EACH
def test_questions_are_of_a_kind_that_a_room_draws(kind: TaskType) -> None:
    fields = kind.fields(kind.example().item, kind.check_settings(kind.default_settings()))
    assert [one.field for one in QUESTIONS].count(type(fields[0])) == 1


def test_an_unknown_task_is_told_with_those_there_are() -> None:
    with pytest.raises(AloiError, match=TASKS[-1].name):
        named_task("junk")
