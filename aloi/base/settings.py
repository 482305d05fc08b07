"""The user's settings, read once by each entry point from the environment and `aloi.toml`, then passed on."""

from __future__ import annotations

import ipaddress
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aloi.base.errors import AloiError
from aloi.base.messages import ENGLISH

FILE = "aloi.toml"
PREFIX = "ALOI_"
# The settings that are whole numbers, with the least and the most allowed.
_INTEGERS = {
    "port": (0, 65_535),
    "lease_minutes": (1, 10_080),
    "upload_megabytes": (1, 100_000),
    "api_rate": (1, 1_000_000),
}
_NETWORKS = ("proxies", "webhook_networks")
_LISTS = ("origins", *_NETWORKS)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one running Aloi.

    Parameters
    ----------
    store : str
        Database URL of the store.
    data : Path
        Folder of the files outside the store: exports, and the files that jobs make.
    host, port : str, int
        Address on which the web server listens; port 0 takes a free one.
    lease_minutes : int
        For how long an item is leased to an annotator.
    upload_megabytes : int
        Largest file that pages and programs may send.
    api_rate : int
        Most requests of a program in a minute, by its token.
    language : str
        Language of the interface (ISO 639-1).
    origins : tuple of str
        Addresses under which browsers reach this server, as `https://aloi.example.org`; if empty, the host
        that each request names.
    proxies : tuple of str
        IP addresses and networks of the proxies whose `X-Forwarded-*` headers are trusted.
    webhook_networks : tuple of str
        IP addresses and networks, not public ones, to which webhooks may be sent.
    oidc_issuer, oidc_client, oidc_secret : str
        A provider of OpenID Connect for signing in, the client id of this program, and its secret, if any.
    """

    store: str
    data: Path
    host: str = "127.0.0.1"
    port: int = 8501
    lease_minutes: int = 30
    upload_megabytes: int = 200
    api_rate: int = 1200
    language: str = ENGLISH
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    webhook_networks: tuple[str, ...] = ()
    oidc_issuer: str = ""
    oidc_client: str = ""
    oidc_secret: str = field(default="", repr=False)

    @classmethod
    def read(cls, environ: Mapping[str, str] | None = None, folder: Path | None = None) -> Settings:
        """Return the settings: `ALOI_PORT` and its like first, then `aloi.toml` in `folder`, then defaults.

        Parameters
        ----------
        environ : mapping, optional
            The environment; the process's own by default.
        folder : Path, optional
            Folder that contains `aloi.toml`, and base of relative paths; the current folder by default.

        Raises
        ------
        AloiError
            The file is no TOML or has an unknown name, or a value is of the wrong kind.
        """
        environ = os.environ if environ is None else environ
        folder = (folder or Path.cwd()).resolve()
        names = [one.name for one in fields(cls)]
        values = _from_file(folder / FILE, names)
        places = dict.fromkeys(values, FILE)
        for name in names:
            if value := environ.get(PREFIX + name.upper()):
                values[name], places[name] = value, PREFIX + name.upper()
        checked: dict[str, Any] = {name: _checked(name, values[name], places[name]) for name in values}
        data = folder / checked.pop("data", "aloi-data")
        checked.setdefault("store", f"sqlite:///{data / 'aloi.db'}")
        return cls(data=data, **checked)


def spoken() -> str:
    """Return the language of the settings, and English where they cannot be read."""
    try:
        return Settings.read().language
    except AloiError:
        return ENGLISH


def _from_file(path: Path, names: list[str]) -> dict[str, object]:
    """Return what the file sets; nothing when there is no file."""
    try:
        is_file = path.is_file()
    except PermissionError:  # root's folder, after root changed to the account of the service
        is_file = False
    if not is_file:
        return {}
    try:
        values: dict[str, object] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AloiError("aloi.cannot-read", path=path, error=error) from error
    for name in values:
        if name not in names:
            raise AloiError("aloi.settings-sets", path=path, name=repr(name), names=names)
    return values


def _checked(name: str, value: object, source: str) -> str | int | tuple[str, ...]:
    """Return a value of the right kind; `source` is where it was given."""
    if name in _LISTS:
        return _listed(name, value, source)
    if name not in _INTEGERS:
        if isinstance(value, str) and value:
            return value
        raise AloiError("aloi.settings-gives-text-not", value=source, value_2=repr(value), name=name)
    low, high = _INTEGERS[name]
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return value
    raise AloiError("aloi.settings-gives", value=source, value_2=repr(value), name=name, low=low, high=high)


def _listed(name: str, value: object, source: str) -> tuple[str, ...]:
    """Return the parts of a list, or of a text with commas: an environment variable has nothing else."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        raise AloiError("aloi.settings-gives-no-list", value=source, value_2=repr(value), name=name)
    entries = tuple(part.strip().rstrip("/") for part in parts if part.strip())
    try:
        for entry in entries:
            _check_entry(name, entry)
    except ValueError as error:
        raise AloiError(
            "aloi.settings-gives-no-list", value=source, value_2=repr(value), name=name
        ) from error
    return entries


def _check_entry(name: str, entry: str) -> None:
    """Raise ValueError for what is no address of the kind."""
    if name in _NETWORKS:
        ipaddress.ip_network(entry)
        return
    parts = urlsplit(entry)
    if parts.scheme not in ("http", "https") or entry != f"{parts.scheme}://{parts.netloc}":
        raise ValueError(entry)
