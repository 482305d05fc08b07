"""Upload of a release to the Hugging Face Hub after the release checks: its folder as a single commit."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from aloi.base.errors import AloiError
from aloi.base.terms import Term
from aloi.gold.model import Release
from aloi.gold.releasing.gate import RULE_NAMES
from aloi.storage.store import Store
from aloi.workbench.progress import Progress, go_on, silent
from aloi.workbench.releases.exporting import export
from aloi.workbench.requests.releases import ExportRequest, PushRequest

if TYPE_CHECKING:
    from huggingface_hub import HfApi

TOKEN, ENDPOINT = "HF_TOKEN", "HF_ENDPOINT"  # as the Hub's own tools name them
HUB = "https://huggingface.co"
_FORMAT = "huggingface"
_REPOSITORY_FILE = ".gitattributes"  # of the repository itself
_STEPS = 3  # the files, the repository, the commit


@dataclass(frozen=True, slots=True)
class Pushed:
    """The location of a release on the Hub, the commit that uploaded it, and its number of files."""

    address: str
    commit: str
    files: int


@dataclass(frozen=True, slots=True)
class HubAccount:
    """Destination and account of an upload: the address of the Hub, and a token, never shown or stored."""

    token: str
    endpoint: str = HUB

    def __repr__(self) -> str:
        """Return the values that may appear in a log."""
        return f"HubAccount({self.endpoint!r})"

    @classmethod
    def of(cls, environment: Mapping[str, str], token: str = "") -> HubAccount:
        """Return the account that an environment names; `token` where it names none.

        Raises
        ------
        AloiError
            No token, or an address that is none.
        """
        hub_token = (environment.get(TOKEN) or token).strip()
        endpoint = environment.get(ENDPOINT, HUB).strip().rstrip("/")
        if not hub_token:
            raise AloiError("workbench.push-no-token", name=TOKEN)
        if not endpoint.startswith(("https://", "http://")):
            raise AloiError(
                "aloi.value", name=ENDPOINT, value=repr(endpoint), expected=Term("address-of-a-hub")
            )
        return cls(hub_token, endpoint)


def push(
    store: Store, request: PushRequest, account: HubAccount, *, now: datetime, progress: Progress = silent
) -> Pushed:
    """Upload the files of a release's Hugging Face folder in one commit, and return its location.

    Earlier content of the repository is replaced, and stays in its history. If a push was interrupted, the
    next one resumes it: the Hub keeps the parts of large files that it has.

    Raises
    ------
    AloiError
        A release without release checks, a stand-off release, or a restricted corpus without a reason. Also
        no such repository, or a Hub that rejects the upload or cannot be reached.
    """
    stored_release = store.gold.release(request.release)
    require_gate(stored_release)
    repository = repository_name(request.repository)
    export_request = ExportRequest(
        stored_release.id, _FORMAT, reason=request.reason, comments=request.comments
    )
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work) / "release"
        go_on(progress, 0, _STEPS, "")
        export(store, export_request, folder, now=now)
        go_on(progress, 1, _STEPS, "")
        with _hub(account, repository) as api:
            api.create_repo(repository, repo_type="dataset", private=request.private, exist_ok=True)
            go_on(progress, 2, _STEPS, "")
            message = f"Release {stored_release.version}"
            return _commit(api, account, repository, folder, "dataset", message, stored_release.checksum)


def push_model(
    account: HubAccount, repository: str, folder: Path, *, private: bool, message: str, checksum: str
) -> Pushed:
    """Upload the directory of a model in one commit, and return its location; as `push` does a release.

    Parameters
    ----------
    checksum : str
        Of the predictions of its run.
    """
    repository = repository_name(repository)
    with _hub(account, repository) as api:
        api.create_repo(repository, repo_type="model", private=private, exist_ok=True)
        return _commit(api, account, repository, folder, "model", message, checksum)


def repository_name(name: str) -> str:
    """Return the name of a repository of the Hub, or raise AloiError for one that is none."""
    repository = name.strip()
    if not all(part.strip() for part in repository.split("/")) or repository.count("/") != 1:
        raise _no_repository(repository)
    return repository


def _no_repository(repository: str) -> AloiError:
    return AloiError(
        "aloi.value",
        name=Term("the-repository"),
        value=repr(repository),
        expected=Term("owner-and-repository"),
    )


def require_gate(release: Release) -> None:
    """Raise AloiError for a stand-off release, or one that lacks a current release check."""
    gate: Any = release.manifest.get("gate")
    missing = [one for one in RULE_NAMES if gate is None or one not in gate["rules"]]
    if missing:
        raise AloiError("workbench.push-no-gate", version=repr(release.version), rules=missing)
    if release.manifest.get("stand_off"):
        raise AloiError("workbench.push-stand-off", version=repr(release.version))


def _commit(
    api: HfApi,
    account: HubAccount,
    repository: str,
    folder: Path,
    kind: str,
    message: str,
    checksum: str,
) -> Pushed:
    """Make one commit of a folder, which also deletes files of the repository that are not in the folder."""
    from huggingface_hub import CommitOperationAdd, CommitOperationCopy, CommitOperationDelete

    files = {one.relative_to(folder).as_posix(): one for one in sorted(folder.rglob("*")) if one.is_file()}
    remote_files = set(api.list_repo_files(repository, repo_type=kind))
    operations: list[CommitOperationAdd | CommitOperationCopy | CommitOperationDelete] = [
        *(CommitOperationDelete(name) for name in sorted(remote_files - files.keys() - {_REPOSITORY_FILE})),
        *(CommitOperationAdd(name, path) for name, path in files.items()),
    ]
    done = api.create_commit(
        repository,
        operations,
        commit_message=message,
        commit_description=f"Checksum of its content: {checksum}",
        repo_type=kind,
    )
    below = "datasets/" if kind == "dataset" else ""
    return Pushed(f"{account.endpoint}/{below}{repository}", done.oid, len(files))


@contextmanager
def _hub(account: HubAccount, repository: str) -> Iterator[HfApi]:
    """Yield the client of the Hub; errors are reported without their text, which may contain sent data."""
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, OfflineModeIsEnabled

    # Of the library beneath, which is not the same in all versions of the client.
    of_transport = cast("type[Exception]", HfHubHTTPError.__bases__[0])
    try:
        yield HfApi(endpoint=account.endpoint, token=account.token, library_name="aloi")
    except HFValidationError:
        raise _no_repository(repository) from None
    except OfflineModeIsEnabled:
        raise AloiError("workbench.push-offline", name="HF_HUB_OFFLINE") from None
    except HfHubHTTPError as error:
        status = getattr(error.response, "status_code", None)
        if status in (401, 403):
            raise AloiError("workbench.push-not-allowed", repository=repr(repository), name=TOKEN) from None
        raise AloiError(
            "workbench.push-refused", repository=repr(repository), endpoint=account.endpoint, status=status
        ) from None
    except (of_transport, OSError, RuntimeError):  # the last: a large file that did not arrive
        raise AloiError("workbench.push-unreachable", endpoint=account.endpoint) from None
