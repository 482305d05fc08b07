"""Whether an endpoint is on this machine, and a connection that nothing can lead elsewhere."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from aloi.base.errors import AloiError
from aloi.base.terms import Term

if TYPE_CHECKING:
    import httpx
    import httpx2


@dataclass(frozen=True, slots=True)
class MachineEndpoint:
    """The base URL of a server, and the address its name has.

    `local` is whether every address of the name is a loopback address; connections go to `address`, the first
    of its `addresses`, whatever the name resolves to later.
    """

    url: str
    host: str
    address: str
    local: bool
    addresses: tuple[str, ...] = ()

    @property
    def is_encrypted(self) -> bool:
        """Whether the connection is encrypted."""
        return self.url.startswith("https:")


def checked_url(url: str) -> str:
    """Return the base URL of an endpoint without a final slash.

    Raises
    ------
    AloiError
        Another scheme than http and https, no host, or a URL with an account, a query or a fragment: those
        may hold secrets.

    >>> checked_url("http://localhost:11434/v1/")
    'http://localhost:11434/v1'
    """
    try:
        parts = urlsplit(url.strip())
        sound = (
            parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port > 0)
        )
    except ValueError:
        sound = False
    if not sound or parts.username or parts.password or parts.query or parts.fragment:
        raise AloiError(
            "aloi.value",
            name=Term("the-endpoint"),
            value=Term("not-such-address"),
            expected=Term("endpoint-form"),
            todo=Term("correct-it"),
        )
    return url.strip().rstrip("/")


def names_this_machine(url: str) -> bool:
    """Return whether the host of a URL is a loopback address or `localhost`; no name is looked up.

    >>> names_this_machine("http://127.0.0.1:11434/v1"), names_this_machine("https://example.org/v1")
    (True, False)
    """
    host = (urlsplit(url).hostname or "").casefold()
    try:
        return _is_loopback(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def resolve(url: str) -> MachineEndpoint:
    """Return an endpoint with the address of its name.

    Raises
    ------
    AloiError
        A name without an address.
    """
    url = checked_url(url)
    parts = urlsplit(url)
    host = str(parts.hostname)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise AloiError(
            "aloi.not-found", kind=Term("the-endpoint"), name=repr(host), todo=Term("correct-it")
        ) from error
    addresses = tuple(str(answer[4][0]) for answer in answers)
    local = bool(addresses) and all(map(_is_loopback, addresses))
    return MachineEndpoint(url, host, addresses[0], local, addresses)


def _is_loopback(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return bool((mapped or ip).is_loopback)


# IPv6 networks whose addresses contain an IPv4 address, and the bits behind it.
_EMBEDDING = {
    ipaddress.ip_network("::/96"): 0,  # deprecated "compatible" addresses
    ipaddress.ip_network("::ffff:0:0/96"): 0,
    ipaddress.ip_network("::ffff:0:0:0/96"): 0,
    ipaddress.ip_network("64:ff9b::/96"): 0,
    ipaddress.ip_network("2002::/16"): 80,
}


def ip_of(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Return an address without its zone; an IPv6 form of an IPv4 address is that IPv4 address.

    >>> ip_of("::ffff:127.0.0.1"), ip_of("64:ff9b::a00:1"), ip_of("2002:7f00:1::")
    (IPv4Address('127.0.0.1'), IPv4Address('10.0.0.1'), IPv4Address('127.0.0.1'))
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    for network, bits in _EMBEDDING.items():
        if ip in network and ip.version == 6 and not (ip.is_loopback or ip.is_unspecified):
            return ipaddress.IPv4Address(int(ip) >> bits & 0xFFFFFFFF)
    return ip


def is_public(address: str) -> bool:
    """Return whether an address is one of the public Internet, and of one machine."""
    ip = ip_of(address)
    teredo = getattr(ip, "teredo", None)
    return ip.is_global and not ip.is_multicast and not ip.is_reserved and teredo is None


def pin(request: httpx.Request | httpx2.Request, endpoint: MachineEndpoint) -> None:
    """Let a request go to the address of an endpoint; the certificate is still checked for its name."""
    request.extensions = {**request.extensions, "sni_hostname": endpoint.host}
    request.url = request.url.copy_with(host=endpoint.address)
