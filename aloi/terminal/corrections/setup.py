"""`rename`, `hide`, `unhide` and `delete` of corpora, campaigns and rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from aloi.base.records import to_json
from aloi.terminal.base import Answer, Function, Group, stated, with_store
from aloi.terminal.corrections.log import GROUND, corrected, ground
from aloi.terminal.rounds.rounds import of_round

if TYPE_CHECKING:
    from aloi.workbench.store.opening import Store

PREVIEW = click.option("--preview", is_flag=True, help="Only show what would be deleted.")


def add_setup_commands(corpus: Group, campaign: Group, round_: Group) -> None:
    """Add the commands that correct the setup to the three groups."""
    _add(corpus, "corpus", click.argument("its_name", metavar="CORPUS"))
    _add_licence(corpus)
    _add(campaign, "campaign", click.argument("its_name", metavar="CAMPAIGN"))
    _add(round_, "round", of_round)


def _add_licence(corpus: Group) -> None:
    """Add the command that sets the licence of a corpus."""

    @corpus.command("licence", help="Set the LICENCE of the texts of CORPUS; existing releases keep theirs.")
    @click.argument("its_name", metavar="CORPUS")
    @click.argument("licence")
    @GROUND
    @with_store
    def licence_(store: Store, its_name: str, licence: str, why: str, by: str) -> Answer:
        from aloi.workbench.corrections.naming import state_licence

        return corrected(state_licence(store, its_name, licence, ground(why, by)))


def _add(group: Group, kind: str, named: Function) -> None:
    """Add the commands of one kind; `named` adds the options that select the object."""
    subject = {"corpus": "CORPUS", "campaign": "CAMPAIGN", "round": "a round"}[kind]
    title = "title" if kind == "round" else "name"

    @group.command("rename", help=f"Change the {title} of {subject}; existing releases keep the old one.")
    @named
    @click.argument("new", metavar="NAME")
    @GROUND
    @with_store
    def rename_(store: Store, new: str, why: str, by: str, **which: Any) -> Answer:
        from aloi.workbench.corrections import naming

        verb = getattr(naming, "title_round" if kind == "round" else f"rename_{kind}")
        return corrected(verb(store, *_which(which), new, ground(why, by)))

    close = "" if kind == "corpus" else ", closed"
    for name, help_text in (
        ("hide", f"Hide {subject} from the lists (archived{close}); all data are kept."),
        ("unhide", f"Show {subject} in the lists again."),
    ):

        @group.command(name, help=help_text)
        @named
        @GROUND
        @with_store
        def archive_(
            store: Store, why: str, by: str, archived: bool = name == "hide", **which: Any
        ) -> Answer:
            from aloi.workbench.corrections import naming

            verb = getattr(naming, f"archive_{kind}")
            return corrected(verb(store, *_which(which), ground(why, by), archived=archived))

    @group.command("delete", help=f"Delete {subject} permanently, if it has no answers.")
    @named
    @GROUND
    @PREVIEW
    @with_store
    def delete_(store: Store, why: str, by: str, preview: bool, **which: Any) -> Answer:
        from aloi.workbench.corrections import removal

        if preview:
            return stated(to_json(getattr(removal, f"{kind}_deletion")(store, *_which(which))))
        return corrected(getattr(removal, f"delete_{kind}")(store, *_which(which), ground(why, by)))


def _which(named: dict[str, Any]) -> tuple[Any, ...]:
    """Return the arguments of the operations: a name, or a campaign and a number."""
    return (named["its_name"],) if "its_name" in named else (named["campaign"], named["number"])
