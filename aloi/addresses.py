"""The address of a store as it may be shown: without what may be a password."""

from __future__ import annotations

import re

# Kind, account, place, and what stands behind: never with a character that tells where a password ends.
_ADDRESS = re.compile(
    r"(?P<kind>[^:/?@]+://)(?:(?P<account>[^:/?@]*)(?P<password>:[^?]*)?(?P<at>@))?"
    r"(?P<place>(?:\[[\d.:a-fA-F]+\]|[^:/?@\[]*)(?::\d*)?(?:/[^?@]*)?)(?P<query>\?[^@]*)?"
)


def shown_address(url: str) -> str:
    """Return the address of a store without its password, wherever that stands, and without its options.

    An `@` that should have been written `%40` belongs to the password; where it cannot be told what does,
    the kind of the database alone is shown.

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
