"""Tables that say which concept of one terminology is which of another."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.corpora.readers.tables import read_table
from aloi.corpora.terminologies.files import column

# The names of columns, the one of Aloi first; then those of SSSOM, the standard of such tables.
OLD = ("old", "subject_id", "from", "source")
NEW = ("new", "object_id", "to", "target")
_BETWEEN = "|"


def read_mapping(path: Path) -> Mapping[str, tuple[str, ...]]:
    """Return for each concept of a table its distinct concepts in the other terminology, none if blank.

    Several are on separate lines, or have `|` between them.

    Raises
    ------
    AloiError
        Not a table, or one without these columns, or with a line that names no concept.
    """
    table = read_table(path)
    old, new = (column(path, table.columns, known) for known in (OLD, NEW))
    mapping: dict[str, dict[str, None]] = {}
    for row in table.rows:
        concept = row.text(old).strip()
        if not concept:
            raise AloiError("aloi.cell", column=repr(old), value="''", expected=Term("old-concept")).at(
                table.where(row)
            )
        parts = (one.strip() for one in row.text(new).split(_BETWEEN))
        mapping.setdefault(concept, {}).update(dict.fromkeys(filter(None, parts)))
    return {one: tuple(found) for one, found in mapping.items()}
