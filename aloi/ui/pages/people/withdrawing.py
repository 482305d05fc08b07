"""Somebody taken out of a campaign's open rounds, with or without somebody in their place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from aloi.annotation.model import Annotator, Campaign
from aloi.ui.shared.corrections.panel import correction
from aloi.ui.shared.forms.requests import RequestForm
from aloi.ui.shared.tables import no_markup
from aloi.ui.texts import t
from aloi.workbench.corrections import withdrawal
from aloi.workbench.requests.corrections import WithdrawRequest
from aloi.workbench.store.opening import Store


def draw_withdrawing(
    store: Store, campaign: Campaign, annotator: Annotator, inside: Sequence[Annotator]
) -> None:
    """Draw how somebody who works in a campaign is withdrawn; those inside come first as replacements."""
    key = f"people:withdraw:{campaign.id}:{annotator.id}"
    form = RequestForm(WithdrawRequest, key, campaign=campaign.id, person=annotator.id)
    workers = store.people.workers()
    others = [*(one for one in inside if one in workers), *(one for one in workers if one not in inside)]
    names = [one.pseudonym for one in others if one != annotator]

    def effect() -> str:
        chosen = form.ask(
            "to", options=[None, *names], format_func=lambda one: one or t("corrections.withdraw_nobody")
        )
        effect_ = withdrawal.withdrawal_effect(store, form.preview())
        values = {
            "who": no_markup(annotator.pseudonym),
            "rounds": t("corrections.in_rounds", count=effect_.rounds),
        }
        moved = (
            t("corrections.withdraw_effect", count=effect_.items, to=chosen, **values)
            if chosen
            else t("corrections.withdraw_back", count=effect_.items, **values)
        )
        return f"{moved} {t('corrections.withdraw_answers', count=effect_.answers)}"

    def withdraw(request: WithdrawRequest, now: datetime) -> str:
        withdrawal.withdraw(store, request, now)
        return t(
            "corrections.withdrawn", who=no_markup(annotator.pseudonym), campaign=no_markup(campaign.name)
        )

    correction(
        form,
        t("corrections.withdraw", who=no_markup(annotator.pseudonym), campaign=no_markup(campaign.name)),
        effect,
        withdraw,
    )
