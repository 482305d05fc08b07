"""Files that callers upload, in parts that can be sent again: on disk, never in memory."""

from __future__ import annotations

import json
import re
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import Request

from aloi.api.problems import ProblemError
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.workbench.programs.tokens import ApiToken
from aloi.workbench.store.private import UPLOADS

_ID = re.compile(r"[0-9a-f]{24}")
_ABOUT = ".upload.json"
_PART = ".part"
_LEAST_FREE = 500_000_000  # bytes of the disk


@dataclass(frozen=True, slots=True)
class Uploads:
    """The uploads of callers below the data folder; they are deleted after a week like those of pages."""

    data: Path
    most: int

    def begin(self, body: dict[str, Any], token: ApiToken) -> dict[str, Any]:
        """Return a new upload: its id, to which parts are sent."""
        name, size = body.get("name"), body.get("size")
        is_size = isinstance(size, int) and not isinstance(size, bool) and size >= 0
        if not isinstance(name, str) or not name.strip() or len(name) > 200 or size is None or not is_size:
            error = AloiError(
                "aloi.missing",
                name=Term("the-request"),
                missing=Term("name-and-size"),
                expected=Term("name-and-size-of-a-file"),
            )
            raise ProblemError(422, error)
        if size > self.most:
            raise self._too_large()
        self.data.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(self.data).free - size < _LEAST_FREE:
            raise self._too_large()
        upload_id = secrets.token_hex(12)
        folder = self._folder(upload_id)
        folder.mkdir(parents=True, mode=0o700)
        clean = re.sub(r"[^\w.\- ]", "_", Path(name.replace("\0", "_")).name).lstrip(".") or "upload"
        about = {"name": clean, "size": size, "person": token.person.id, "campaign": token.campaign_id}
        (folder / _ABOUT).write_text(json.dumps(about), encoding="utf-8")
        (folder / _PART).touch()
        if size == 0:
            (folder / _PART).rename(folder / clean)
        return self.state(upload_id, token)

    def state(self, upload_id: str, token: ApiToken) -> dict[str, Any]:
        """Return how much of an upload has arrived."""
        folder, about = self._of_caller(upload_id, token)
        return self._described(upload_id, folder, about)

    def _described(self, upload_id: str, folder: Path, about: dict[str, Any]) -> dict[str, Any]:
        part, final = folder / _PART, folder / str(about["name"])
        offset = part.stat().st_size if part.exists() else final.stat().st_size
        return {"id": upload_id, "name": about["name"], "size": about["size"], "offset": offset,
                "finished": not part.exists()}  # fmt: skip

    async def append(self, upload_id: str, token: ApiToken, request: Request) -> dict[str, Any]:
        """Return the state of an upload after a part that begins at its offset was added.

        The bytes that arrived before an interruption are kept; the caller continues at the offset.
        """
        folder, about = self._of_caller(upload_id, token)
        state = self._described(upload_id, folder, about)
        offset, size = request.headers.get("upload-offset", ""), int(about["size"])
        if (
            not (offset.isascii() and offset.isdigit())
            or int(offset[:18]) != state["offset"]
            or state["finished"]
        ):
            error = AloiError(
                "aloi.value",
                name=Term("the-header-upload-offset"),
                value=quoted(offset),
                expected=Term("offset-was-expected", offset=state["offset"]),
                todo=Term("ask-for-the-offset"),
            )
            raise ProblemError(409, error)
        part, written = folder / _PART, int(offset)
        with part.open("ab") as target:
            async for piece in request.stream():
                written += len(piece)
                if written > size:
                    target.flush()
                    target.truncate(int(offset))
                    raise self._too_large(size)
                target.write(piece)
        if written == size:
            part.rename(folder / str(about["name"]))
        return self._described(upload_id, folder, about)

    def finished(self, upload_id: str, token: ApiToken) -> Path | None:
        """Return the path of a complete upload of the caller; None for any other id."""
        try:
            folder, about = self._of_caller(upload_id, token)
        except ProblemError:
            return None
        path = folder / str(about["name"])
        return path if path.is_file() else None

    def _folder(self, upload_id: str) -> Path:
        return self.data / UPLOADS / upload_id

    def _of_caller(self, upload_id: str, token: ApiToken) -> tuple[Path, dict[str, Any]]:
        folder = self._folder(upload_id)
        if _ID.fullmatch(upload_id) and (folder / _ABOUT).is_file():
            about = json.loads((folder / _ABOUT).read_text(encoding="utf-8"))
            if (about["person"], about["campaign"]) == (token.person.id, token.campaign_id):
                return folder, about
        raise ProblemError(404, AloiError("aloi.not-found", kind=Term("the-upload"), name=quoted(upload_id)))

    def _too_large(self, most: int | None = None) -> ProblemError:
        error = AloiError(
            "aloi.too-many",
            name=Term("bytes-of-the-file"),
            count=(self.most if most is None else most) + 1,
            most=self.most if most is None else most,
            todo=Term("send-a-smaller-file"),
        )
        return ProblemError(413, error)
