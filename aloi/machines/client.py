"""A client of the OpenAI-compatible protocol: one request for each answer, and back-off when a server fails.

Only `POST {endpoint}/chat/completions` is used. Redirects are refused, and proxies of the environment have no
effect (`addresses.py`).
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Any

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.machines.addresses import MachineEndpoint, pin
from aloi.machines.model import MachineIdentity, Skip
from aloi.machines.prompts import Prompt

if TYPE_CHECKING:
    import httpx2

TRIES = 5
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 30.0
_LONGEST_RETRY_AFTER = 120.0
_LONGEST_REPLY = 8_000_000  # bytes: a reply that never ends is cut
_BUSY = frozenset({408, 409, 425, 429})
HIDDEN_KEY = "[key]"


class ServerError(Exception):
    """A server that gave no answer at any try: the item may be asked again later."""

    def __init__(self, skip: Skip) -> None:
        super().__init__(skip.value)
        self.skip = skip


class Stopped(Exception):
    """The run was cancelled while waiting."""


class _Failure(Exception):
    def __init__(self, skip: Skip, wait: float | None = None) -> None:
        super().__init__(skip.value)
        self.skip = skip
        self.wait = wait


@dataclass(frozen=True, slots=True)
class ModelReply:
    """The reply of a server: the text of the model, tokens, and the reason of its end."""

    text: str
    input_tokens: int
    output_tokens: int
    seconds: float
    finish: str
    refused: bool


class ChatClient:
    """Asks one model at one endpoint; safe to use from several threads."""

    def __init__(
        self,
        endpoint: MachineEndpoint,
        identity: MachineIdentity,
        key: str = "",
        *,
        timeout: float = 120.0,
        stop: Event | None = None,
        tries: int = TRIES,
        wait: Callable[[float], bool] | None = None,
    ) -> None:
        import httpx2

        if key and not endpoint.local and not endpoint.is_encrypted:
            raise AloiError(
                "aloi.value",
                name=Term("the-endpoint"),
                value=Term("not-encrypted"),
                expected=Term("https-for-keys"),
                todo=Term("correct-it"),
            )
        self._identity, self._key, self._timeout, self._tries = identity, key, timeout, tries
        self._stop = stop or Event()
        self._wait = wait or self._stop.wait
        self._encryption = httpx2.create_ssl_context(trust_env=False) if endpoint.is_encrypted else False
        self._idle: list[httpx2.HTTPTransport] = []
        headers = {"Accept": "application/json", "Content-Type": "application/json", "User-Agent": "aloi"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        seconds = httpx2.Timeout(timeout, connect=min(10.0, timeout)).as_dict()
        self._request = httpx2.Request(
            "POST",
            f"{endpoint.url}/chat/completions",
            headers=headers,
            extensions={"timeout": seconds},
        )
        pin(self._request, endpoint)

    def close(self) -> None:
        """Close the connections."""
        for transport in self._idle:
            transport.close()

    def ask(self, prompt: Prompt, draw: int = 0) -> ModelReply:
        """Return the reply to a prompt, tried again with growing pauses if the server fails.

        Raises
        ------
        ServerError
            Every try failed.
        Stopped
            The run was cancelled.
        AloiError
            The server refuses such requests: a wrong key, an unknown model, a redirect.
        """
        body = self._body(prompt, draw)
        failure = _Failure(Skip.SERVER)
        for number in range(self._tries):
            if number and self._wait(failure.wait if failure.wait is not None else _pause(number)):
                raise Stopped
            if self._stop.is_set():
                raise Stopped
            try:
                return self._try(body)
            except _Failure as error:
                failure = error
        raise ServerError(failure.skip)

    def _body(self, prompt: Prompt, draw: int) -> bytes:
        its = self._identity
        body: dict[str, Any] = {
            "model": its.model,
            "messages": [{"role": message.role, "content": message.content} for message in prompt.messages],
            "temperature": its.temperature,
            "top_p": its.top_p,
            "max_tokens": its.max_tokens,
            "seed": its.seed + draw,
        }
        if its.form == "json_schema":
            schema = {"name": "answer", "strict": True, "schema": dict(prompt.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif its.form == "json_object":
            body["response_format"] = {"type": "json_object"}
        return json.dumps(body, ensure_ascii=False).encode()

    def _try(self, body: bytes) -> ModelReply:
        import httpx2

        begun = time.monotonic()
        first = self._request
        headers = first.headers.copy()
        headers["Content-Length"] = str(len(body))
        request = httpx2.Request(
            first.method, first.url, headers=headers, content=body, extensions=first.extensions
        )
        try:
            with self._connection() as transport, closing(transport.handle_request(request)) as response:
                content = self._content(response, begun)
                status, after = response.status_code, response.headers.get("Retry-After", "")
        except httpx2.TimeoutException:
            raise _Failure(Skip.TIMEOUT) from None
        except httpx2.TransportError:  # refused, reset, or a body that ended too early
            raise _Failure(Skip.SERVER) from None
        if status in _BUSY or status >= 500:
            raise _Failure(Skip.SERVER, _seconds(after))
        if status != 200:
            raise _refused(status)
        return self._reply(content, time.monotonic() - begun)

    @contextmanager
    def _connection(self) -> Iterator[httpx2.HTTPTransport]:
        """Give a transport that no other thread uses: a pool that all share costs more the more they are.

        The transport alone follows no redirect, no proxy and no cookie, and costs less than a client.
        """
        import httpx2

        try:
            transport = self._idle.pop()
        except IndexError:
            transport = httpx2.HTTPTransport(
                trust_env=False, verify=self._encryption, limits=httpx2.Limits(max_connections=1)
            )
        try:
            yield transport
        finally:
            self._idle.append(transport)

    def _content(self, response: httpx2.Response, begun: float) -> bytes:
        """Return the body of a response, within the time of a request."""
        parts, size = [], 0
        for part in response.iter_bytes():
            parts.append(part)
            size += len(part)
            if time.monotonic() - begun > self._timeout:
                raise _Failure(Skip.TIMEOUT)
            if size > _LONGEST_REPLY:
                raise _Failure(Skip.SERVER)
        return b"".join(parts)

    def _reply(self, content: bytes, seconds: float) -> ModelReply:
        """Return the reply of a body; another form than the protocol's is a failure of the server."""
        try:
            document = json.loads(content)
            choice = document["choices"][0]
            message = choice["message"]
            usage = document.get("usage") or {}
            text = message.get("content") or ""
            refusal = message.get("refusal") or ""
            if not isinstance(text, str) or not isinstance(refusal, str):
                raise TypeError
            finish = str(choice.get("finish_reason") or "")
            tokens = int(usage.get("prompt_tokens") or 0), int(usage.get("completion_tokens") or 0)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            raise _Failure(Skip.SERVER) from None
        refused = bool(refusal) or finish == "content_filter"
        return ModelReply(self._without_key(text or refusal), *tokens, seconds, finish, refused)

    def _without_key(self, text: str) -> str:
        return text.replace(self._key, HIDDEN_KEY) if self._key else text


def _pause(number: int) -> float:
    """Return the pause before a try: random, up to twice as long each time."""
    longest = min(_LONGEST_WAIT, _FIRST_WAIT * float(2**number))
    return random.uniform(0.5, 1.0) * longest


def _seconds(text: str) -> float | None:
    """Return the seconds of the header Retry-After; None for another form."""
    try:
        return min(_LONGEST_RETRY_AFTER, max(0.0, float(text)))
    except ValueError:
        return None


_KEY, _FORM, _MODEL = Term("check-the-key"), Term("try-another-form"), Term("check-model-and-endpoint")
_STATUS: Mapping[int, Term] = {400: _FORM, 401: _KEY, 403: _KEY, 404: _MODEL, 422: _FORM}


def _refused(status: int) -> AloiError:
    """Return the error of a refused request; the words of the server may quote texts or keys."""
    todo = Term("redirects-refused") if 300 <= status < 400 else _STATUS.get(status, _MODEL)
    return AloiError(
        "aloi.value",
        name=Term("reply-of-endpoint"),
        value=f"HTTP {status}",
        expected=Term("answer-of-model"),
        todo=todo,
    )
