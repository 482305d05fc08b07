"""Which texts may leave this machine: none of a restricted corpus, and others for a stored reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aloi.base.errors import AloiError
from aloi.corpora.model import Corpus
from aloi.machines.addresses import MachineEndpoint, resolve
from aloi.machines.model import MachineAnnotator, MachineKind
from aloi.storage.store import Store
from aloi.workbench.texts.restriction import SENT_TO_MACHINE, was_sent_to


@dataclass(frozen=True, slots=True)
class Destination:
    """The place to which texts of a campaign go for a machine.

    `host` is empty for this machine. `refused` says that the corpus is restricted and the host another one,
    `needs_reason` that no reason for this host was stored yet.
    """

    host: str
    refused: bool
    needs_reason: bool


def destination(store: Store, corpus: Corpus, machine: MachineAnnotator) -> Destination:
    """Return where the texts of a corpus go for a machine, and whether they may.

    Raises
    ------
    AloiError
        An endpoint whose name has no address.
    """
    if machine.identity.kind is not MachineKind.ENDPOINT:
        return Destination("", refused=False, needs_reason=False)
    endpoint = resolve(machine.identity.endpoint)
    if endpoint.local:
        return Destination("", refused=False, needs_reason=False)
    needs_reason = not corpus.restricted and not is_allowed(store, corpus, endpoint)
    return Destination(endpoint.host, corpus.restricted, needs_reason)


def allow_sending(
    store: Store, corpus: Corpus, endpoint: MachineEndpoint, reason: str, now: datetime
) -> None:
    """Allow texts of a corpus to be sent to an endpoint, or raise AloiError.

    An endpoint on this machine may receive all texts. Another one receives no texts of a restricted corpus,
    and those of other corpora after a reason was given once; the log of exports keeps it.
    """
    if endpoint.local:
        return
    if corpus.restricted:
        raise AloiError("workbench.machine-outside-restricted", name=repr(corpus.name), host=endpoint.host)
    if is_allowed(store, corpus, endpoint):
        return
    if not reason.strip():
        raise AloiError("workbench.machine-outside", name=repr(corpus.name), host=endpoint.host)
    store.texts.log_export(corpus.id, SENT_TO_MACHINE.format(url=endpoint.url), reason.strip(), now)


def is_allowed(store: Store, corpus: Corpus, endpoint: MachineEndpoint) -> bool:
    """Return whether a reason for sending texts of a corpus to an endpoint was given before."""
    return was_sent_to(store, corpus.id, endpoint.url)
