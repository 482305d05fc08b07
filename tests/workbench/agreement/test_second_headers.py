"""A second header under the first one: refused where it is one, told where it may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.base.errors import AloiError
from tests.corpora.spreadsheets import write_xlsx
from tests.workbench.agreement.test_everyday_tables import (
    DEGREES,
    LABELS,
    NAMED,
    PEOPLE,
    WHOLE,
    measured,
    put,
    text,
    wide,
)

SECOND: dict[str, list[list[object]]] = {
    "long names": [["(numéro)", "Mme A., médecin", "M. B., interne", "Mme C."], *wide(NAMED)[1:]],
    "units": [["numéro", "de 1 à 3", "de 1 à 3", "de 1 à 3"], *wide(WHOLE)[1:]],
    "degrees": [["identifiant", "de 0,5", "note", "note"], *wide(DEGREES)[1:]],
    "an id with a digit": [["n° 1 à 20", "de 1 à 3", "de 1 à 3", "de 1 à 3"], *wide(WHOLE)[1:]],
    "ranges": [["1-20", "1-3", "1-3", "1-3"], *([at, *row] for at, row in enumerate(WHOLE))],
}
POSSIBLE: dict[str, list[list[object]]] = {
    "above ids of words": [
        ["mot", "note", "note", "note"],
        *([chr(97 + at) * 3, *r] for at, r in enumerate(WHOLE)),
    ],
    "labels alone": [["mot", *["étiquette"] * 3], *([chr(97 + at) * 3, *r] for at, r in enumerate(NAMED))],
    "above open answers": [
        ["numéro", "mot", "mot"],
        *([at, f"mot {chr(97 + at)}", f"mot {chr(98 + at)}"] for at in range(9)),
    ],
    "an id with a digit above labels": [["phrase 1", *["étiquette"] * 3], *wide(NAMED)[1:]],
    "above few rows": [["(numéro)", "note", "note", "note"], *wide(WHOLE)[1:4]],
    "above two rows": [["n° 1", "de 1 à 3", "de 1 à 3", "de 1 à 3"], *wide(WHOLE)[1:3]],
    "above one row": [["(numéro)", "note", "note", "note"], *wide(WHOLE)[1:2]],
}
ORDINARY: dict[str, list[list[object]]] = {
    "an id of words": [["exemple", *NAMED[0]], *wide(NAMED)[1:]],
    "an id of another source": [["ex-1", *NAMED[0]], *wide(NAMED)[1:]],
    "few rows": wide(WHOLE)[1:3],
    "one row": [["u1", "oui", "oui", "non"]],
    "a rare label": [["u99", "illisible", *NAMED[0][1:]], *wide(NAMED)[1:]],
    "a rare label by two": [["u99", "illisible", "illisible", NAMED[0][2]], *wide(NAMED)[1:]],
    "missing ratings": [["u99", "N/A", "?", "précis"], *wide(NAMED)[1:]],
    "labels of open answers": [[f"u{at}", f"mot {chr(97 + at)}", f"mot {chr(98 + at)}"] for at in range(20)],
}


@pytest.mark.parametrize("rows", SECOND.values(), ids=SECOND)
def test_a_second_header_is_refused(tmp_path: Path, rows: list[list[object]]) -> None:
    table = [["unité", *PEOPLE], *rows]
    with pytest.raises(AloiError, match="line 2: the row below the header looks like a second header"):
        measured(put(tmp_path, "t.csv", text(table, ";", ",")))
    with pytest.raises(AloiError, match="line 4: the row below the header looks like a second header"):
        measured(write_xlsx(tmp_path / "t.xlsx", {"F": [["Campagne"], [], *table]}))


@pytest.mark.parametrize("rows", POSSIBLE.values(), ids=POSSIBLE)
def test_what_may_be_a_second_header_is_told(tmp_path: Path, rows: list[list[object]]) -> None:
    table = [["unité", *PEOPLE][: len(rows[0])], *rows]
    read_as = measured(put(tmp_path, "t.csv", text(table, ";"))).read_as
    assert (read_as.to_json()["second_header"], read_as.plain) == (2, False)
    assert "line 2 may be a second header and was read as a row" in read_as.describe()


@pytest.mark.parametrize("rows", ORDINARY.values(), ids=ORDINARY)
def test_an_ordinary_first_row_is_no_header(tmp_path: Path, rows: list[list[object]]) -> None:
    table = [["unité", *PEOPLE][: len(rows[0])], *rows]
    assert measured(put(tmp_path, "t.csv", text(table))).read_as.source.plain


def test_a_second_header_of_a_large_table_is_refused(tmp_path: Path) -> None:
    rows = [f"u{at:06},{LABELS[at % 3]},{LABELS[at % 4 % 3]},{'-' * 60}\n" for at in range(25_000)]
    path = put(tmp_path, "t.csv", "unité,A,B,source\n(numéro),médecin,interne,lien\n" + "".join(rows))
    with pytest.raises(AloiError, match="line 2: the row below the header looks like a second header"):
        measured(path)
