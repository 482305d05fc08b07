"""The files one deploys with name commands, settings, paths and services that are there."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from dataclasses import fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from aloi.base.settings import PREFIX, Settings
from aloi.terminal.main import aloi
from tests.sources import LINKED

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted([*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")])
TEXTS = [
    *(one for one in sorted(DEPLOY.rglob("*")) if one.is_file()),
    ROOT / "Dockerfile",
    ROOT / "compose.yaml",
    ROOT / "docs/deploy.md",
]
_IN_CONTAINERS = r"docker compose (?:run --rm web|exec backup /opt/aloi/with-secrets) "
# Of compose.yaml itself: the name of the server.
NOT_OURS = {"ALOI_NAME"}


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return found


def check_command(words: list[str]) -> None:
    """Raise unless a command of the product takes these arguments."""
    assert words[0] == "aloi", words
    command: click.Command | None = aloi
    words = words[1:]
    while isinstance(command, click.Group):
        command = command.get_command(click.Context(command), words[0])
        words = words[1:]
    assert command is not None, words
    command.make_context("aloi", [*words], resilient_parsing=False)


@pytest.mark.parametrize("path", TEXTS, ids=lambda one: one.name)
def test_settings_that_are_named_exist(path: Path) -> None:
    known = {PREFIX + one.name.upper() for one in fields(Settings)}
    named = set(re.findall(r"\bALOI_[A-Z_]+\b", path.read_text(encoding="utf-8")))
    named = {one.removesuffix("_FILE") for one in named} - NOT_OURS - {"ALOI_TEST_STORE"}
    assert named <= known


def test_the_commands_of_units_and_containers_are_taken() -> None:
    services = compose()["services"]
    assert {"web", "worker", "backup", "database", "proxy"} == set(services)
    for name in ("web", "worker"):
        check_command(services[name]["command"])
    [copying] = re.findall(r"do (aloi backup .*?) && ", services["backup"]["command"][2])
    check_command(shlex.split(re.sub(r"\$\$\(.*?\)", "DATE", copying)))
    units = re.findall(
        r"^ExecStart=/opt/aloi/venv/bin/(aloi .*)$", "\n".join(one.read_text() for one in UNITS), re.M
    )
    assert len(units) == 3
    for one in units:
        check_command(shlex.split(one.replace("%i", "8501")))
    with pytest.raises(click.UsageError):
        check_command(["aloi", "work", "--no-such-option"])


def test_the_image_holds_what_it_is_made_of_and_no_more() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {one.removeprefix("!") for one in ignored if one.startswith("!")}
    packages = {one.rstrip("*") for one in project["tool"]["setuptools"]["packages"]["find"]["include"]}
    wanted = {*packages, *LINKED, "pyproject.toml", "uv.lock", project["project"]["readme"]}
    assert wanted <= let_in
    assert all((ROOT / one).exists() for one in let_in)
    assert ignored[1] == "*"
    copied = re.findall(r"^COPY (?!--from)(?:--\S+ )?(\S+) ", dockerfile, re.M)
    assert copied == ["pyproject.toml", ".", "deploy/compose/with-secrets"]
    assert re.search(r"^USER aloi$", dockerfile, re.M)
    check_command(["aloi", *yaml.safe_load(re.findall(r"^CMD (.*)$", dockerfile, re.M)[-1])[1:]])


def test_the_image_installs_the_locked_packages_without_those_under_the_gpl() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = set(re.findall(r"--extra (\w+)", dockerfile))
    assert extras == {"app", "models", "postgresql"}
    assert extras <= set(project["project"]["optional-dependencies"])
    assert "--no-deps --require-hashes -r locked.txt" in dockerfile
    [pattern] = re.findall(r"grep -o '(.*?)' pyproject.toml", dockerfile)
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert re.findall(pattern, text) == project["tool"]["uv"]["constraint-dependencies"]


def test_services_name_secrets_volumes_and_networks_that_are_there() -> None:
    said = compose()
    for name, service in said["services"].items():
        assert set(service.get("secrets", ())) <= set(said["secrets"]), name
        assert set(service["networks"]) <= set(said["networks"]), name
        assert set(service.get("depends_on", ())) <= set(said["services"]), name
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            assert source in said["volumes"] or source == "./backups" or (ROOT / source).is_file(), name
    web = said["services"]["web"]
    [subnet] = said["networks"]["front"]["ipam"]["config"]
    assert web["environment"]["ALOI_PROXIES"] == str(ip_network(subnet["subnet"]))
    assert said["services"]["database"]["networks"] == ["back"]  # reached by nobody outside
    assert said["networks"]["back"]["internal"]
    [port] = re.findall(r"^EXPOSE (\d+)$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.M)
    assert f"dynamic a web {port}" in (DEPLOY / "compose/Caddyfile").read_text(encoding="utf-8")


def test_secrets_come_from_files(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text("pass word\n", encoding="utf-8")
    program = [DEPLOY / "compose/with-secrets", "sh", "-c", 'printf %s "$PGPASSWORD"']
    environment = {"PATH": os.environ["PATH"], "PGPASSWORD_FILE": str(secret)}
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "pass word"
    missing = {**environment, "PGPASSWORD_FILE": str(tmp_path / "none")}
    assert subprocess.run(program, env=missing, capture_output=True, check=False).returncode
    handled = (DEPLOY / "compose/with-secrets").read_text(encoding="utf-8")
    named = re.findall(r"\b(\w+)_FILE: /run/secrets/", (ROOT / "compose.yaml").read_text(encoding="utf-8"))
    assert all(one in handled for one in named if not one.startswith("POSTGRES"))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="NOT RUN: systemd-analyze is not installed")
def test_units_are_as_systemd_wants_them(tmp_path: Path) -> None:
    for one in UNITS:
        text = one.read_text(encoding="utf-8").replace("/opt/aloi/venv/bin/aloi", "/bin/true")
        (tmp_path / one.name.replace("@", "@8501" if "@" in one.name else "")).write_text(text)
    paths = sorted(tmp_path.iterdir())
    done = subprocess.run(["systemd-analyze", "verify", *paths], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "aloi" in line]
    assert (done.returncode, ours) == (0, [])


def test_a_worker_that_is_ended_for_its_memory_ends_nothing_else() -> None:
    """By default systemd would stop the whole unit: the pages, and the workers of other lanes."""
    started = {one.name: one.read_text(encoding="utf-8") for one in UNITS}
    own = re.compile(r"^ExecStart=\S*/aloi (?:work|serve(?!.* --no-workers))", re.M)
    workers = {name for name, text in started.items() if own.search(text)}
    assert workers == {"aloi.service", "aloi-workers.service"}
    assert all("\nOOMPolicy=continue\n" in started[name] for name in workers)


def test_a_command_called_by_root_has_the_settings_of_the_service(tmp_path: Path) -> None:
    """The store a server is on stands in that file alone: without it a copy would be of an older store."""
    settings = tmp_path / "environment"
    settings.write_text(
        '# a comment\nALOI_STORE="postgresql+psycopg://a@b/c?d=e"\nALOI_OIDC_SECRET=a $b \'c"', "utf-8"
    )
    program = tmp_path / "aloi"
    program.write_text(
        '#!/bin/sh\nprintf "%s\\n" "$ALOI_STORE" "$ALOI_OIDC_SECRET" "$ALOI_DATA" "$PWD" "$@"\n'
    )
    setpriv = tmp_path / "setpriv"
    setpriv.write_text('#!/bin/sh\nshift 3\nexec "$@"\n')
    text = (DEPLOY / "aloi").read_text(encoding="utf-8")
    for here, there in (
        ("/etc/aloi/environment", settings),
        ("/opt/aloi/venv/bin/aloi", program),
        ("cd /var/lib/aloi", f"cd {tmp_path}"),
    ):
        assert here in text
        text = text.replace(here, str(there))
    script = tmp_path / "script"
    script.write_text(text)
    for one in (program, setpriv, script):
        one.chmod(0o755)
    # What root's own shell says of the folder is not the service's.
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "ALOI_DATA": str(tmp_path)}
    done = subprocess.run(
        [script, "backup", "a b"], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "postgresql+psycopg://a@b/c?d=e", "a $b 'c\"", "/var/lib/aloi", str(tmp_path), "backup", "a b",
    ]  # fmt: skip


def test_commands_of_the_guide_are_taken(tmp_path: Path) -> None:
    """Each line of docs/deploy.md that calls the program names commands and options that it has."""
    text = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    blocks = "\n".join(re.findall(r"^```\n(.*?)^```$", text, re.M | re.S))
    called = [
        found[1]
        for line in blocks.splitlines()
        for one in line.split("&& ")
        if (found := re.match(rf"(?:{_IN_CONTAINERS})?(aloi .*)", one.strip()))
    ]
    assert len(called) >= 7
    copy = tmp_path / "copy.db"
    copy.touch()
    for one in called:
        check_command(
            shlex.split(re.sub(r"restore \S+", f"restore {copy}", re.sub(r"\$\(.*?\)", "DATE", one)))
        )


def test_units_that_the_guide_names_exist() -> None:
    """Each unit that docs/deploy.md starts or stops is one of deploy/, or the proxy's."""
    text = (ROOT / "docs/deploy.md").read_text(encoding="utf-8")
    lines = re.findall(r"^systemctl (?:start|stop|enable|disable)(?: --now)? (.+)$", text, re.M)
    named = {re.sub(r"@.*", "@", one) for line in lines for one in shlex.split(line)}
    ours = {one.name.removesuffix(".service") for one in (ROOT / "deploy").glob("aloi*")}
    assert "aloi-pages@" in named
    assert named <= ours | {"nginx"}


def test_proxies_take_files_of_the_largest_size_and_keep_none() -> None:
    """A form around a file takes some bytes more, and nginx keeps bodies on its own disk unless told."""
    largest = next(one for one in fields(Settings) if one.name == "upload_megabytes").default
    nginx = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert int(re.findall(r"client_max_body_size (\d+)m;", nginx)[0]) > largest
    assert "proxy_request_buffering off;" in nginx
    for name in ("Caddyfile", "compose/Caddyfile"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        assert int(re.findall(r"max_size (\d+)MiB", text)[0]) > largest
