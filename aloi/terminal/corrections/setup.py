"""`rename`, `hide`, `unhide` and `delete` of corpora, campaigns and rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Group, now, stated, with_store
from aloi.terminal.corrections.log import corrected
from aloi.terminal.options import request_options
from aloi.workbench.requests import corrections as requests
from aloi.workbench.requests.corrections import LicenceRequest
from aloi.workbench.requests.shared import Previewed

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store


def add_setup_commands(corpus: Group, campaign: Group, round_: Group) -> None:
    """Add the commands that correct the setup to the three groups."""
    _add_licence(corpus)
    for group, kind, subject in (
        (corpus, "corpus", "CORPUS"), (campaign, "campaign", "CAMPAIGN"), (round_, "round", "a round"),
    ):  # fmt: skip
        _add(group, kind, subject)


def _add_licence(corpus: Group) -> None:
    """Add the command that sets the licence of a corpus."""

    @corpus.command("licence", help="Set the LICENCE of the texts of CORPUS; existing releases keep theirs.")
    @request_options(LicenceRequest)
    @with_store
    def licence_(store: Store, request: LicenceRequest) -> Answer:
        from aloi.workbench.corrections.naming import state_licence

        return corrected(state_licence(store, request, now()))


def _add(group: Group, kind: str, subject: str) -> None:
    """Add the commands of one kind."""
    title = "title" if kind == "round" else "name"

    @group.command("rename", help=f"Change the {title} of {subject}; existing releases keep the old one.")
    @request_options(_class("Rename", kind))
    @with_store
    def rename_(store: Store, request: object) -> Answer:
        from aloi.workbench.corrections import naming

        verb = getattr(naming, "title_round" if kind == "round" else f"rename_{kind}")
        return corrected(verb(store, request, now()))

    close = "" if kind == "corpus" else ", closed"
    for name, help_text in (
        ("hide", f"Hide {subject} from the lists (archived{close}); all data are kept."),
        ("unhide", f"Show {subject} in the lists again."),
    ):

        @group.command(name, help=help_text)
        @request_options(_class(name.capitalize(), kind))
        @with_store
        def archive_(store: Store, request: object) -> Answer:
            from aloi.workbench.corrections import naming

            return corrected(getattr(naming, f"archive_{kind}")(store, request, now()))

    @group.command("delete", help=f"Delete {subject} permanently, if it has no answers.")
    @request_options(_class("Delete", kind))
    @with_store
    def delete_(store: Store, request: Previewed) -> Answer:
        from aloi.workbench.corrections import removal

        if request.preview:
            return stated(to_json(getattr(removal, f"{kind}_deletion")(store, request)))
        return corrected(getattr(removal, f"delete_{kind}")(store, request, now()))


def _class(verb: str, kind: str) -> type:
    """Return the request of a verb and a kind of object."""
    request: type = getattr(requests, f"{verb}{kind.capitalize()}Request")
    return request
