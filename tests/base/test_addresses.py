"""No password of a database is shown, wherever an address has it and however it is mistyped."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from aloi.base.addresses import shown_address
from aloi.base.errors import AloiError
from aloi.storage.database import Database
from aloi.terminal.main import aloi

SHOWN = {
    "postgresql+psycopg://aloi:pass:w@rd@db.example.org:5433/aloi": "aloi:***@db.example.org:5433/aloi",
    "postgresql+psycopg://aloi:hunter2@[::1]:5432/aloi": "aloi:***@[::1]:5432/aloi",
    "postgresql+psycopg://aloi:hun/ter2@db/aloi": "aloi:***@db/aloi",
    "postgresql+psycopg://aloi:@db/aloi": "aloi:***@db/aloi",
    "postgresql+psycopg://aloi@db/aloi?password=hunter2": "aloi@db/aloi?***",
    "postgresql+psycopg:///aloi?host=/run/db&user=aloi&password=hunter2": "/aloi?***",
    # What follows is mistyped, or cannot be told apart.
    "postgresql+psycopg://aloi:hunter2": "***",
    "postgresql+psycopg://aloi:hun?ter2@db/aloi": "***",
    "postgresql+psycopg://aloi:hun@t?er2@db/aloi": "***",
    "postgresql+psycopg://aloi:secret@db/aloi?password=hun@ter2": "***",
}
ITSELF = (
    "postgresql+psycopg://aloi@db/aloi",
    "postgresql+psycopg://db:5432/aloi",
    "postgresql:///aloi",
    "sqlite:////tmp/a:b@c/aloi.db",
    "aloi.db",
)


def test_an_address_is_shown_without_its_password() -> None:
    kind = "postgresql+psycopg://"
    assert {url: shown_address(url) for url in SHOWN} == {url: kind + shown for url, shown in SHOWN.items()}
    assert [shown_address(url) for url in ITSELF] == list(ITSELF)
    for url in ("aloi:hunter2@db/aloi", "postgresql:/aloi:hunter2@db/aloi"):
        assert shown_address(url) == "***"


# The address of a store that cannot be opened, and what its error is called.
REFUSED = {
    "postgresql-psycopg://aloi:hunter2@db/aloi": "aloi.value",
    "postgresql+psycopg://aloi:hunter2": "aloi.value",
    "postgresql+psycopg://aloi:p@hunter2:word@db/aloi": "aloi.value",
    "postgresql+psycopg://aloi:p@hunter2@db/aloi": "aloi.value",
    "postgresql+nothing://aloi:hunter2@db/aloi?password=hunter2": "storage.store-needs-driver-not-here",
}


@pytest.mark.parametrize("url", REFUSED)
def test_no_error_of_an_address_quotes_its_password(url: str) -> None:
    for given in ((), ("--json",)):
        told = CliRunner().invoke(aloi, ["check", "--store", url, *given])
        assert told.exit_code != 0
        assert isinstance(told.exception, SystemExit)
        assert len(told.stderr.splitlines()) == 3
        assert "hunter2" not in told.output
    with pytest.raises(AloiError) as refused:
        Database(url)
    assert refused.value.code == REFUSED[url]


def test_a_store_is_known_by_what_may_be_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aloi.storage.database._migrate", lambda engine, name: None)
    pytest.importorskip("psycopg")
    database = Database("postgresql+psycopg://aloi:hunter2@db/aloi?password=hunter2")
    assert database.name == "postgresql+psycopg://aloi:***@db/aloi?***"
    database.close()
