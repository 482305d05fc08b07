"""The store: open it, then use its parts; each of their methods is one transaction."""

from __future__ import annotations

from sqlalchemy import func, select

from storage import tables as t
from storage.answers import Answers
from storage.campaigns import Campaigns
from storage.database import Database
from storage.gold import GoldStore
from storage.jobs import Jobs
from storage.people import People
from storage.texts import Texts


class Store:
    """Everything Aloi keeps. Safe to use from several threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.texts = Texts(database)
        self.people = People(database)
        self.campaigns = Campaigns(database)
        self.answers = Answers(database)
        self.gold = GoldStore(database)
        self.jobs = Jobs(database)

    @classmethod
    def open(cls, url: str) -> Store:
        """Return the store at a database URL, made or brought up to date as needed.

        Raises
        ------
        AloiError
            A URL that is none, or a database that cannot be opened.
        """
        return cls(Database(url))

    def close(self) -> None:
        """Close every connection."""
        self._database.close()

    def check(self) -> list[str]:
        """Return what is wrong with the store, in sentences; empty when nothing is."""
        problems = []
        with self._database.read() as connection:
            if connection.dialect.name == "sqlite":
                for row in connection.exec_driver_sql("PRAGMA integrity_check"):
                    if row[0] != "ok":
                        problems.append(f"The database file is damaged: {row[0]}.")
                for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
                    problems.append(f"A row of {row[0]} refers to a row of {row[2]} that is not there.")
            a, i, n = t.assignments.c, t.round_items.c, t.answers.c
            held = (
                select(func.count())
                .where(
                    a.round_id == i.round_id,
                    a.item_id == i.item_id,
                    a.occasion == 1,
                    a.status.in_(("leased", "submitted")),
                )
                .scalar_subquery()
            )
            for item, taken, wanted, counted in connection.execute(
                select(i.item_id, i.taken, i.wanted, held)
            ):
                if taken != counted:
                    problems.append(f"Item {item} counts {taken} annotators; {counted} hold or answered it.")
                if counted > wanted:
                    problems.append(f"Item {item} has {counted} annotators; at most {wanted} were wanted.")
            gaps = select(n.item_id, func.max(n.revision), func.count()).group_by(
                n.round_id, n.item_id, n.annotator_id, n.occasion
            )
            for item, last, count in connection.execute(gaps):
                if last != count:
                    problems.append(
                        f"An answer to item {item} is at revision {last} but has {count} revisions."
                    )
        return problems
