"""The task of the package in docs/plugin, built and installed: a campaign by pages, from card to export."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui.shared.forms.requests import label_of
from aloi.ui.texts import t
from aloi.workbench.passwords import hash_password
from aloi.workbench.requests.releases import ExportRequest, FreezeRequest
from tests.browser.site import PASSWORD, Site, Visitors, running_site
from tests.browser.steps import (
    WORK,
    at,
    choose,
    create_campaign,
    download,
    fill,
    give_decision,
    give_file,
    make_release,
    press,
    settled,
    task_card,
)
from tests.workbench.plugins.installing import installed_example, with_pip
from tests.workbench.scene import NOW

pytestmark = [pytest.mark.browser, pytest.mark.slow]
CAMPAIGN = "plain"
HARD, EASY = "The patient exhibited dyspnoea on day {n}.", "The patient was short of breath on day {n}."
PAIRS = [tuple(text.format(n=n) for text in ((HARD, EASY) if n % 2 else (EASY, HARD))) for n in range(10)]
DISPUTED = PAIRS[3][0]
REQUIRED = f" ({t('app.required')})"


def start(site: Site, boss: Page, path: Path) -> None:
    """Start a campaign for two people from the card of the task."""
    path.write_text("\n".join(["left,right", *map(",".join, PAIRS)]) + "\n", encoding="utf-8")
    site.sign_in(boss, "Boss", "start")
    settled(boss)
    task_card(boss, "readability").click()
    expect(boss.get_by_text("Two texts: which is easier to read.")).to_be_visible()
    give_file(boss, t("start.file_pair") + REQUIRED, path)
    expect(boss.get_by_text(t("start.preview_own"))).to_be_visible()
    fill(boss, t("corpora.licence") + REQUIRED, "CC0")
    fill(boss, t("start.new_people"), "Ada\nBea")
    boss.get_by_text(t("start.mine"), exact=True).click()
    create_campaign(boss, CAMPAIGN)
    expect(boss.locator(".facts").get_by_text("Readability of pairs")).to_be_visible()


def annotate(site: Site, name: str) -> None:
    """Give the easier text by its key; Bea finds the texts of a pair alike."""
    page = site.visitor()
    site.sign_in(page, name, "annotate")
    for done in range(len(PAIRS)):
        at(page, done, len(PAIRS))
        expect(page.locator(".desk h2").filter(has_text=re.compile("^Text [12]$"))).to_have_count(2)
        first = page.locator(".sentence").first.inner_text()
        key = "3" if (name, first) == ("Bea", DISPUTED) else "2" if "dyspnoea" in first else "1"
        page.keyboard.press(key)
    expect(page.get_by_text(t("annotate.finished", campaign=CAMPAIGN, round=1))).to_be_visible()


def measure_and_decide(site: Site, boss: Page) -> None:
    """Read the agreement, and decide the pair on which the two differ."""
    site.go(boss, "agreement")
    expect(boss.get_by_text(re.compile(r"Krippendorff's alpha \(nominal\): 0\.\d+"))).to_be_visible(
        timeout=WORK
    )
    site.go(boss, "adjudicate")
    expect(boss.get_by_text(DISPUTED)).to_be_visible(timeout=WORK)
    give_decision(boss, "It has no medical term.", boss.locator("[data-label='right']"))
    expect(boss.get_by_text(t("adjudicate.done"))).to_be_visible()
    for name in ("home", "overview", "items", "rounds", "guideline", "campaigns", "models"):
        site.go(boss, name)
        settled(boss, WORK)
        expect(boss.get_by_test_id("stAlertContentError")).to_have_count(0)


def release(site: Site, boss: Page) -> bytes:
    """Freeze the gold of the pilot, release it, and return its export in the format of the package."""
    site.go(boss, "releases")
    choose(boss, label_of(FreezeRequest, "rounds"), "1")
    press(boss, t("releases.freeze"))
    boss.get_by_label(t("releases.version"), exact=True).first.wait_for()
    make_release(boss)
    expect(boss.get_by_text(t("releases.sound"))).to_be_visible(timeout=WORK)
    choose(boss, label_of(ExportRequest, "format"), re.compile("fastText"))
    press(boss, t("releases.export"))
    return download(boss, re.compile(r"\.zip")).read_bytes()


def test_the_task_of_a_package_is_annotated_and_exported(
    visitors: Visitors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installed_example(tmp_path, with_pip, monkeypatch), running_site(visitors, tmp_path) as site:
        store = Store.open(site.url)
        for name, role in (("Boss", Role.ADMINISTRATOR), ("Ada", Role.ANNOTATOR), ("Bea", Role.ANNOTATOR)):
            store.people.add(name, role, NOW, password_hash=hash_password(PASSWORD), pseudonym=name)
        boss = site.visitor()
        start(site, boss, tmp_path / "pairs.csv")
        for name in ("Ada", "Bea"):
            annotate(site, name)
        measure_and_decide(site, boss)
        content = release(site, boss)
        store.close()
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        lines = [
            line for name in archive.namelist() if name.endswith(".txt")
            for line in archive.read(name).decode().splitlines()
        ]  # fmt: skip
    expected = [f"__label__{'right' if 'dyspnoea' in left else 'left'} {left}" for left, _ in PAIRS]
    assert sorted(lines) == sorted(expected)
