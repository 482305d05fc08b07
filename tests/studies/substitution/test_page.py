"""The page of substitution scores: files scored against a file of gold, and what is missing told."""

from __future__ import annotations

import pytest

from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.files.scored_substitutes import SCORE
from aloi.workbench.requests.files.scores import LexsubRequest
from tests.ui.pages import open_page, tables

GOLD = "mince.a 1 :: fin 3; petit 1;\nlier.v 2 :: unir 2;\n"
SYSTEMS = {"good.txt": "mince.a 1 :: fin\nlier.v 2 :: unir\n", "bad.txt": "mince.a 1 :: petit\n"}


@pytest.fixture
def page(site):
    return open_page(site, "lexsub")


def uploader(page, field):
    return next(one for one in page.file_uploader if one.label == label_of(LexsubRequest, field))


def test_nothing_chosen_is_told(page):
    page.button[-1].click().run()
    assert [one.value for one in page.warning] == [t("lexsub.missing")]


def test_systems_are_scored_and_compared(page, site):
    uploader(page, "gold").upload("gold.txt", GOLD.encode(), "text/plain")
    for name, text in SYSTEMS.items():
        uploader(page, "systems").upload(name, text.encode(), "text/plain")
    page.button[-1].click().run()
    assert not page.exception
    assert not page.error
    rows = tables(page)[0]
    assert list(rows[t("lexsub.system")]) == ["good", "bad"]
    assert rows[t("lexsub.best")][0].startswith("0.875 [")
    assert rows[t("lexsub.best")][1].startswith("0.125 [")
    assert rows[t("lexsub.answered")][1] == "1 (50%)"
    differences = tables(page)[2]
    assert differences[t("lexsub.difference")][0].startswith("+0.750 [")
    again = open_page(site, "lexsub")  # without the files
    assert tables(again)[0].equals(rows)
    assert not again.info
    scored = site.jobs.last(SCORE, "M1").result["document"]
    assert [one["system"] for one in scored["systems"]] == ["good", "bad"]


def test_a_file_that_does_not_fit_is_told(page):
    uploader(page, "gold").upload("gold.txt", GOLD.encode(), "text/plain")
    uploader(page, "systems").upload("s.txt", b"mince.a 9 :: fin\n", "text/plain")
    page.button[-1].click().run()
    assert "does not exist" in page.error[0].value
