"""The paths that no request of a use case makes: tokens, uploads, jobs and files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aloi.api.document import json_answer, refusals
from aloi.workbench.endpoints.base import MOST_ROWS, TEXT, maybe, record, rows_of

_JOB: Mapping[str, Any] = {"$ref": "#/components/schemas/Job"}
_UPLOAD: Mapping[str, Any] = {"$ref": "#/components/schemas/Upload"}
_READ = (401, 403, 404, 422, 429, 503)


@dataclass(frozen=True, slots=True)
class OwnPath:
    """A method and a path, the handler, and what the document says of it."""

    method: str
    path: str
    handler: str
    tag: str
    summary: str
    answer: Mapping[str, Any]
    status: int = 200
    parameters: tuple[Mapping[str, Any], ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict)

    def operation(self) -> dict[str, Any]:
        """Return the operation for the document."""
        refused = refusals(*_READ) if self.method == "GET" else refusals()
        same = {"304": {"description": "The answer is the one that the caller has."}}
        names = [part[1:-1].partition(":")[0] for part in self.path.split("/") if part.startswith("{")]
        path = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
            for name in names
        ]
        return {
            "operationId": self.handler,
            "tags": [self.tag],
            "summary": self.summary,
            "parameters": [*path, *self.parameters],
            "responses": {
                str(self.status): self.answer,
                **(same if self.method == "GET" else {}),
                **refused,
            },
            **({"requestBody": self.body} if self.body else {}),
        }


def _query(name: str, schema: Mapping[str, Any], description: str) -> Mapping[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": schema, "description": description}


def _binary(description: str, media_type: str) -> dict[str, Any]:
    return {"description": description, "content": {media_type: {"schema": {"type": "string"}}}}


_OFFSET = {
    "name": "Upload-Offset",
    "in": "header",
    "required": True,
    "schema": {"type": "integer", "minimum": 0},
    "description": "The bytes that have arrived before this part.",
}
_TOKEN = record(ref=TEXT, person=TEXT, scope=TEXT, campaign=maybe(TEXT), role=maybe(TEXT), expires=TEXT)
OWN_PATHS = (
    OwnPath(
        "GET", "/token", "token", "tokens", "Show the token of the call.", json_answer("The token.", _TOKEN)
    ),
    OwnPath(
        "POST",
        "/uploads",
        "begin_upload",
        "uploads",
        "Begin the upload of a file.",
        json_answer("The upload.", _UPLOAD),
        201,
        body={
            "required": True,
            "content": {
                "application/json": {
                    "schema": {
                        "type": "object",
                        "properties": {
                            "name": {
                                "type": "string",
                                "minLength": 1,
                                "maxLength": 200,
                                "description": "Name of the file; its suffix says how it is read.",
                            },
                            "size": {"type": "integer", "minimum": 0, "description": "Number of bytes."},
                        },
                        "required": ["name", "size"],
                    },
                    "example": {"name": "pairs.tsv", "size": 870},
                }
            },
        },
    ),
    OwnPath(
        "GET",
        "/uploads/{upload}",
        "show_upload",
        "uploads",
        "Show how much of a file has arrived.",
        json_answer("The upload.", _UPLOAD),
    ),
    OwnPath(
        "PATCH",
        "/uploads/{upload}",
        "append_upload",
        "uploads",
        "Send the next part of a file.",
        json_answer("The upload.", _UPLOAD),
        parameters=(_OFFSET,),
        body={
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string"}}},
        },
    ),
    OwnPath(
        "GET",
        "/jobs",
        "list_jobs",
        "jobs",
        "List the newest jobs.",
        json_answer("Some jobs.", record(jobs=rows_of(_JOB), next_cursor=maybe(TEXT))),
        parameters=(
            _query("cursor", {"type": "string", "default": ""}, "Where to go on."),
            _query(
                "limit", {"type": "integer", "minimum": 1, "maximum": MOST_ROWS}, "Most rows of the page."
            ),
        ),
    ),
    OwnPath("GET", "/jobs/{job}", "show_job", "jobs", "Show a job.", json_answer("The job.", _JOB)),
    OwnPath("DELETE", "/jobs/{job}", "cancel_job", "jobs", "Cancel a job.", json_answer("The job.", _JOB)),
    OwnPath(
        "GET",
        "/jobs/{job}/events",
        "job_events",
        "jobs",
        "Follow a job as server-sent events.",
        _binary("Events `progress` and `ended`; the data of each is the job.", "text/event-stream"),
    ),
    OwnPath(
        "GET",
        "/files/{name:path}",
        "file",
        "files",
        "Download a file that a job wrote.",
        _binary("The file.", "application/octet-stream"),
    ),
)
