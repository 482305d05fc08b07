"""A copy of the store, work that goes on, a check, and the way back: in French, two people at it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui import language
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.store.restoring import kept_copies
from tests.browser.shown import agreement_shown, enter
from tests.browser.site import PASSWORD, Visitors, running_site
from tests.browser.steps import WORK, at, choose, press, settled
from tests.workbench.scene import NOW, make_scene

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_copy_takes_the_place_of_the_store_while_somebody_answers(
    visitors: Visitors, tmp_path: Path
) -> None:
    with running_site(visitors, tmp_path) as site, language.of_request("fr"):
        store = site.store()
        hashed = hash_password(PASSWORD)
        store.people.add("Boss", Role.ADMINISTRATOR, NOW, password_hash=hashed)
        ada = store.people.add("Ada", Role.ANNOTATOR, NOW, password_hash=hashed, pseudonym="A9")
        scene = make_scene(store, tmp_path)
        one = scene.open(names=(*scene.names, ada.pseudonym))
        scene.give(one, {"A1": (1, 2, 3, 4, 5, 0), "A2": (1, 2, 3, 4, 5, 5)})
        boss, desk = (site.visitors.enter(locale="fr-FR") for _ in range(2))
        enter(site, boss, "Boss", "store")
        before = agreement_shown(site, boss, store, scene.campaign.id)
        site.go(boss, "store")
        press(boss, t("store.do_backup"))
        expect(boss.get_by_text(t("store.backed_up", size="").split("(")[0])).to_be_visible(timeout=WORK)

        # Work goes on: Ada answers, and what stood in the copy is corrected.
        enter(site, desk, "Ada", "annotate")
        at(desk, 0, 6)
        for done in (1, 2):
            desk.keyboard.press("5")
            at(desk, done, 6)
        assert agreement_shown(site, boss, store, scene.campaign.id) != before
        site.go(boss, "store")
        press(boss, t("store.do_check"))
        expect(boss.get_by_text(t("store.sound", documents=12, sentences=12))).to_be_visible(timeout=WORK)

        # The way back: looked at first, then done by keyboard.
        [copy] = kept_copies(tmp_path / "data")
        choose(boss, t("store.copy_kept"), 0)
        press(boss, t("store.look"))
        expect(boss.get_by_text(t("store.copy_sound", name=copy.path.name))).to_be_visible(timeout=WORK)
        replace = boss.get_by_role("button", name=t("store.replace"), exact=True)
        expect(replace).to_be_disabled()
        boss.get_by_role("checkbox", name=t("store.replaces_read")).focus()
        boss.keyboard.press("Space")
        expect(replace).to_be_enabled()
        settled(boss)
        replace.focus()
        boss.keyboard.press("Enter")
        expect(boss.get_by_text(t("store.replaced"))).to_be_visible(timeout=WORK)
        [kept] = [each.path for each in kept_copies(tmp_path / "data") if each.path != copy.path]
        assert kept.name in boss.get_by_test_id("stCode").last.inner_text()

        # Ada's next answer is refused, not taken into a store that does not know of her others.
        desk.keyboard.press("3")
        expect(desk.get_by_test_id("stMain")).to_contain_text("Votre session est terminée")
        expect(desk.locator(".desk")).to_have_count(0)  # nor does her page go on showing its texts
        assert store.contents().answers == 12
        replaced = Store.open(f"sqlite:///{kept}")
        assert [each.value for each in replaced.answers.latest_of(ada.id, one.id)] == [{"score": 5}] * 2
        replaced.close()
        enter(site, boss, "Boss", "store")
        assert agreement_shown(site, boss, store, scene.campaign.id) == before
        assert store.check() == []
        store.close()
