"""The alternative annotator test of machines as tables, also on parts of the items of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from aloi.agreement.machine.alternative import FEW_PEOPLE, LEAST_UNITS, AlternativeTest
from aloi.agreement.number import Number, p_text
from aloi.annotation.model import Campaign, Round
from aloi.ui.numbers import number, numbers
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import no_markup, text_table
from aloi.ui.texts import t, translated
from aloi.workbench.requests.rounds import RoundAgreementRequest


def choose_parts(
    campaign: Campaign, round_: Round, key: str
) -> Literal["label", "origin", "guideline"] | None:
    """Draw the choice of parts of the items on which machines are tested too; None for none."""
    form = RequestForm(RoundAgreementRequest, key, campaign=campaign.id, round=round_.number)
    form.ask("machine_by")
    form.rest()
    return form.request().machine_by


def machine_tests(tests: Sequence[AlternativeTest], by: str | None = None) -> None:
    """Draw the test of each machine: whether it may replace a person, and the comparison with each one.

    If parts of the items were chosen (`by`) and there are none, the page says so.
    """
    if by is not None and tests and not any(test.part for test in tests):
        st.info(t("machines.no_parts"))
    for test in tests:
        name = f"{test.machine}, {translated(test.part)}" if test.part else test.machine
        st.subheader(no_markup(t("machines.test_of", name=name)))
        if test.winning_rate is None:
            st.info(t("machines.nobody", units=test.units, least=LEAST_UNITS))
        else:
            words = {
                "rate": Number(test.winning_rate, test.winning_interval),
                "epsilon": number(test.epsilon, "g"),
            }
            draw = st.success if test.passes else st.warning
            draw(t("machines.passes" if test.passes else "machines.fails", **words))
            if len(test.compared) < FEW_PEOPLE:
                st.warning(t("machines.few", count=len(test.compared), least=FEW_PEOPLE))
        text_table(_rows(test), download=f"machine-{name}.csv", signed=t("app.signature"))
    if tests:
        with st.expander(t("agreement.meaning")):
            st.markdown(t("machines.meaning"))


def _rows(test: AlternativeTest) -> list[dict[object, object]]:
    person, units = t("machines.person"), t("app.items")
    advantage = (t("glossary.advantage"), t("glossary.interval"))
    lead, p, won, signature = t("machines.lead"), t("machines.p"), t("machines.won"), t("app.signature")
    rows: list[dict[object, object]] = [
        {
            person: of.annotator,
            units: of.units,
            advantage: Number(of.advantage, of.interval),
            lead: Number(of.lead, signed=True),
            p: numbers(p_text(of.adjusted)),
            won: t("machines.too_few" if of.reason else "app.yes" if of.wins else "app.no"),
            signature: "",
        }
        for of in test.people
    ]
    together = Number(test.advantage, test.advantage_interval)
    passes = "-" if test.passes is None else t("app.yes" if test.passes else "app.no")
    rows.append(
        {
            person: t("machines.all"),
            units: test.units,
            advantage: together,
            lead: None,
            p: None,
            won: passes,
            signature: test.signature,
        }
    )
    return rows
