"""Numbers are written as the reader's language writes them, in sentences, tables and charts."""

from __future__ import annotations

import altair as alt
import pytest

from aloi.agreement.number import Number
from aloi.agreement.result import Interval
from aloi.ui import language
from aloi.ui.numbers import NARROW, NO_BREAK, chart_locale, counted, number, numbers, shown
from aloi.ui.pages.adjudicate.header import progress_words
from aloi.ui.shared.drawing import show
from aloi.ui.texts import t

MEASURED = Number(0.5, Interval(0.25, 0.75, "analytic"), digits=2, signed=True)


@pytest.mark.parametrize(
    ("value", "form", "english", "french"),
    [
        (0.534, ".1%", "53.4%", f"53,4{NARROW}%"),
        (22978, ",", "22,978", f"22{NARROW}978"),
        (-1234.5, ",.1f", "-1,234.5", f"-1{NARROW}234,5"),
        (1e-7, ".1e", "1.0e-07", "1,0e-07"),
        (3, "", "3", "3"),
    ],
)
def test_a_number_is_written_in_the_language(value: float, form: str, english: str, french: str) -> None:
    assert number(value, form) == english
    with language.of_request("fr"):
        assert number(value, form) == french


def test_a_count_alone_has_its_thousands_apart_as_one_in_a_sentence() -> None:
    assert (counted(999), counted(1500)) == ("999", "1,500")
    assert counted(1500) in t("candidates.first_items", shown=500, count=1500)
    with language.of_request("fr"):
        assert counted(1500) == f"1{NARROW}500"


def test_the_ends_of_an_interval_are_not_parted_by_the_comma_of_decimals() -> None:
    assert shown(MEASURED) == numbers(str(MEASURED)) == "+0.50 [+0.25, +0.75]"
    with language.of_request("fr"):
        assert shown(MEASURED) == f"+0,50 [+0,25{NARROW};{NO_BREAK}+0,75]"
        assert shown(MEASURED, "interval") == f"[+0,25{NARROW};{NO_BREAK}+0,75]"
        assert shown(0.5) == "0,5"


def test_what_is_no_number_stays_as_it_is() -> None:
    with language.of_request("fr"):
        assert shown("version 1.0, item 2.3") == "version 1.0, item 2.3"
        assert shown(None) == "-"


def test_a_sentence_says_a_number_in_its_language() -> None:
    with language.of_request("fr"):
        assert "0,50" in t("diagnosis.order_effect", value=MEASURED)
        assert "1.0" in t("home.released", version="1.0")


def test_charts_write_numbers_and_days_in_the_language() -> None:
    assert chart_locale() is None
    with language.of_request("fr"):
        found = chart_locale()
    assert found is not None
    assert found["number"]["decimal"] == ","
    assert [len(found["time"][name]) for name in ("days", "shortDays", "months", "shortMonths")] == [
        7,
        7,
        12,
        12,
    ]
    drawn = alt.Chart(alt.Data(values=[{"x": 1}])).mark_bar().configure(locale=found).to_dict()
    assert drawn["config"]["locale"] == found


def test_vega_says_no_axis_in_english_on_a_french_page(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[dict] = []
    monkeypatch.setattr("streamlit.vega_lite_chart", lambda spec, **_: shown.append(spec))
    chart = alt.Chart(alt.Data(values=[{"x": 1}])).mark_bar().encode(x="x:Q")
    show(chart, 100, "One bar.")
    with language.of_request("fr"):
        show(chart, 100, "Une barre.")
    english, french = shown
    assert "aria" not in english.get("config", {}).get("axis", {})
    assert french["config"]["axis"]["aria"] is False
    assert french["config"]["legend"]["aria"] is False
    assert french["description"] == "Une barre."


def test_thousands_of_long_counts_stand_apart_but_a_seed_is_a_name() -> None:
    assert (shown(22978), shown(229), shown(True)) == ("22,978", "229", "yes")
    assert "14,975" in progress_words(0, 14975)
    assert "12345" in t("models.seed_number", seed=12345)
    with language.of_request("fr"):
        assert shown(22978) == f"22{NARROW}978"
        assert f"14{NARROW}975" in progress_words(0, 14975)


def test_counts_of_adjudication_are_inflected_one_by_one() -> None:
    assert progress_words(1, 0) == "1 decided, 0 left"
    with language.of_request("fr"):
        assert [progress_words(*each) for each in ((0, 1), (1, 2), (2, 0))] == [
            "0 décidé, 1 restant", "1 décidé, 2 restants", "2 décidés, 0 restant",
        ]  # fmt: skip
