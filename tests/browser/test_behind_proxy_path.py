"""Behind the proxies that `deploy/` has files for: sign-in and ten answers over https and a websocket."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_connection

import httpx
import pytest

from aloi.storage.store import Store
from tests.browser.alone import ROOT, free_port, open_pairs, server_alone
from tests.browser.site import Site, Visitors
from tests.browser.steps import PATIENCE, at

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ANSWERS = 10
# What the files of `deploy/` say for one machine of the whole world, and what a test has instead.
_NGINX = """daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{}}
http {{ access_log {folder}/access.log;
client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
uwsgi_temp_path {folder}; scgi_temp_path {folder};
{site} }}
"""


def replaced(text: str, changes: dict[str, str]) -> str:
    for said, wanted in changes.items():
        assert said in text, said
        text = text.replace(said, wanted)
    return text


def nginx(folder: Path, port: int, behind: int) -> list[str]:
    """Return the command of nginx with the file of `deploy/`, on ports and with a certificate of the test."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    site = replaced(
        (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8"),
        {
            "    listen [::]:80;\n": "",
            "    listen [::]:443 ssl;\n": "",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "aloi.example.org": "localhost",
            "/etc/ssl/aloi/fullchain.pem": str(certificate),
            "/etc/ssl/aloi/privkey.pem": str(key),
            "127.0.0.1:8501": f"127.0.0.1:{behind}",
        },
    )
    path = folder / "nginx.conf"
    path.write_text(_NGINX.format(folder=folder, site=site), encoding="utf-8")
    return ["nginx", "-p", str(folder), "-c", str(path), "-e", str(folder / "error.log")]


def caddy(folder: Path, port: int, behind: int) -> list[str]:
    """Return the command of Caddy with the file of `deploy/`; it makes its certificate itself."""
    site = replaced(
        (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8"),
        {
            "aloi.example.org {": f"https://localhost:{port} {{\n\ttls internal",
            "127.0.0.1:8501": f"127.0.0.1:{behind}",
        },
    )
    settings = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
    path = folder / "Caddyfile"
    path.write_text(settings + site, encoding="utf-8")
    return ["caddy", "run", "--config", str(path), "--adapter", "caddyfile"]


PROXIES = {"nginx": nginx, "caddy": caddy}


@contextmanager
def running(command: list[str], port: int, **environment: str) -> Iterator[None]:
    """Run a proxy until it is stopped, from when it listens."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        deadline = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < deadline:
            assert process.poll() is None, command
            with suppress(OSError), create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture
def pairs(store: Store, tmp_path: Path) -> str:
    """Return a round of ten written pairs for one annotator."""
    return open_pairs(store, tmp_path, ANSWERS)


@pytest.mark.parametrize("name", PROXIES)
def test_sign_in_and_ten_answers_through_a_proxy(
    name: str, visitors: Visitors, store: Store, pairs: str, tmp_path: Path
) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"NOT RUN: {name} is not installed")
    behind, port = free_port(), free_port()
    url = f"sqlite:///{tmp_path / 'aloi.db'}"
    proxy = PROXIES[name](tmp_path, port, behind)
    site = Site(url, visitors, address=f"https://localhost:{port}")
    places = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with (
        server_alone(tmp_path / "data", url, behind, ALOI_PROXIES="127.0.0.1"),
        running(proxy, port, **places),
        visitors.browser.new_context(ignore_https_errors=True) as context,
        httpx.Client(base_url=site.address, verify=False, timeout=PATIENCE / 1000) as elsewhere,
    ):
        assert elsewhere.get("/healthz").json()["web"] == "ok"
        foreign = elsewhere.get("/signin", headers={"Origin": "https://elsewhere.example"})
        assert foreign.status_code == 403
        assert "max-age" in elsewhere.get("/signin").headers["strict-transport-security"]
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        site.sign_in(page, "Ada", "annotate")
        (cookie,) = (one for one in context.cookies() if one["name"] == "aloi_login")
        assert cookie["secure"]  # the server knows that the visitor came over https
        for place in range(ANSWERS):
            at(page, place, ANSWERS)
            page.keyboard.press(str(place % 6))
        deadline = time.monotonic() + PATIENCE / 1000
        while len(store.answers.revisions(pairs)) < ANSWERS and time.monotonic() < deadline:
            page.wait_for_timeout(20)
    given = sorted(store.answers.revisions(pairs), key=lambda one: one.created_at)
    assert [one.value for one in given] == [{"score": place % 6} for place in range(ANSWERS)]
