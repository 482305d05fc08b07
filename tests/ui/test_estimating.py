"""The page of any table estimates from few human and many machine answers."""

from __future__ import annotations

import pytest

from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.agreement.estimates import estimate_report
from aloi.workbench.files.estimated_tables import ESTIMATE
from aloi.workbench.requests.files.agreement import EstimateRequest
from tests.agreement.machine.test_corrected_agreement import table
from tests.ui.pages import named, open_page, press, said, tables


@pytest.fixture
def page(site):
    at = open_page(site, "measure")
    content = table().to_csv(index=False).encode()
    at.file_uploader(key="measure:file").upload("answers.csv", content, "text/csv").run()
    at.segmented_control(key="measure:task").set_value("estimate").run()
    return at


def choose(page, kind: str, **fields: object) -> None:
    page.radio(key="estimate:kind").set_value(kind).run()
    for name, value in fields.items():
        label = label_of(EstimateRequest, name)
        widgets = [*page.selectbox, *page.multiselect, *page.text_input]
        named(widgets, label).set_value(value)
    press(page, t("estimate.do"))
    assert not page.error


def test_agreement_of_a_person_who_answered_all(page, site, tmp_path):
    choose(
        page,
        "measure",
        machine="X1",
        system="A1",
        measure="cohen_kappa",
        columns=["A2"],
        cluster=["document"],
    )
    table().to_csv(tmp_path / "answers.csv", index=False)
    expected = estimate_report(
        EstimateRequest(
            tmp_path / "answers.csv",
            "X1",
            system="A1",
            measure="cohen_kappa",
            columns=("A2",),
            cluster=("document",),
        )
    ).estimate
    [drawn] = [each for each in tables(page) if "Effective human answers" in each]
    row = drawn.iloc[0]  # two columns are intervals
    assert float(row["Corrected"]) == pytest.approx(expected.estimate, abs=0.0051)
    assert int(row["Effective human answers"]) == round(expected.effective_people)
    assert f"1,200 machine answers are worth {expected.worth:.0f} human ones." in said(page)
    assert "Cohen's kappa of A1 and people" in str(row["Estimate"])
    again = open_page(site, "measure")
    assert "machine answers are worth" in said(again)
    press(again, t("measure.forget"))
    assert site.jobs.of_verb(ESTIMATE) == []


def test_shares_by_group_and_refused_requests(page):
    choose(page, "label", machine="X1", label="yes", columns=["A2"], by="year")
    [drawn] = [each for each in tables(page) if "Effective human answers" in each]
    assert list(drawn["Estimate"]) == ["Share of yes", "2020", "2021", "2021 - 2020"]
    page.radio(key="estimate:kind").set_value("label").run()
    named(page.text_input, label_of(EstimateRequest, "label")).set_value("maybe")
    press(page, t("estimate.do"))
    assert "maybe" in said(page)
