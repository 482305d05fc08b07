"""The one kind of error a person can act on; every layer may raise it."""

from __future__ import annotations


class AloiError(Exception):
    """Bad input or a step that cannot be taken, told so that a person can act on it.

    Parameters
    ----------
    found : str
        What was found and where, quoting the offending value.
    expected : str
        What was expected instead.
    todo : str
        The next step for the person.
    """

    def __init__(self, found: str, expected: str, todo: str) -> None:
        super().__init__(found, expected, todo)
        self.found = found
        self.expected = expected
        self.todo = todo

    def __str__(self) -> str:
        """Return the message on three lines, as the terminal prints it."""
        return f"{self.found}\n{self.expected}\n{self.todo}"
