"""Looking up what a person named: the thing, or an error that says which names there are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from aloi.base.errors import AloiError
from aloi.base.terms import Phrase


def known_name(name: str, names: Iterable[str], kind: Phrase) -> str:
    """Return the name itself, if it is one of `names`.

    Parameters
    ----------
    kind : Phrase
        The kind of thing that has the name, such as `metric`.

    Raises
    ------
    AloiError
        Another name; the message lists the valid names, and the nearest one.

    >>> known_name("spearmann", ["spearman", "pearson"], Phrase("kind-metric", "metric"))
    Traceback (most recent call last):
    aloi.base.errors.AloiError: No metric is called 'spearmann'.
    One of these was expected: spearman, pearson.
    Did you mean 'spearman'?
    """
    known_names = list(map(str, names))
    if name in known_names:
        return name
    near = get_close_matches(name, known_names, 1)
    raise AloiError(
        "aloi.no-called",
        value=kind,
        name=repr(name),
        known=known_names,
        has_near=bool(near),
        near=repr(near[0]) if near else "",
    )


def counting_order(name: str) -> tuple[str | int, ...]:
    """Return the key that sorts names as one counts: A2 before A10.

    >>> sorted(["A10", "A2", "A1b", "A1"], key=counting_order)
    ['A1', 'A1b', 'A2', 'A10']
    """
    return tuple(int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name))
