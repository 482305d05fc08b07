"""User input about a round, in the form that the operations accept: its items, its stop rule, a status."""

from __future__ import annotations

from pathlib import Path

from aloi.annotation.model import Status, StopRule
from aloi.base.errors import AloiError
from aloi.corpora.readers import read_table


def item_ids(path: Path) -> tuple[str, ...]:
    """Return the ids in the column `item_id` of a table, each once, in order.

    Raises
    ------
    AloiError
        No such file or column.
    """
    if not path.is_file():
        raise AloiError("workbench.options-items", path=repr(str(path)))
    table = read_table(path)
    table.require("item_id")
    return tuple(dict.fromkeys(row.text("item_id").strip() for row in table.rows))


def stop_rule(text: str) -> StopRule:
    """Return the rule written `measure:level:x`: the lower bound of the measure is at least x."""
    try:
        measure, level, threshold = text.split(":")
        return StopRule(measure, level, float(threshold))
    except ValueError as error:
        raise AloiError("workbench.stop-rule", text=repr(text)) from error


def status(text: str) -> Status:
    """Return the status called draft, open or closed."""
    return Status(text)
