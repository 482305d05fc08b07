"""A rule-based server of the OpenAI-compatible protocol: it answers, and fails in each known way."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ANSWER, REFUSE, PROSE, BROKEN, BUSY, FAIL, HALF, STALL, DENY, LEAK, REDIRECT = (
    "answer", "refuse", "prose", "broken", "busy", "fail", "half", "stall", "deny", "leak", "redirect",
)  # fmt: skip
Rule = Callable[[int, dict[str, Any]], str]
_TEXT = re.compile(r"<text>(.*?)</text>", re.DOTALL)


@dataclass
class Served:
    """The requests of a server and what it answered: `acknowledged` are the last user messages answered."""

    url: str = ""
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    seconds: float = 0.0

    def says(self) -> str:
        """Return everything that was received, for searches."""
        return json.dumps([self.requests, self.headers], ensure_ascii=False)


def instance(schema: dict[str, Any], text: str) -> Any:
    """Return a value of a schema: the first degree, the first label, a quoted word."""
    kind = schema.get("type")
    if "enum" in schema:
        return schema["enum"][len(text) % len(schema["enum"])]
    if kind == "object":
        return {name: _property(name, part, text) for name, part in schema["properties"].items()}
    if kind == "array":
        count = max(schema.get("minItems", 0), min(1, schema.get("maxItems", 1)))
        return [instance(schema["items"], text) for _ in range(count)]
    if kind == "boolean":
        return False
    if kind in ("integer", "number"):
        return schema.get("minimum", 0)
    return "mot"


def _property(name: str, schema: dict[str, Any], text: str) -> Any:
    if name == "confidence":
        return 0.75
    if name == "quotes":
        words = re.findall(r"\w+", text)
        return [next((word for word in words if len(re.findall(rf"(?={word})", text)) == 1), words[0])]
    if name == "around":
        return ""
    if name == "none":
        return False
    return instance(schema, text)


def text_of(body: dict[str, Any]) -> str:
    """Return the first text of the last item that a request shows."""
    shown = [message["content"] for message in body["messages"] if message["role"] == "user"]
    items = [found for content in shown for found in _TEXT.findall(content)[:1]]
    return items[-1] if items else ""


def _answer(body: dict[str, Any], reply: Callable[[dict[str, Any]], str] | None) -> str:
    if reply is not None:
        return reply(body)
    system = body["messages"][0]["content"]
    schema = json.loads(system[system.rindex("\n\n{") :])
    value = instance(schema, text_of(body))
    for group in value.get("groups", ()):  # an operation that may touch both sides
        group["label"] = re.findall(r"^- (\S+):.*\(tokens of both sides\)$", system, re.MULTILINE)[0]
    return f"Here it is:\n```json\n{json.dumps(value, ensure_ascii=False)}\n```"


@contextmanager
def serve(
    rule: Rule = lambda number, body: ANSWER,
    reply: Callable[[dict[str, Any]], str] | None = None,
    seconds: float = 0.0,
) -> Iterator[Served]:
    """Run a server: `rule` says what happens to a request by its number, `reply` what the model says."""
    served = Served(seconds=seconds)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # else the body of a reply waits 40 ms for an acknowledgement

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with served.lock:
                number = len(served.requests)
                served.requests.append(body)
                served.headers.append(dict(self.headers))
                kind = rule(number, body)
                served.kinds.append(kind)
            time.sleep(served.seconds)
            self._reply(kind, body)

        def _reply(self, kind: str, body: dict[str, Any]) -> None:
            if kind in (BUSY, FAIL, DENY, REDIRECT):
                status = {BUSY: 429, FAIL: 500, DENY: 401, REDIRECT: 302}[kind]
                self.send_response(status)
                self.send_header("Retry-After", "0")
                self.send_header("Location", "http://192.0.2.1/v1/chat/completions")
                words = json.dumps({"error": f"wrong key {self.headers.get('Authorization', '')}"}).encode()
                self.send_header("Content-Length", str(len(words)))
                self.end_headers()
                self.wfile.write(words)
                return
            message: dict[str, Any] = {"role": "assistant", "content": ""}
            if kind == REFUSE:
                message["refusal"] = "I cannot help with that."
            elif kind == PROSE:
                message["content"] = "It seems fine to me."
            elif kind == LEAK:
                message["content"] = f"Your key is {self.headers.get('Authorization', '').split()[-1]}"
            else:
                message["content"] = _answer(body, reply)
            usage = {"prompt_tokens": 100, "completion_tokens": 10}
            document = {"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}
            content = json.dumps(document, ensure_ascii=False).encode()
            if kind == BROKEN:
                content = content[: len(content) // 2]
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if kind == HALF:
                self.wfile.write(content[: len(content) // 2])
                self.wfile.flush()
                self.connection.close()
                return
            if kind == STALL:
                self.wfile.write(content[:5])
                self.wfile.flush()
                time.sleep(1.5)
                return
            self.wfile.write(content)
            with served.lock:
                served.acknowledged.append(body["messages"][-1]["content"])

        def log_message(self, format: str, *arguments: Any) -> None:
            del format, arguments

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

        def handle_error(self, request: Any, address: Any) -> None:
            del request, address  # connections that tests cut

    server = Server(("127.0.0.1", 0), Handler)
    served.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
