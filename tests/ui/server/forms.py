"""What a visitor does at the doors before the pages, without a browser."""

from __future__ import annotations

import re
from functools import cache

from starlette.testclient import TestClient

from aloi.annotation.model import Role
from aloi.storage.store import Store
from aloi.ui import session
from aloi.ui.server import auth
from aloi.workbench.passwords import hash_password

PASSWORD = "correct horse battery"


@cache
def hashed() -> str:
    """The hash of the password: cheap to compare with, as it is made once the tests run."""
    return hash_password(PASSWORD)


def add(store: Store, name: str, role: Role = Role.ADMINISTRATOR) -> str:
    return store.people.add(name, role, session.now(), password_hash=hashed()).id


def form_token(html: str) -> str:
    return re.search(r'name="form_token" value="([^"]+)"', html)[1]


def setup_address(store: Store) -> str:
    """The address of the first start, as the server prints it."""
    return f"/setup?token={auth.Seal(store.people.secret('cookie')).setup_token()}"


def send(client: TestClient, path: str, **fields: str):
    """Fill in the form of a page as a browser does."""
    return client.post(path, data={"form_token": form_token(client.get(path).text), **fields})


def sign_in(client: TestClient, name: str = "Ada", password: str = PASSWORD, **more: str):
    return send(client, "/signin", name=name, password=password, **more)
