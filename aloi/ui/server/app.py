"""The web server: Streamlit's pages behind our own sign-in. `aloi serve` runs this module."""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import logging
import socket
import sys
import threading
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path

import streamlit as st
import uvicorn
from altair.utils import schemapi
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount
from streamlit import config
from streamlit.runtime import app_session

from aloi.api import app as api
from aloi.api.reading import Readers
from aloi.base.errors import AloiError
from aloi.base.settings import Settings
from aloi.base.system_errors import leave_words_out, refused_by_system, where
from aloi.base.terms import Term
from aloi.ui import language, session
from aloi.ui.server import auth
from aloi.ui.server.connections import (
    TimedProtocol,
    WaitingConnections,
    damp_log,
    most_connections,
    raise_file_limit,
)
from aloi.ui.server.gate import LOGIN_HEADER, Gate
from aloi.ui.server.hosts import names_of
from aloi.ui.server.oidc import provider
from aloi.ui.server.routes import Door
from aloi.ui.server.single_sign_on import SingleSignOn
from aloi.ui.server.uploading import FILES, HeldUploads
from aloi.ui.shared.tables import problem
from aloi.ui.shared.uploads import start_isolation
from aloi.ui.texts import t
from aloi.workbench.store.opening import Store
from aloi.workbench.store.private import keep_private, sweep_hourly

_SCRIPT = Path(__file__).resolve().with_name("script.py")
_SWEEP_SECONDS = 30.0  # some 40 ms each, with fifty people at work
# Most bytes of one message of a browser over the websocket: the widgets of a page, with typed or pasted
# content. Files are sent another way. Every socket may have one such message in memory.
_MESSAGE_MEGABYTES = 5
_BACKLOG = 512  # connections that the system keeps until they are accepted
_DRAWN_WITH = ("pandas", "pyarrow")  # modules that Streamlit loads at its first table
# Beside the module and not in the folder one starts from, where Streamlit looks for its own.
_OPTIONS = Path(__file__).with_name("streamlit.toml")

_LOG = logging.getLogger("aloi.pages")


def build(settings: Settings, store: Store, readers: Readers | None = None) -> st.App:
    """Return the application: our own routes and access middleware around the pages of app.py."""
    _configure(settings, store.people.secret("cookie"))
    routes, middleware = front(settings, store, readers)
    return st.App(_SCRIPT, routes=routes, middleware=middleware, on_script_error=show_problem)


def show_problem(error: Exception) -> bool:
    """Show an error that the user can correct with its own message; return False to only log any other."""
    if isinstance(error, OSError):
        _LOG.warning("a page was refused by the system\n%s", where(error))
        error = refused_by_system(error)
    if isinstance(error, AloiError):
        problem(error)
        return True
    return False


def front(
    settings: Settings, store: Store, readers: Readers | None = None
) -> tuple[list[BaseRoute], list[Middleware]]:
    """Return the routes outside the script, and the access middleware.

    Without `readers` this process answers what programs read.
    """
    seal = auth.Seal(store.people.secret("cookie"))
    tries = auth.Tries(store, seal)
    identity_provider = provider(settings)
    door = Door(
        store,
        seal,
        settings.data,
        session.now,
        tries,
        identity_provider.host if identity_provider else "",
        # A proxy that is not believed says nothing of https; what was declared does.
        https=bool(settings.origins) and all(one.startswith("https:") for one in settings.origins),
    )
    elsewhere = SingleSignOn(door, identity_provider, settings.origins).routes() if identity_provider else []
    programs = Mount(api.PREFIX, api.build(settings, store, session.now, readers))
    return [*door.routes(), *elsewhere, programs], [
        Middleware(
            Gate,
            store=store,
            seal=seal,
            clock=session.now,
            origins=settings.origins,
            uploads=HeldUploads(FILES * settings.upload_megabytes * 1024**2),
            names=names_of(settings),
        )
    ]


def serve(settings: Settings, host: str, port: int) -> None:
    """Run the server until it is stopped; port 0 takes a free one.

    Raises
    ------
    AloiError
        The address or the port cannot be used.
    """
    served = replace(settings, host=host, port=port)
    leave_words_out()
    files = raise_file_limit()
    keep_private(settings.data)
    sweep_hourly(settings.data)
    session.use(served)
    store = session.unscoped_store()
    listener = _listen(host, port)
    shown = f"[{host}]" if ":" in host else host
    readers = Readers(settings.store)
    application = build(replace(served, port=listener.getsockname()[1]), store, readers)
    server = uvicorn.Server(
        uvicorn.Config(
            application,
            log_level="warning",
            access_log=False,
            http=partial(TimedProtocol, waiting=WaitingConnections(files)),
            limit_concurrency=most_connections(files),
            backlog=_BACKLOG,
            # From anybody else: they could choose by which address their tries are counted.
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
            ws_max_size=_MESSAGE_MEGABYTES * 1_000_000,
            timeout_graceful_shutdown=5,
        )
    )
    start_isolation()
    damp_log()  # after uvicorn has set up its own log
    load_pages()
    # Page tests hold every chart against Vega-Lite's schema; at each visit it would double what a page costs.
    schemapi.disable_debug_mode()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)  # an answer makes thousands of short-lived objects and hardly a cycle
    threading.Thread(target=sweep, args=(threading.Event(),), daemon=True).start()
    sys.stdout.write(_welcome(store, f"http://{shown}:{listener.getsockname()[1]}") + "\n")
    sys.stdout.flush()
    try:
        server.run(sockets=[listener])
    finally:
        readers.close()
        store.close()


def sweep(ended: threading.Event) -> None:
    """Run the garbage collector now and then, until `ended` is set, for the cycles of closed pages.

    With the thresholds above the collector would free them only after hours: 1 MB and more for each page that
    was loaded.
    """
    while not ended.wait(_SWEEP_SECONDS):
        gc.collect()


def _welcome(store: Store, address: str) -> str:
    """Return the line with the address of the server, and at the first start the one for an account."""
    if store.people.has_administrator():
        return t("server.ready", address=address)
    token = auth.Seal(store.people.secret("cookie")).setup_token()
    return t("server.ready_first", address=address, setup=f"{address}/setup?token={token}")


def load_pages() -> None:
    """Import the modules that pages import, so that the first visitor does not wait for them.

    A page itself is a script: importing it would draw it.
    """
    for page in sorted(_SCRIPT.parents[1].glob("pages/*/page.py")):
        for line in ast.parse(page.read_text(encoding="utf-8")).body:
            if isinstance(line, ast.ImportFrom) and line.module:
                importlib.import_module(line.module)
    for name in _DRAWN_WITH:
        importlib.import_module(name)
    for tongue in language.NAMES:
        with language.of_request(tongue):
            t("home.items_wait", count=1, campaign="", round=1)  # reads the catalogue, and how it counts


def _configure(settings: Settings, secret: bytes) -> None:
    """Set Streamlit's options; under uvicorn its environment variables are not read."""
    options: dict[str, object] = {
        **_flat(tomllib.loads(_OPTIONS.read_text(encoding="utf-8"))),
        "secrets.files": [],  # there are none, and `st.user` would look for them at each answer
        "server.address": settings.host,
        "server.cookieSecret": secret.hex(),
        "server.enableXsrfProtection": True,
        "server.maxUploadSize": settings.upload_megabytes,
        "server.maxWidgetStateSize": _MESSAGE_MEGABYTES,
        "server.port": settings.port,
        "server.trustedUserHeaders": {LOGIN_HEADER: "login"},
    }
    for name, value in options.items():
        config.set_option(name, value)
    _read_theme_once()


def _read_theme_once() -> None:
    """Have Streamlit remember the options of its theme, which nothing sets from here on.

    At each answer it goes six times through all its options, and makes their names anew: some .4 ms.
    """
    section, name = config.get_options_for_section, app_session.to_snake_case  # type: ignore[attr-defined]
    config.get_options_for_section = lru_cache(getattr(section, "__wrapped__", section))
    app_session.to_snake_case = lru_cache(getattr(name, "__wrapped__", name))  # type: ignore[attr-defined]


def _flat(table: Mapping[str, object], before: str = "") -> dict[str, object]:
    """Return the values of a table of tables under their full names, as `theme.light.textColor`."""
    flat: dict[str, object] = {}
    for name, value in table.items():
        flat |= _flat(value, f"{before}{name}.") if isinstance(value, Mapping) else {before + name: value}
    return flat


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket, or raise AloiError with the obstacle."""
    try:
        listener = socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=_BACKLOG
        )
    except (OSError, OverflowError) as error:
        raise AloiError(
            "aloi.value",
            name=Term("port-port", host=host, port=port),
            value=Term("not-available-error", error=error),
            expected=Term("a-free-port"),
            todo=Term("stop-the-other"),
        ) from error
    # Connections inherit it; asyncio sets it on sockets of its own only. Without, an answer can wait 40 ms.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def main(arguments: list[str] | None = None) -> int:
    """Run the server with the settings of the environment and of the command line."""
    settings = Settings.read()
    parser = argparse.ArgumentParser(prog="python -m aloi.ui.server.app", description=main.__doc__)
    parser.add_argument("--store", default=settings.store, help="address of the store")
    parser.add_argument("--host", default=settings.host)
    parser.add_argument("--port", type=int, default=settings.port)
    options = parser.parse_args(arguments)
    try:
        serve(replace(settings, store=options.store), options.host, options.port)
    except AloiError as error:
        sys.stderr.write(f"{error.told(settings.language)}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
