"""The host names of this server: a page of another site cannot reach it under its own name.

The owner of a domain can point it to this machine once their page is open in a browser (DNS rebinding). For
that browser the server is then a part of their site. An IP address cannot be used this way.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection
from urllib.parse import urlsplit

from aloi.base.settings import Settings

_LOCAL = "localhost"
_LONGEST = 100
_NAME = re.compile(r"[\w.-]+", re.ASCII)


def names_of(settings: Settings) -> frozenset[str] | None:
    """Return the names under which browsers may ask for this server beside its addresses; None for any.

    They are those of `origins` and `host`, and where other machines reach it, the machine's own ones. A proxy
    that is named decides by itself which names it passes on.
    """
    if settings.proxies:
        return None
    names = {urlsplit(origin).hostname or "" for origin in settings.origins} | {_plain(settings.host)}
    if not _is_loopback(settings.host):
        hostname = _plain(socket.gethostname())
        short = hostname.partition(".")[0]
        names |= {hostname, short, f"{short}.local"}
    return frozenset(name for name in names if name and not _is_address(name))


def is_ours(host: str | None, names: Collection[str] | None) -> bool:
    """Return whether a request's `Host` is an address, a local name or one of `names`; none names no site."""
    if host is None or names is None:
        return True
    name = _plain(_without_port(host))
    return name == _LOCAL or name.endswith(f".{_LOCAL}") or name in names or _is_address(name)


def shown_host(host: str) -> str:
    """Return a host for a message: short, with only the characters of host names."""
    name, port = _plain(_without_port(host))[:_LONGEST], host.rpartition(":")[2]
    if not _NAME.fullmatch(name):
        return "?"
    return f"{name}:{port}" if port.isdecimal() and len(port) < 6 else name


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _plain(name: str) -> str:
    return name.strip().lower().rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return host == _LOCAL or (_is_address(host) and ipaddress.ip_address(host).is_loopback)
