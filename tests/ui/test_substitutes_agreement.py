"""The page of agreement of a round of substitutes gives its reports."""

from __future__ import annotations

from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.people import add_person
from aloi.workbench.requests.corrections import PersonRequest
from tests.ui.pages import open_page
from tests.workbench.desks import answer_differently, open_rounds
from tests.workbench.scene import NOW


def test_both_reports_can_be_had(site: Store) -> None:
    team = [add_person(site, PersonRequest(f"Person {n}", "annotator"), NOW) for n in range(3)]
    opened = open_rounds(site, team, items=4)
    answer_differently(site, team, opened.values())
    page = open_page(site, "agreement", campaign=opened["substitution"].campaign.id)
    assert not page.exception
    given = [one.proto.label for one in page.get("download_button")]
    assert {t("agreement.html"), t("agreement.tex")} <= set(given)
