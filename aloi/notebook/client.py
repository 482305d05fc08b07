"""`aloi.Client`: the calls over HTTP, with uploads that resume and jobs that are waited for."""

from __future__ import annotations

import os
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

import httpx

from aloi.base.errors import AloiError
from aloi.base.requests.reading import plain
from aloi.base.terms import Term
from aloi.notebook.calls import Calls
from aloi.workbench.endpoints import Endpoint, split_values

if TYPE_CHECKING:
    import pandas as pd

_PART = 4 * 1024**2  # bytes of a part of an upload
_TRIES = 5
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 2.0  # seconds between two looks at a job
_AGAIN = (429, 502, 503, 504)
_ENDED = ("done", "failed", "cancelled")


class ApiError(AloiError):
    """An error that the server answered: `status`, `document` with its code, and its sentences."""

    status: int = 0
    document: Mapping[str, Any] = MappingProxyType({})


def _told_by_server(status: int, document: Mapping[str, Any]) -> ApiError:
    """Return the error of an answer."""
    error = ApiError(
        "aloi.value",
        name=Term("the-answer-of-the-server"),
        value=f"{status} {document.get('code', '')}",
        expected=Term("as-told", text=str(document.get("title", ""))),
        todo=Term("as-told", text=str(document.get("detail", ""))),
    )
    error.status, error.document = status, dict(document)
    return error


class Client(Calls):
    """A running Aloi, as the person of a token may use it.

    Use it in a `with` block, or `close` it.

    Parameters
    ----------
    url : str
        Address of the server, such as `https://aloi.example.org`.
    token : str
        A token of `aloi token create`; by default that of the environment (`ALOI_TOKEN`).
    progress : bool or callable
        Whether to write the progress of jobs to standard error; or a function that takes each state.
    timeout : float
        Seconds to wait for an answer.

    Examples
    --------
    >>> import aloi
    >>> client = aloi.Client("http://127.0.0.1:8501", "aloi_...")
    >>> client.campaign("clinical")
    Campaign('clinical')
    >>> client.close()
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        progress: bool | Callable[[Mapping[str, Any]], None] = False,
        timeout: float = 60.0,
    ) -> None:
        secret = token or os.environ.get("ALOI_TOKEN", "")
        self._http = httpx.Client(
            base_url=f"{url.rstrip('/')}/api/v1",
            headers={"Authorization": f"Bearer {secret}"},
            timeout=timeout,
            follow_redirects=False,
        )
        self._told = progress if callable(progress) else _tell if progress else _silent

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the connections."""
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def document(self) -> dict[str, Any]:
        """Return the OpenAPI document of the server."""
        document: dict[str, Any] = self._sent("GET", "/openapi.json").json()
        return document

    def send(self, endpoint: Endpoint, values: Mapping[str, Any]) -> Any:
        """Return the document of an endpoint; the result of its job if it is one."""
        path, rest = split_values(endpoint, {name: plain(value) for name, value in values.items()})
        if endpoint.reads:
            return self._sent("GET", path, params=_query(rest)).json()
        # The same key at each try: a change is made once, whichever answer was lost.
        headers = {"Idempotency-Key": uuid.uuid4().hex}
        document = self._sent(endpoint.method, path, json=rest, headers=headers).json()
        return self.wait(document["id"]) if endpoint.is_job else document

    def page(
        self, endpoint: Endpoint, values: Mapping[str, Any], cursor: str, limit: int
    ) -> Mapping[str, Any]:
        """Return one page of rows."""
        path, rest = split_values(endpoint, values)
        query = {**_query(rest), "limit": str(limit), **({"cursor": cursor} if cursor else {})}
        document: Mapping[str, Any] = self._sent("GET", path, params=query).json()
        return document

    def wait(self, job_id: str) -> Any:
        """Return the result of a job once it is done.

        Raises
        ------
        ApiError
            The job failed, with its error, or was cancelled.
        """
        begun = time.monotonic()
        while True:
            job = self._sent("GET", f"/jobs/{job_id}").json()
            self._told(job)
            if job["status"] in _ENDED:
                break
            passed = time.monotonic() - begun  # waits of a tenth: a short job is not prolonged
            time.sleep(min(_LONGEST_WAIT, max(_FIRST_WAIT, passed / 10)))
        if job["status"] != "done":
            raise _told_by_server(422, job["error"] or {"code": job["status"], "title": job["message"]})
        return job["result"]

    def file(self, table: Any) -> str:
        """Return the id of an uploaded file: that of a path or a DataFrame."""
        if isinstance(table, str | os.PathLike):
            return self.upload(table)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.parquet"
            _write(table, path)
            return self.upload(path)

    def upload(self, path: str | os.PathLike[str], upload_id: str | None = None) -> str:
        """Return the id of an uploaded file; with the id of an interrupted upload, it is resumed."""
        source = Path(path)
        if upload_id is None:
            about = {"name": source.name, "size": source.stat().st_size}
            state = self._sent("POST", "/uploads", json=about).json()
        else:
            state = self._sent("GET", f"/uploads/{upload_id}").json()
        address, failures = f"/uploads/{state['id']}", 0
        with source.open("rb") as stream:
            while not state["finished"]:
                stream.seek(state["offset"])
                headers = {"Upload-Offset": str(state["offset"]), "Content-Type": "application/octet-stream"}
                try:
                    answer = self._http.patch(address, content=stream.read(_PART), headers=headers)
                except httpx.TransportError:
                    failures += 1
                    if failures >= _TRIES:
                        raise
                    time.sleep(failures)
                    state = self._sent("GET", address).json()
                    continue
                state = _checked(answer).json()
        return str(state["id"])

    def fetch(self, name: str, out: str | os.PathLike[str]) -> Path:
        """Return the path of a file that a job wrote, downloaded to `out`: a folder, or a new file."""
        target = Path(out) / Path(name).name if Path(out).is_dir() else Path(out)
        with self._http.stream("GET", f"/files/{name}") as answer:
            if answer.status_code >= 400:
                answer.read()
                _checked(answer)
            with target.open("wb") as stream:
                for part in answer.iter_bytes():
                    stream.write(part)
        return target

    def events(self, job_id: str) -> Iterator[str]:
        """Yield the states of a job as the server sends them: JSON texts."""
        with self._http.stream("GET", f"/jobs/{job_id}/events", timeout=None) as answer:
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    yield line.removeprefix("data: ")

    def _sent(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Return the answer to a request, sent again while the server is busy or away."""
        for number in range(1, _TRIES + 1):
            try:
                answer = self._http.request(method, path, **options)
            except httpx.TransportError:
                if number == _TRIES:
                    raise
                time.sleep(number)
                continue
            if answer.status_code not in _AGAIN or number == _TRIES:
                return _checked(answer)
            wait = answer.headers.get("retry-after", "")
            time.sleep(min(60.0, float(wait)) if wait.isdigit() else number)
        raise AssertionError  # the last try returns or raises


def _checked(answer: httpx.Response) -> httpx.Response:
    if answer.status_code >= 400:
        is_told = "json" in answer.headers.get("content-type", "")
        raise _told_by_server(
            answer.status_code, answer.json() if is_told else {"title": answer.reason_phrase}
        )
    return answer


def _query(values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: [str(one) for one in value] if isinstance(value, list | tuple) else _text(value)
        for name, value in values.items()
        if value is not None
    }


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _write(table: pd.DataFrame, path: Path) -> None:
    table.to_parquet(path, index=False)


def _silent(job: Mapping[str, Any]) -> None:
    del job


def _tell(job: Mapping[str, Any]) -> None:
    """Write the progress of a job on one line of standard error."""
    share = f"{job['done']} / {job['total']}" if job["total"] else job["status"]
    end = "\n" if job["status"] in _ENDED else ""
    sys.stderr.write(f"\r\x1b[K{job['verb']}: {share} {job['message']}{end}")
    sys.stderr.flush()
