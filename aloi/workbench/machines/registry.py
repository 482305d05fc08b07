"""Versions of machine annotators: what is stored of them, and the key that is not."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from aloi.base.errors import AloiError
from aloi.base.records import to_json
from aloi.base.terms import Term
from aloi.machines.addresses import checked_url
from aloi.machines.model import Access, MachineAnnotator, MachineIdentity, MachineKind
from aloi.storage.store import Store
from aloi.workbench.machines.tables import keep_table
from aloi.workbench.models.runs import find, runs_folder, stored_run
from aloi.workbench.requests.machines import AddMachineRequest, ListMachinesRequest
from aloi.workbench.rounds.campaigns import text_in

_MOST_KEY = 10_000  # bytes of a file with a key


def add_machine(
    store: Store, request: AddMachineRequest, data: Path, now: datetime, introduction: str = ""
) -> MachineAnnotator:
    """Return a machine of an endpoint, a run or a file; a new version if its identity is new.

    `introduction` is the first sentences of the prompt, instead of those in a file.

    Raises
    ------
    AloiError
        An endpoint that is no such URL, no model, an unknown run, a key file in the data folder. Only
        administrators name a key: others could send it to an endpoint of their own.
    """
    name = request.name.strip()
    if not name:
        raise AloiError("aloi.missing", name=Term("the-machine"), missing=Term("a-name"))
    if (request.key_env or request.key_file) and not store.is_administrator():
        raise AloiError("aloi.not-allowed", role=Term("an-administrator-of-this-aloi"))
    if request.prompt is not None:
        introduction = text_in(request.prompt)
    access = Access(
        request.key_env.strip(),
        _outside(request.key_file.strip(), data),
        request.input_price,
        request.output_price,
    )
    return store.machines.add(name, identity_of(store, request, data, introduction), access, now)


def list_machines(store: Store, request: ListMachinesRequest) -> list[dict[str, object]]:
    """Return the versions of the machines as documents."""
    del request  # it has no fields
    return [machine_document(machine) for machine in store.machines.list()]


def identity_of(
    store: Store, request: AddMachineRequest, data: Path, introduction: str = ""
) -> MachineIdentity:
    """Return the identity of a machine that a request describes; a table of predictions is kept."""
    if request.run is not None:
        run = find(runs_folder(data), request.run, store.members.shared("run"))
        return MachineIdentity(MachineKind.RUN, stored_run(runs_folder(data), run.name).run.id)
    if request.file is not None:
        return MachineIdentity(MachineKind.FILE, request.file.name, source=keep_table(request.file, data))
    if not request.model.strip():
        raise AloiError("aloi.missing", name=Term("the-machine"), missing=Term("the-model"))
    return MachineIdentity(
        MachineKind.ENDPOINT,
        request.model.strip(),
        checked_url(request.endpoint or ""),
        introduction=introduction.strip(),
        form=request.form,
        temperature=float(request.temperature),
        top_p=float(request.top_p),
        max_tokens=request.max_tokens,
        seed=request.seed,
        draws=request.draws,
        both_orders=request.both_orders,
        examples=request.examples,
    )


def _outside(key_file: str, data: Path) -> str:
    """Return the absolute path of a key file outside the data folder, which backups copy."""
    if not key_file:
        return ""
    path = Path(key_file).expanduser().resolve()
    if path.is_relative_to(data.resolve()):
        raise AloiError(
            "aloi.value",
            name=Term("the-key-file"),
            value=Term("in-the-data-folder"),
            expected=Term("outside-data-folder"),
            todo=Term("move-the-key-file"),
        )
    return str(path)


def key_of(access: Access) -> str:
    """Return the API key of a machine, empty if it has none.

    Raises
    ------
    AloiError
        The variable is not set, or the file cannot be read.
    """
    if access.key_env:
        key = os.environ.get(access.key_env, "").strip()
        if not key:
            raise AloiError(
                "aloi.missing",
                name=Term("the-environment"),
                missing=Term("variable-named", name=access.key_env),
                todo=Term("set-the-variable"),
            )
        return key
    if access.key_file:
        with Path(access.key_file).open("rb") as file:
            return file.read(_MOST_KEY).decode("utf-8").strip()
    return ""


def machine_document(machine: MachineAnnotator) -> dict[str, object]:
    """Return a machine as JSON documents and reports hold it: no key, no path."""
    return {
        **to_json(machine, "identity", "access"),
        **to_json(machine.identity, "introduction", model=machine.identity.model_name),
    }
