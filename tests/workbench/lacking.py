"""A store with a usual campaign, and one whose task came from a package that is no longer installed."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import update

from aloi.annotation.model import Role
from aloi.storage import tables
from aloi.storage.store import Store
from tests.workbench.desks import Opened, answer_differently, open_rounds
from tests.workbench.scene import NOW

TASK, PACKAGE = "stance", "aloi-stance"
ERROR = f"The task '{TASK}' is not installed."


@dataclass(frozen=True)
class Lacking:
    """The campaigns: both have an open round; A1 has answered all of it, A2 nothing."""

    usual: Opened
    lacking: Opened


def lacking_task(store: Store) -> Lacking:
    """Return two campaigns; the task of one is taken away after its round was annotated."""
    roles = {"M1": Role.ADMINISTRATOR, "A1": Role.ANNOTATOR, "A2": Role.ANNOTATOR}
    present = {person.pseudonym for person in store.people.list()}
    for name in [name for name in roles if name not in present]:
        store.people.add(name, roles[name], NOW, password_hash="x", pseudonym=name)
    people = [store.people.get(name) for name in ("A1", "A2")]
    opened = open_rounds(store, people, ("classification", "multiple_choice"))
    answer_differently(store, people[:1], opened.values())
    row = tables.campaigns.c
    with store._database.write() as connection:
        connection.execute(
            update(tables.campaigns)
            .where(row.task_type == "multiple_choice")
            .values(task_type=TASK, task_package=PACKAGE)
        )
    return Lacking(opened["classification"], opened["multiple_choice"])
