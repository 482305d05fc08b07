"""Substitutes are cleaned by keyboard alone, one is taken back, and the gold is frozen from them."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.gold.making.cleaning import latest_cleanings
from aloi.storage.store import Store
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from tests.browser.site import PASSWORD, running_site
from tests.browser.steps import press, ready
from tests.workbench.word_campaign import make_words

pytestmark = pytest.mark.browser
NOW = datetime(2026, 5, 4, tzinfo=UTC)
GIVEN = {
    "Une [mince/mince/ADJ] couche suffit.": [["fin", "étrroit"], ["fin", "minces"], ["très peu épais"]],
    "Un [mince/mince/ADJ] espoir demeure.": [["étrroit"], ["zzqxxvbk"], ["faible"]],
    "Il [aborde/aborder/VERB] tout de suite.": [["s'attaquer à"], ["marche"], ["mettre fin"]],
    "On [accuse/accuser/VERB] le froid.": [["mis en cause"], ["se plaindre de"], ["blamer"]],
    "Deux [tirs/tir/NOUN] partent.": [["coups de feu"], ["le coup"], ["entrées"]],
}
COLLECTED = 17
# What is shown -> the keys that decide it, and what is stored.
KEYS = {
    "étrroit": (["Enter"], "validated_correction", "étroit"),
    "minces": (["x"], "excluded", None),
    "très peu épais": (["k"], "kept", "très peu épais"),
    "zzqxxvbk": (["e", "fluet", "Enter"], "by_hand", "fluet"),
    "s'attaquer à": (["Enter"], "multi_word", "attaquer"),
    "marche": (["2"], "alternative", "marche"),
    "mettre fin": (["Enter"], "kept", "mettre fin"),
    "mis en cause": (["Enter"], "multi_word", "mettre en cause"),
    "se plaindre de": (["e", "gémir", "Enter"], "by_hand", "gémir"),
    "blamer": (["1"], "validated_correction", "blâmer"),
    "coups de feu": (["Enter"], "multi_word", "coup de feu"),
    "le coup": (["Enter"], "multi_word", "coup"),
}


def decide(page: Page, answer: str) -> None:
    """Decide an answer by its keys, once they count."""
    ready(page)
    for key in KEYS[answer][0]:
        if len(key) > 1 and key != "Enter":
            expect(page.locator(".edited")).to_be_focused()
            page.keyboard.type(key)
        else:
            page.keyboard.press(key)


@pytest.mark.slow
def test_every_answer_is_decided_by_keyboard_and_one_is_taken_back(visitors, tmp_path):
    with running_site(visitors, tmp_path) as site:
        store = Store.open(site.url)
        campaign = make_words(store, tmp_path, GIVEN)
        store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash=hash_password(PASSWORD))
        page = site.visitor()
        site.sign_in(page, "Boss", "cleaning")
        automatic = re.compile(r"Accept all \d")
        press(page, automatic)
        expect(page.get_by_role("button", name=automatic)).to_be_hidden()
        shown = page.locator(".typed")
        put_off = shown.inner_text()
        ready(page)
        page.keyboard.press("s")
        expect(shown).not_to_have_text(put_off)
        for place in range(len(KEYS) - 1):
            answer = shown.inner_text()
            assert answer != put_off
            decide(page, answer)
            expect(shown).not_to_have_text(answer)
            if place == 2:
                ready(page)
                page.keyboard.press("u")
                expect(shown).to_have_text(answer)
                decide(page, answer)
                expect(shown).not_to_have_text(answer)
        expect(shown).to_have_text(put_off)
        decide(page, put_off)
        expect(page.get_by_text(t("cleaning.done"))).to_be_visible()
        decided = {
            answer: (one.category, one.result)
            for (_, answer), one in latest_cleanings(store.cleanings.list(campaign)).items()
            if answer in KEYS
        }
        assert decided == {answer: tuple(kept[1:]) for answer, kept in KEYS.items()}

        site.go(page, "releases")
        press(page, t("releases.freeze"))
        page.get_by_label(t("releases.version"), exact=True).first.wait_for()
        gold = store.gold.golds(campaign)[-1]
        store.close()
    assert gold.cleaned
    lemmas = {word for one in gold.items for word, _ in one.value["substitutes"]}
    assert lemmas >= {"étroit", "attaquer", "coup de feu", "gémir"}
    assert "étrroit" not in lemmas
