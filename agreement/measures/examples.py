"""Small rating tables from printed sources, for the examples in docstrings and for tests."""

from __future__ import annotations

from aloi.agreement.ratings import Ratings

_KRIPPENDORFF = (
    (1, 1, None, 1), (2, 2, 3, 2), (3, 3, 3, 3), (3, 3, 3, 3), (2, 2, 2, 2), (1, 2, 3, 4),
    (4, 4, 4, 4), (1, 1, 2, 1), (2, 2, 2, 2), (None, 5, 5, 5), (None, None, 1, 1), (None, None, 3, None),
)  # fmt: skip


def krippendorff_2011(level: str = "nominal") -> Ratings:
    """Return the twelve units by four annotators of Krippendorff (2011), with missing ratings."""
    units = [f"u{number:02}" for number in range(1, 13)]
    return Ratings.from_table(units, ["A", "B", "C", "D"], _KRIPPENDORFF, level)


def shrout_fleiss(level: str = "interval") -> Ratings:
    """Return the six targets by four judges of Shrout and Fleiss (1979), table 2."""
    rows = [(9, 2, 5, 8), (6, 1, 3, 2), (8, 4, 6, 8), (7, 1, 2, 6), (10, 5, 6, 9), (6, 2, 4, 7)]
    return Ratings.from_table([f"u{number}" for number in range(1, 7)], ["A", "B", "C", "D"], rows, level)


def artstein_poesio() -> Ratings:
    """Return the 100 utterances by two annotators of Artstein and Poesio (2008), table 1."""
    cells = (
        ("stat", "stat", 46), ("ireq", "stat", 6), ("ireq", "ireq", 32), ("ireq", "chck", 6),
        ("chck", "chck", 10),
    )  # fmt: skip
    rows = [(a, b) for a, b, count in cells for _ in range(count)]
    return Ratings.from_table([f"u{number:03}" for number in range(100)], ["A", "B"], rows, "nominal")


def cohen_1968() -> Ratings:
    """Return the 200 patients by two judges of Cohen (1968), table 1: three diagnoses."""
    cells = ((88, 14, 18), (10, 40, 10), (2, 6, 12))
    rows = [(a, b) for a, row in enumerate(cells, 1) for b, count in enumerate(row, 1) for _ in range(count)]
    return Ratings.from_table([f"u{number:03}" for number in range(200)], ["A", "B"], rows, "nominal")


def peak_flow() -> Ratings:
    """Return 17 peak flows by two meters, first readings, of Bland and Altman (1986), in litres a minute."""
    wright = (494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427)
    mini = (512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451)
    units = [f"u{number:02}" for number in range(1, 18)]
    return Ratings.from_table(units, ["Mini Wright", "Wright"], [*zip(mini, wright, strict=True)], "interval")


def semdis_mince() -> Ratings:
    """Return the substitutes that seven annotators gave for `mince` in one sentence of SemDis 2014."""
    answers = [
        {"étroit"}, {"étroit"}, {"fin", "étroit"}, {"fin", "étroit"}, {"petit", "étroit"},
        {"fin", "petit"}, {"fin"},
    ]  # fmt: skip
    row = [frozenset(answer) for answer in answers]
    return Ratings.from_table(["mince-17"], [f"A{number}" for number in range(1, 8)], [row], "nominal")
