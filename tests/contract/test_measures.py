"""Every measure of agreement, through the same demands.

Its values beside implementations that are not ours stand in `tests/agreement/test_reference.py` and
`test_independent.py`, any table at all in `test_properties.py` and `test_edges.py` there; its printed example
in its docstring; its reference key in `test_references.py`; its line of docs/reference/measures.md in
`test_reference.py`.
"""

from __future__ import annotations

import pytest

from aloi.agreement.measures import MEASURES, find_measure
from aloi.agreement.measures.base import Measure
from aloi.base.errors import AloiError
from aloi.workbench.plugins.checking import Check
from aloi.workbench.plugins.measures import CHECKS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("measure", MEASURES, ids=lambda measure: measure.name)
def test_a_measure_meets_the_demands_on_plug_ins(measure: Measure, check: Check) -> None:
    assert check(measure) == ""


def test_names_are_unique_and_found() -> None:
    assert len({measure.name for measure in MEASURES}) == len(MEASURES)
    assert [find_measure(measure.name) for measure in MEASURES] == MEASURES


def test_an_unknown_name_is_told_with_those_there_are() -> None:
    with pytest.raises(AloiError, match="krippendorff_alpha"):
        find_measure("junk")
