"""The store: open it, then use its parts; each of their methods is one transaction."""

from __future__ import annotations

from pathlib import Path

from storage.answers.answers import Answers
from storage.answers.campaigns import Campaigns
from storage.answers.cleanings import Cleanings
from storage.checks import find_problems
from storage.database import Database
from storage.driver_errors import StoreDamaged
from storage.gold import GoldStore
from storage.jobs import Jobs
from storage.people import People
from storage.texts.corpora import Texts
from storage.texts.suggestions import Suggestions
from storage.texts.terminologies import Terminologies


class Store:
    """Everything Aloi keeps. Safe to use from several threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.texts = Texts(database)
        self.people = People(database)
        self.campaigns = Campaigns(database)
        self.answers = Answers(database)
        self.gold = GoldStore(database)
        self.cleanings = Cleanings(database)
        self.suggestions = Suggestions(database)
        self.terminologies = Terminologies(database)
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

    def copy_to(self, path: Path) -> None:
        """Write the whole store into a new SQLite file, as it is at one moment; people may go on working.

        Raises
        ------
        AloiError
            The store is no SQLite file: its server has its own tools.
        """
        self._database.copy_to(path)

    def check(self) -> list[str]:
        """Return what is wrong with the store, in sentences; empty when nothing is."""
        found: list[str] = []
        try:
            with self._database.read() as connection:
                found.extend(find_problems(connection))
        except StoreDamaged as error:
            found.append(error.found)
        return found
