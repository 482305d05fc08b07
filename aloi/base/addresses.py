"""The address of a store as it may be shown: without what may be a password."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Kind, account, host, and the rest: never with a character that shows the end of a password.
_ADDRESS = re.compile(
    r"(?P<kind>[^:/?@]+://)(?:(?P<account>[^:/?@]*)(?P<password>:[^?]*)?(?P<at>@))?"
    r"(?P<place>(?:\[[\d.:a-fA-F]+\]|[^:/?@\[]*)(?::\d*)?(?:/[^?@]*)?)(?P<query>\?[^@]*)?"
)


def shown_address(url: str) -> str:
    """Return the address of a store without its password, at any position, and without its options.

    An unescaped `@`, which should be `%40`, belongs to the password. If the limits of the password are
    unclear, only the kind of the database is shown.

    >>> shown_address("postgresql+psycopg://aloi:sec:r@t@db:5432/aloi?password=secret")
    'postgresql+psycopg://aloi:***@db:5432/aloi?***'
    >>> shown_address("postgresql+psycopg://aloi:what?@db/aloi")
    'postgresql+psycopg://***'
    >>> shown_address("sqlite:////data/a@b/aloi.db")
    'sqlite:////data/a@b/aloi.db'
    """
    if url.startswith("sqlite:") or not re.search("://|[@?]", url):
        return url
    read = _ADDRESS.fullmatch(url)
    if read is None:
        kind, slashes, _ = url.partition("://")
        return f"{kind}{slashes}***" if slashes and kind.replace("+", "").isalnum() else "***"
    account = f"{read['account']}{':***' if read['password'] else ''}@" if read["at"] else ""
    return f"{read['kind']}{account}{read['place']}{'?***' if read['query'] else ''}"


# Folders and a name; not within a word, a fraction or the address of a site.
_PATH = re.compile(r"(?<![\w./:])(?:[A-Za-z]:)?[/\\](?:[^\s/\\:,;'\"]+[/\\])+(?P<name>[^\s/\\:,;'\"]+)")
_STORE = re.compile(r"\b(?:sqlite|postgresql|mysql|mariadb)(?:\+\w+)?://[^\s,;'\"]*")
_HIDDEN = "…"


def without_places(text: str, values: Iterable[object], folders: Iterable[str] = ()) -> str:
    """Return an error message without the address of a store, and with names alone in place of paths.

    Parameters
    ----------
    text : str
        The message.
    values : iterable
        The values in the message: a path among them may contain any character.
    folders : iterable of str
        Folders that no message shows, however their names are written.

    >>> without_places("The store sqlite:////srv/aloi/aloi.db is full.", ["sqlite:////srv/aloi/aloi.db"])
    'The store … is full.'
    >>> without_places("/srv/my data/t.tsv, line 2: 3/4 of /srv/x/y.txt", [], ["/srv/my data"])
    't.tsv, line 2: 3/4 of y.txt'
    """
    for value in sorted(filter(_is_place, map(str, values)), key=len, reverse=True):
        is_address = "://" in value
        text = text.replace(value, _HIDDEN if is_address else re.split(r"[/\\]", value.rstrip("/\\"))[-1])
    text = _STORE.sub(_HIDDEN, text)
    for folder in sorted(folders, key=len, reverse=True):
        if len(folder) > 1:
            text = re.sub(rf"{re.escape(folder.rstrip('/'))}(?:[/\\]|(?=[\s:,;'\"]|$))", "", text)
    return _PATH.sub(lambda path: path["name"], text)


def _is_place(value: str) -> bool:
    return bool(re.match(r"/[^/]|[A-Za-z]:[/\\]|[a-z][a-z+\d]*://", value))
