"""Odd values in forms, queries, cookies, headers and paths are answered, never with a traceback."""

from __future__ import annotations

import pytest

from aloi.ui import session
from aloi.workbench.people import hash_token, invite
from aloi.workbench.requests.corrections import InviteRequest
from tests.ui.server.forms import PASSWORD, add, form_token, setup_address, sign_in

_VALUES = [
    b"a%00b",
    b"%00",
    b"%ED%A0%80",  # a lone surrogate
    b"%FF%FE",
    b"%C0%80",
    b"%E2%80%AE%F0%9F%98%80",
    b"x" * 15_000,
    b"%0D%0ASet-Cookie:%20a=b",
    b"a=%25%32%30&;",
    b"",
]
_FORM = {"content-type": "application/x-www-form-urlencoded"}


def _body(token: str, **fields: bytes) -> bytes:
    return b"&".join([b"form_token=" + token.encode(), *(k.encode() + b"=" + v for k, v in fields.items())])


def _below_500(answer) -> None:
    assert answer.status_code < 500, answer.text


@pytest.mark.parametrize("value", _VALUES)
def test_no_field_of_the_sign_in_breaks_it(client, store, value):
    add(store, "Ada")
    token = form_token(client.get("/signin").text)
    for field in ("name", "password", "next"):
        fields = {"name": b"Ada", "password": b"wrong", "next": b"/", field: value}
        answer = client.post("/signin", content=_body(token, **fields), headers=_FORM)
        assert answer.status_code in (401, 429)
    _below_500(client.post("/signin", content=b"form_token=" + value, headers=_FORM))


def test_a_name_with_nul_is_a_wrong_one_and_counted(client, store):
    add(store, "Ada")
    tries = [sign_in(client, "Ada\0", password=PASSWORD).status_code for _ in range(6)]
    assert tries == [401] * 5 + [429]


@pytest.mark.parametrize("value", _VALUES)
def test_no_name_of_an_account_breaks_its_form(client, store, value):
    address = setup_address(store)
    password = PASSWORD.encode().replace(b" ", b"+")
    token = form_token(client.get(address).text)
    body = _body(token, name=value, password=password, again=password)
    _below_500(client.post(address, content=body, headers=_FORM))
    if not store.people.has_administrator():
        add(store, "Ada")
    client.cookies.clear()
    link = f"/invite/{invite(store, InviteRequest('annotator'), session.now())}"
    token = form_token(client.get(link).text)
    body = _body(token, name=value, password=value, again=value)
    _below_500(client.post(link, content=body, headers=_FORM))


@pytest.mark.parametrize("value", _VALUES)
def test_no_query_or_path_breaks_a_page(client, store, value):
    add(store, "Ada")
    text = value[:2000].decode()
    for login in (False, True):
        if login:
            sign_in(client)
        for path in ("/signin", "/signout", "/password", "/setup", "/healthz", "/oidc", "/"):
            for name in ("language", "next", "token", "out"):
                _below_500(client.get(f"{path}?{name}={text}"))
        for path in (
            "/invite/",
            "/download/exports/",
            "/download/",
            "/assets/",
            "/static/",
            "/component/",
            "/",
        ):
            _below_500(client.get(path + text))


@pytest.mark.parametrize(
    "value", [b"\xff\xfe", b"a=b; aloi_login=", b'"\x80"', b"x" * 8000, b";;=;", "日本".encode(), b"a.b.c"]
)
def test_no_header_or_cookie_breaks_a_page(client, store, value):
    add(store, "Ada")
    for path in ("/signin", "/password", "/", "/healthz", "/invite/x"):
        for name in (
            b"accept-language",
            b"user-agent",
            b"origin",
            b"x-forwarded-for",
            b"x-aloi-login",
            b"range",
        ):
            _below_500(client.get(path, headers={name: value}))
        for name in (b"aloi_login", b"aloi_form", b"aloi_browser", b"aloi_language", b"aloi_oidc"):
            _below_500(client.get(path, headers={b"cookie": name + b"=" + value}))
            _below_500(
                client.post(path, headers={b"cookie": name + b"=" + value, **_raw(_FORM)}, content=b"a=b")
            )


@pytest.mark.parametrize(
    "kind",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=" + "x" * 300,
        "multipart/form-data; boundary=b; charset=unicode_escape",
        "multipart/form-data; boundary=b; charset=no-such",
        "multipart/form-data; boundary=b; charset=rot13",
        "application/json",
        "\x80",
        "",
    ],
)
def test_no_kind_of_body_breaks_the_sign_in(client, store, kind):
    add(store, "Ada")
    token = form_token(client.get("/signin").text)
    part = '--b\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    body = part.format("form_token", token) + part.format("name", r"\ud800") + "--b--\r\n"
    headers = {b"content-type": kind.encode("latin-1")}
    for content in (body.encode(), b"", b"--b\r\n", b"\xff" * 100, b"a&" * 5000):
        _below_500(client.post("/signin", content=content, headers=headers))


def _raw(headers: dict[str, str]) -> dict[bytes, bytes]:
    return {name.encode(): value.encode() for name, value in headers.items()}


def test_a_token_of_an_invitation_is_hashed_whatever_it_is():
    assert len(hash_token("é\0")) == 64
