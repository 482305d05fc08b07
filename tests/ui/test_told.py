"""What pages make of values that layers below give as they are: rounding, strata, answers of a crowd."""

from __future__ import annotations

from pathlib import Path

import pytest

from aloi.agreement.number import Number
from aloi.agreement.result import Interval
from aloi.annotation.model import Annotator, Role
from aloi.base.errors import AloiError
from aloi.ui import language, session
from aloi.ui.numbers import NO_BREAK, NO_WRAP
from aloi.ui.shared import agreement, items, tables, whole_report
from aloi.ui.texts import t
from aloi.workbench.agreement.full_report.crosscheck import Crosscheck
from aloi.workbench.agreement.full_report.parts import ReportPart


@pytest.mark.parametrize("difference", [0.0, 3.6e-15, -3.6e-15])
def test_an_alpha_that_is_found_again_has_no_difference_in_powers_of_ten(
    difference: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(agreement.st, "caption", told.append)
    with language.of_request("fr"):
        agreement.crosscheck("interval", Crosscheck(0.609, difference, None))
        assert told == [t("agreement.check_same", level="intervalle", value="0,609")]
    agreement.crosscheck("interval", Crosscheck(0.609, 2e-3, None))
    assert told[1] == t("agreement.check", level="interval", value="0.609", difference="2.0e-03")


def test_an_error_names_a_file_as_who_gave_it_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALOI_DATA", f"{tmp_path}/my data")
    kept = session.settings().data / "uploads/7b0bbc3e2a076e88eb5710bc/notes 2.csv"
    twin = {"text": "Fits", "known": "fits", "differ_by": "case"}
    error = AloiError("corpora.label-is-a-twin", where=f"{kept}, line 3", **twin)
    assert session.error_text(error).startswith("notes 2.csv, line 3: ")
    with language.of_request("fr"):
        assert session.error_text(error).startswith("notes 2.csv, ligne 3")
    assert error.told().startswith(str(kept))


@pytest.mark.parametrize(
    ("role", "sees"),
    [(None, False), (Role.ANNOTATOR, False), (Role.ADJUDICATOR, True), (Role.ADMINISTRATOR, True)],
)
def test_annotators_read_of_no_folder_and_no_address_of_a_store(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    role: Role | None,
    sees: bool,
) -> None:
    monkeypatch.setenv("ALOI_DATA", f"{tmp_path}/my data")
    person = None if role is None else Annotator("p1", "Ada", "A1", role)
    monkeypatch.setattr(session, "current", lambda: person)
    data = session.settings().data
    shown = "sqlite:////srv/my lab/aloi.db"
    errors = [
        *(AloiError(f"storage.driver-{kind}", store=shown, code="SQLITE_X") for kind in ("closed", "disk")),
        *(AloiError(f"storage.driver-{kind}", store=shown) for kind in ("full", "locked")),
        AloiError("storage.driver-away", store="postgresql+psycopg://aloi:***@db.lab:5432/aloi", code="08"),
        AloiError("storage.file-missing", store=shown, path=data / "aloi.db-wal"),
        AloiError("aloi.disk-full", named=True, path=f"{data}/exports/x 1/part"),
        AloiError("aloi.system-refused", named=True, path=f"{data}/x/part", reason="Read-only file system"),
        AloiError("aloi.exists", path=data / "exports" / "1.0").at(f"{data}/t.tsv, line 2"),
    ]
    for error in errors:
        caplog.clear()
        for name in ("en", "fr"):
            with language.of_request(name):
                text = session.error_text(error)
            secrets = ("my data", "my lab", "sqlite", "postgresql", "db.lab", str(tmp_path))
            assert any(word in text for word in secrets) == sees, text
        assert bool(caplog.records) != sees


def test_a_store_that_cannot_be_read_says_not_who_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    error = AloiError("storage.driver-full", store="sqlite:////srv/aloi/aloi.db")

    def refuse() -> None:
        raise error

    monkeypatch.setattr(session, "current", refuse)
    assert "/srv" not in session.error_text(error)


def test_two_columns_of_intervals_are_not_taken_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(tables.st, "html", drawn.append)
    ends = (Interval(0.51, 0.69, "analytic"), Interval(0.11, 0.29, "analytic"))
    row = {(name, "95 %"): Number(one.low, one) for name, one in zip("ab", ends, strict=True)}
    tables.text_table([row])
    assert all(f"[{one.low:.3f},{NO_BREAK}{one.high:.3f}]" in drawn[0] for one in ends)


def test_a_part_of_the_whole_report_keeps_each_interval_with_its_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[list[dict[str, object]]] = []
    monkeypatch.setattr(whole_report, "text_table", lambda rows, **_: drawn.append(rows))
    alpha = Number(0.884, Interval(0.8, 0.95, "analytic"))
    between = ("pearson", "spearman", "change", "deviation", "spread", "se")
    columns = ("annotator", "others", *between, "infit")
    part = ReportPart("annotators", columns, [("Ada", alpha, *[None] * 6, Number(0.1))], ("others", "change"))
    whole_report._draw_part(part)
    assert [next(iter(rows[0])) for rows in drawn] == [t("whole.annotator")] * 2
    assert drawn[0][0][t("whole.others")] is alpha
    assert list(drawn[1][0]) == [t("whole.annotator"), t("whole.infit")]
    with language.of_request("fr"):
        whole_report._draw_part(ReportPart("benchmarks", ("band", "scale"), [("fair", "koo_li")]))
    assert list(drawn[2][0].values()) == ["passable", "Koo et Li"]


def test_a_stratum_of_scores_stands_in_one_line_as_the_reader_writes_numbers() -> None:
    assert items.stratum_told("0.45-0.50") == f"0.45{NO_WRAP}–{NO_WRAP}0.50"
    with language.of_request("fr"):
        assert items.stratum_told("0.45-0.50") == f"0,45{NO_WRAP}–{NO_WRAP}0,50"
    assert items.stratum_told("noun-rare") == "noun-rare"
