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
    import httpx2


@dataclass(frozen=True, slots=True)
class MachineEndpoint:
    """The base URL of a server, and the address its name has.

    `local` is whether every address of the name is a loopback address; connections go to `address` whatever
    the name resolves to later.
    """

    url: str
    host: str
    address: str
    local: bool

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
    addresses = [str(answer[4][0]) for answer in answers]
    local = bool(addresses) and all(map(_is_loopback, addresses))
    return MachineEndpoint(url, host, addresses[0], local)


def _is_loopback(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return bool((mapped or ip).is_loopback)


def pinned_transport(endpoint: MachineEndpoint, connections: int) -> httpx2.BaseTransport:
    """Return a transport that connects to the address of an endpoint alone, by no proxy."""
    import httpx2

    class PinnedTransport(httpx2.HTTPTransport):
        def handle_request(self, request: httpx2.Request) -> httpx2.Response:
            if request.url.host != endpoint.host:
                raise httpx2.UnsupportedProtocol("another host than the endpoint's", request=request)
            request.extensions = {**request.extensions, "sni_hostname": endpoint.host}
            request.url = request.url.copy_with(host=endpoint.address)
            return super().handle_request(request)

    limits = httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)
    return PinnedTransport(trust_env=False, limits=limits)
