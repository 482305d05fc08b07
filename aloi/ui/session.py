"""The person signed in and their selection; only this and `aloi.ui.language` touch `st.session_state`."""

from __future__ import annotations

import json
import logging
import re
import tempfile
import threading
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit
from zoneinfo import ZoneInfo

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from aloi.annotation.model import Annotator, Role
from aloi.base.addresses import without_places
from aloi.base.errors import AloiError
from aloi.base.settings import Settings
from aloi.ui import language, scripts
from aloi.ui.streamlit_words import of_streamlit
from aloi.ui.texts import t
from aloi.workbench import access
from aloi.workbench.store.opening import Store, act_as
from aloi.workbench.store.private import UPLOADS

CHECKSUM = 24  # digits of the checksum that names the folder of an uploaded file
_MIN_SHOW_MS = 250
_LINE = re.compile(r"(?<=, )line (\d+)")  # of a place in a file, which layers below tell in English
_LOG = logging.getLogger("aloi.pages")
_LOCK = threading.Lock()
_STORES: dict[str, Store] = {}
_NEEDED = "needed_roles"  # for which roles the page is that a tab shows
_served: Settings | None = None
_Data = TypeVar("_Data")


def use(served: Settings) -> None:
    """Configure every page of this process with these settings; the server calls it once."""
    global _served
    _served = served
    language.serve_in(served.language)


def settings() -> Settings:
    """Return the server's settings, or those of the environment when pages run without it."""
    return _served or Settings.read()


def uploads() -> Path:
    """Return the folder of uploaded files, each in a folder named by its checksum."""
    return settings().data / UPLOADS


def error_text(error: AloiError) -> str:
    """Return the message of an error for the reader of the page, on three lines in their language.

    An uploaded file has its original name, as its stored path has no meaning for the reader. Annotators, and
    people who are not signed in, see no folder and no address of a store: the log has them.
    """
    upload_path = rf"{re.escape(str(uploads()))}[/\\][0-9a-f]{{{CHECKSUM}}}[/\\]"
    text = re.sub(upload_path, "", error.told(language.current(), page=True))
    if not _may_see_places():
        folders = [str(settings().data), str(settings().data.resolve()), tempfile.gettempdir()]
        shown = without_places(text, _values_in(error), folders)
        if shown != text:
            _LOG.warning("%s", error.told())
        text = shown
    return _LINE.sub(lambda found: t("app.line", number=found[1]), text)


def _may_see_places() -> bool:
    """Return whether the reader of the page is an administrator; False if the store cannot be read."""
    try:
        person = current()
    except AloiError:
        return False
    return person is not None and access.may(access.roles_of(unscoped_store(), person), access.DECIDERS)


def _values_in(error: AloiError) -> Iterator[object]:
    for value in (*error.values.values(), *error.places):
        if isinstance(value, AloiError):
            yield from _values_in(value)
        elif isinstance(value, tuple):
            yield from value
        else:
            yield value


def open_store() -> Store:
    """Return the store as the person who is signed in may read it for the open page.

    Of a campaign in which they have no role that the page is for, nothing is in it.
    """
    person = current()
    needed = st.session_state.get(_NEEDED, access.EVERYBODY)
    return (
        unscoped_store().as_person("")
        if person is None
        else access.store_of(unscoped_store(), person, needed)
    )


def serve_page(needed: Collection[Role]) -> None:
    """Settle for which roles the page is that this tab draws from now on."""
    st.session_state[_NEEDED] = frozenset(needed)


def roles() -> frozenset[Role]:
    """Return every role of the person who is signed in, in any campaign."""
    return access.roles_of(unscoped_store(), require())


def unscoped_store() -> Store:
    """Return the one Store this process has on the settings' address: for the server, not for pages."""
    url = settings().store
    with _LOCK:
        if url not in _STORES:
            _STORES[url] = Store.open(url)
            _STORES[url].answers.keep_none()  # operations that read rounds run in the worker
        return _STORES[url]


def now() -> datetime:
    """Return the time, aware and in UTC."""
    return datetime.now(UTC)


def local_now() -> datetime:
    """Return the time in the time zone of the person's browser; in UTC if that is unknown."""
    try:
        return now().astimezone(ZoneInfo(st.context.timezone or "UTC"))
    except (KeyError, ValueError, OSError):  # a browser can say anything; zones are files of the system
        return now()


def today() -> date:
    """Return the current day in the time zone of the person."""
    return local_now().date()


def event_id() -> str:
    """Return a new id for an event of the page itself."""
    return uuid.uuid4().hex


def min_show_ms() -> int:
    """Return for how long an item is shown before a key may answer it."""
    return _MIN_SHOW_MS


def lease_seconds() -> int:
    """Return the duration of the lease of an item, in seconds."""
    return settings().lease_minutes * 60


def address() -> str:
    """Return the address of this server as the person's browser knows it, without a final slash."""
    url = urlsplit(st.context.url or "")
    if url.netloc:
        return f"{url.scheme}://{url.netloc}"
    return f"http://{settings().host}:{settings().port}"


def current() -> Annotator | None:
    """Return the signed-in person; None behind another server than ours, or if the sign-in has ended."""
    return _person_of(_login())


def is_participant() -> bool:
    """Return whether the signed-in person is a participant of a crowd, who has the annotation page alone."""
    login = _login()
    sign_in = unscoped_store().people.login(login, now()) if login else None
    return sign_in is not None and sign_in.round_id is not None


def settle_language(person: Annotator | None) -> None:
    """Set the language of this browser tab: the person's choice, else that of their browser."""
    if not language.settled():
        chosen = unscoped_store().people.preferences(person.id).get(language.PREFERENCE) if person else None
        language.settle(chosen, st.context.locale)


def sign_in_first() -> None:
    """Say how to sign in, and stop the page."""
    if _login() is None:
        st.info(t("server.use_serve"))
    else:
        st.info(t("signin.ended"))
        st.markdown(f'<a href="/signin" target="_self">{t("signin.title")}</a>', unsafe_allow_html=True)
    st.stop()


def require(*roles: Role) -> Annotator:
    """Return the acting person, read from the store at every call.

    `open_store` restricts the store to the campaigns in which the person has one of these roles.

    Raises
    ------
    AloiError
        The sign-in has ended, the account was disabled, or they have none of `roles` anywhere.
    """
    return _allowed(current(), roles)


def while_allowed(make: Callable[[], _Data]) -> Callable[[], _Data]:
    """Return the function that makes a file on request, if the person still has access to it.

    It is called outside any run of the page, without information on who is signed in. Therefore it stores the
    login and the roles for which the page is drawn now.
    """
    login, needed = _login(), st.session_state.get(_NEEDED, access.EVERYBODY)
    require()

    def allowed() -> _Data:
        _allowed(_person_of(login), needed)
        return make()

    return allowed


def page_state(page: str) -> MutableMapping[str, Any]:
    """Return the state of a page for this browser tab; never an answer, which belongs in the store."""
    state: MutableMapping[str, Any] = st.session_state.setdefault(f"{page}:state", {})
    return state


def held_by_tab() -> MutableMapping[str, None]:
    """Return the digests of the data that this tab has, the oldest first."""
    digests: MutableMapping[str, None] = st.session_state.setdefault("held", {})
    return digests


def in_address(name: str) -> str | None:
    """Return a value of the page's address by name: a selection that survives reloads and sent links."""
    return st.query_params.get(name)


def put_in_address(query: Mapping[str, str]) -> None:
    """Replace the query of the page's address."""
    if st.query_params.to_dict() != query:
        st.query_params.from_dict(query)


def hold_address(page: str) -> None:
    """Make the browser's address bar show the request of this run.

    A link to the page one is on draws it anew, and leaves the bar as it was.
    """
    query = st.query_params.to_dict()
    before = st.session_state.get("address")
    st.session_state["address"] = (page, query)
    # Only then: at each run it would come too late for a person who has gone back meanwhile.
    if before is not None and before[0] == page and before[1] != query:
        st.query_params.from_dict(query)


def page_open() -> str | None:
    """Return the name of the page that is open, "" for Home; None before the first request."""
    page: str | None = st.session_state.get("address", (None,))[0]
    return page


def complete_address(page: str, query: Mapping[str, str]) -> None:
    """Add this query to the browser's address bar if the page was requested by its name alone.

    The bare address is replaced: the way back leads past it.
    """
    bare = not st.query_params.to_dict() and bool(query)
    scripts.run(
        scripts.COMPLETE_ADDRESS, bare="1" if bare else "", ends=f"/{page}", query=f"?{urlencode(query)}"
    )


def choose_in_address(
    where: DeltaGenerator,
    label: str,
    names: Mapping[str, str],
    current: str | None,
    *,
    key: str,
    query: Callable[[str], Mapping[str, str]],
    **options: Any,
) -> None:
    """Draw a list whose choice is put into the page's address, which the page reads at its next run.

    Parameters
    ----------
    names : mapping
        The options: names by id.
    current : str, optional
        The id in the address, or its default; without it nothing is selected.
    query : callable
        Returns the query of the address for a selected id.
    options
        Further arguments of the list, such as its width.
    """
    # The address leads, so that the way back in the browser moves the list too.
    st.session_state[key] = current
    where.selectbox(
        label,
        list(names),
        index=None if current is None else 0,
        placeholder=t("app.choose"),
        format_func=lambda one: names.get(one, one),
        key=key,
        on_change=lambda: put_in_address(query(st.session_state[key])),
        **options,
    )


def say(text: str) -> None:
    """Show a short message once the page has been drawn again."""
    st.session_state.setdefault("said", []).append(text)


def show_said() -> None:
    """Draw the pending messages; the router calls it at each full run."""
    for text in st.session_state.pop("said", []):
        st.toast(text, duration="long")


def draw_account(person: Annotator, called: str) -> None:
    """Draw the account, the password change and the sign-out, at the foot of the sidebar.

    `called` is the pseudonym as Markdown shows it as typed.
    """
    with st.sidebar:
        st.caption(t("app.signed_in", name=called, role=t(f"app.role_{person.role.value}")))
        ways = (("/password", "password.title"), ("/signout", "signout.title"))
        links = "".join(f'<a href="{path}" target="_self">{t(key)}</a>' for path, key in ways)
        st.markdown(f'<div class="account">{links}</div>', unsafe_allow_html=True)
        _draw_language(person)


def _draw_language(person: Annotator) -> None:
    """Draw the choice of a language, stored for the person; the document declares its language."""
    key, spoken = "account:language", language.current()

    def choose() -> None:
        unscoped_store().people.prefer(require().id, language.PREFERENCE, st.session_state[key])
        language.settle(st.session_state[key])

    st.session_state[key] = spoken
    names = language.NAMES
    st.selectbox(t("app.language"), list(names), format_func=names.__getitem__, key=key, on_change=choose)
    declare_language()


def declare_language() -> None:
    """Declare the language of the document, also to the parts that Streamlit writes."""
    scripts.run(scripts.NAME_LANGUAGE, language=language.current())
    scripts.run(scripts.SPEAK, words=json.dumps(of_streamlit()))


def sent(key: str) -> Mapping[str, Any] | None:
    """Return the last event of a custom widget; None if there is none or it is invalid."""
    event = st.session_state[key].get("event")
    return event if isinstance(event, Mapping) else None


def _person_of(login: str | None) -> Annotator | None:
    """Return the person of a login's stored hash; None when it has ended."""
    sign_in = unscoped_store().people.login(login, now()) if login else None
    return sign_in.person if sign_in else None


def _allowed(person: Annotator | None, needed: Collection[Role]) -> Annotator:
    """Return the acting person, if they have one of the roles; an error otherwise, see `require`."""
    if person is None:
        raise AloiError("ui.signed-out")
    account_roles = {person.role}
    if not access.may(account_roles, needed) and not access.may(
        access.roles_of(unscoped_store(), person), needed
    ):
        raise AloiError("ui.role", role=person.role.value, roles=(role.value for role in needed))
    act_as(person.pseudonym)  # a run of a page has a thread of its own
    return person


def _login() -> str | None:
    """Return the stored hash of this tab's login, as our server wrote it into `st.user`."""
    login_id = st.user.get("login")
    return login_id if isinstance(login_id, str) else None
