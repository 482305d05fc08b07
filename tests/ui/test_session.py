"""Who a page thinks is signed in, read from the store at every call."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.server import auth
from aloi.workbench.people import hash_token
from tests.storage.world import fill


def page(roles: str) -> None:
    import streamlit as st

    from aloi.annotation.model import Role
    from aloi.base.errors import AloiError
    from aloi.ui import session

    session.show_said()
    if session.current() is None:
        session.sign_in_first()
    try:
        person = session.require(*map(Role, roles.split()))
    except AloiError as error:
        st.error(str(error))
    else:
        st.write(f"{person.pseudonym} may")
    if st.button("say"):
        session.say("done")
        st.rerun()


@pytest.fixture
def opened(tmp_path, monkeypatch) -> Store:
    monkeypatch.setenv("ALOI_STORE", f"sqlite:///{tmp_path / 'aloi.db'}")
    return session.unscoped_store()


def run(store: Store, role: Role, roles: str) -> AppTest:
    person = store.people.add("Ada", role, session.now())
    test = AppTest.from_function(page, kwargs={"roles": roles})
    test.user = {"login": hash_token(auth.start_login(store, person.id, session.now()))}
    return test.run()


def test_a_role_that_may(opened):
    assert run(opened, Role.ADJUDICATOR, "adjudicator").markdown[0].value == "A1 may"


def test_a_manager_may_everything(opened):
    assert run(opened, Role.ADMINISTRATOR, "annotator").markdown[0].value == "M1 may"


def test_a_role_that_may_not(opened):
    test = run(opened, Role.ANNOTATOR, "adjudicator manager")
    assert "This needs the role: adjudicator, manager." in test.error[0].value


def test_the_role_is_read_again_at_every_run(opened):
    test = run(opened, Role.ANNOTATOR, "annotator")
    opened.people.add("Boss", Role.ADMINISTRATOR, session.now(), password_hash="x")
    opened.people.set_disabled(opened.people.get("Ada").id, True)
    test.run()
    assert test.info[0].value.startswith("You are signed out.")
    assert not [one for one in test.markdown if "may" in one.value]


def test_behind_another_server(opened):
    test = AppTest.from_function(page, kwargs={"roles": ""}).run()
    assert test.info[0].value == "Sign-in needs Aloi's own server: start it with `aloi serve`."


def test_what_is_said_is_shown_after_the_rerun(opened):
    test = run(opened, Role.ADMINISTRATOR, "manager")
    test.button[0].click().run()
    assert [one.value for one in test.toast] == ["done"]
    test.run()
    assert len(test.toast) == 0


def test_one_store_an_address(opened):
    assert session.unscoped_store() is opened


def test_the_process_of_pages_keeps_no_answers_in_memory(site: Store) -> None:
    world = fill(site)
    leased = world.lease(0)
    world.answer(leased.key, "e1", {"score": 4})
    opened = session.unscoped_store()
    assert len(opened.answers.latest(world.round_id)) == 1
    assert opened.answers._cache.size == 0
    site.answers.latest(world.round_id)
    assert site.answers._cache.size > 0
