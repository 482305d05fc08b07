"""Numbers with a comma or a point, whatever the browser takes for one: 1,5 must not become 15."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.workbench.passwords import hash_password
from tests.browser.site import PASSWORD, running_site
from tests.browser.steps import settled
from tests.workbench.scene import make_scene

pytestmark = pytest.mark.browser


def test_numbers_are_typed_and_pasted_with_a_comma_or_a_point(visitors, tmp_path):
    store = Store.open(f"sqlite:///{tmp_path / 'aloi.db'}")
    make_scene(store, tmp_path, 2)
    now = datetime.now(UTC)
    store.people.add("Boss", Role.ADMINISTRATOR, now, password_hash=hash_password(PASSWORD), pseudonym="M1")
    store.close()
    with running_site(visitors, tmp_path) as site:
        page = site.visitor()
        site.sign_in(page, "Boss", "candidates")
        settled(page)
        field = page.get_by_test_id("stNumberInputField").first
        for typed, expected in (("0,7", "0.70"), ("0.6", "0.60"), (",8", "0.80")):
            field.click()
            page.keyboard.press("Control+A")
            page.keyboard.type(typed)
            page.keyboard.press("Enter")
            expect(field).to_have_value(expected)
        paste = """(field, text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text", text);
            const options = { clipboardData, bubbles: true, cancelable: true };
            field.dispatchEvent(new ClipboardEvent("paste", options));
        }"""
        field.evaluate(paste, "0,55")
        page.keyboard.press("Enter")
        expect(field).to_have_value("0.55")
