"""A receiver of webhooks: it checks signatures, remembers what it acknowledged, and fails on request."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

OK, FAIL, SLOW, REDIRECT, UNWANTED = "ok", "fail", "slow", "redirect", "gone"
_STATUS = {OK: 204, FAIL: 500, REDIRECT: 307, UNWANTED: 410}
SLOW_SECONDS = 0.6


@dataclass
class Receiver:
    """The requests that came: (id, headers, body), and the ids that were acknowledged in their order."""

    url: str = ""
    mode: str = OK
    requests: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)

    def documents(self) -> list[dict[str, Any]]:
        """Return the bodies that were acknowledged, in their order."""
        bodies = {event_id: json.loads(body) for event_id, _, body in self.requests}
        return [bodies[event_id] for event_id in self.acknowledged]


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            event_id, mode = headers["webhook-id"], receiver.mode
            receiver.requests.append((event_id, headers, body))
            if mode == SLOW:
                time.sleep(SLOW_SECONDS)
                self.close_connection = True
                return
            self.send_response(_STATUS[mode])
            if mode == REDIRECT:
                self.send_header("Location", receiver.url)
            self.send_header("Content-Length", "0")
            if mode == OK:
                receiver.acknowledged.append(event_id)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    return Handler


@contextmanager
def receiving(receiver: Receiver, port: int = 0) -> Iterator[Receiver]:
    """Run a receiver within the block, on a free port or this one."""
    server = ThreadingHTTPServer(("127.0.0.1", port), _handler(receiver))
    receiver.url = f"http://127.0.0.1:{server.server_port}/aloi"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
