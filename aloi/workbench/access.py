"""Access rights: the one place that decides them, for pages, downloads, commands and jobs.

A person is a manager, an adjudicator or an annotator of a campaign; an administrator runs the whole store.
Pages and commands filter nothing: `store_of` returns a store that contains only what the person may read.
"""

from __future__ import annotations

from collections.abc import Collection

from aloi.annotation.model import Annotator, Role, Status
from aloi.base.errors import AloiError, quoted
from aloi.base.terms import Term
from aloi.storage.event_log.entries import act_as
from aloi.storage.members import Member
from aloi.storage.store import Store
from aloi.workbench.requests.campaigns import AddMemberRequest, RemoveMemberRequest

DECIDERS = frozenset({Role.ADJUDICATOR, Role.MANAGER})
MANAGERS = frozenset({Role.MANAGER})
ADMINISTRATORS = frozenset({Role.ADMINISTRATOR})
EVERYBODY = frozenset(Role)


def roles_of(store: Store, person: Annotator) -> frozenset[Role]:
    """Return every role of a person, of their account and in any campaign; an administrator has all."""
    if person.role is Role.ADMINISTRATOR:
        return EVERYBODY
    return frozenset({person.role, *store.unscoped.members.roles(person.id).values()})


def role_in(store: Store, person: Annotator, campaign_id: str) -> Role | None:
    """Return the role of a person in a campaign; None where they have no part in it."""
    if person.role is Role.ADMINISTRATOR:
        return Role.ADMINISTRATOR
    return store.unscoped.members.roles(person.id).get(campaign_id)


def hidden_items(store: Store, campaign: str) -> frozenset[str]:
    """Return the items of a campaign to which the acting person may not see the answers of others.

    They are those of the open rounds that an adjudicator annotates, in all their rounds. A manager sees the
    answers in exports, too.
    """
    person_id = store.person_id
    if person_id is None or store.is_administrator():
        return frozenset()
    campaign_id = store.campaigns.get(campaign).id
    if store.unscoped.members.roles(person_id).get(campaign_id) is not Role.ADJUDICATOR:
        return frozenset()
    rounds = store.campaigns.rounds(campaign_id, with_items=False)
    annotated = [one.id for one in rounds if one.status is Status.OPEN and person_id in one.annotators]
    return frozenset(item_id for its_id in annotated for item_id in store.campaigns.round(its_id).item_ids)


def may(roles: Collection[Role], needed: Collection[Role]) -> bool:
    """Return whether somebody with these roles may do what one of the needed roles is for; none is for all.

    A manager may do what adjudicators and annotators may, an administrator everything.
    """
    return not needed or not counting(needed).isdisjoint(roles)


def counting(needed: Collection[Role]) -> frozenset[Role]:
    """Return the roles that count for something that one of these is needed for."""
    managers = MANAGERS if not ADMINISTRATORS.issuperset(needed) else frozenset()
    return frozenset({*needed, *managers, Role.ADMINISTRATOR})


def store_of(
    store: Store, person: Annotator, needed: Collection[Role], campaign_id: str | None = None
) -> Store:
    """Return the store as a person may read it for something that one of these roles is needed for.

    With a `campaign_id`, that of a token, it contains that campaign alone.
    """
    return store.unscoped.as_person(person.id, *counting(needed), campaign_id=campaign_id)


def person_with_account(store: Store, ref: str) -> Annotator:
    """Return the person of a name or pseudonym; raises AloiError for one who could not sign in."""
    account = store.people.user(ref)
    if account is None or account.disabled or account.annotator.is_source:
        raise AloiError(
            "aloi.not-found",
            kind=Term("the-person"),
            name=quoted(ref),
            expected=Term("name-or-the-pseudonym"),
        )
    return account.annotator


def sign_in(store: Store, ref: str, needed: Collection[Role]) -> Store:
    """Return the store as a person of this name or pseudonym may read it; this thread acts as them now.

    Raises
    ------
    AloiError
        Nobody who could sign in is so called: it does not say who is there.
    """
    person = person_with_account(store, ref)
    act_as(person.pseudonym)
    return store_of(store, person, needed)


def may_download(store: Store, person: Annotator, name: str, campaign_id: str | None = None) -> bool:
    """Return whether a file of the exports is one that a job of a person wrote, or of what they manage.

    With a `campaign_id`, that of a token, it must be of a job of that campaign.
    """
    if person.role is Role.ADMINISTRATOR and campaign_id is None:
        return True
    jobs = store_of(store, person, MANAGERS, campaign_id).jobs.naming(name)
    return any(name == file or name.rpartition(".")[0] == file for job in jobs for file in _files(job.result))


def _files(result: object) -> list[object]:
    """Return what the result of a job says of files: a name, or one to which suffixes are added."""
    return [result.get("file"), result.get("files")] if isinstance(result, dict) else []


def members(store: Store, campaign: str) -> list[Member]:
    """Return who takes part in a campaign, by id or name."""
    return store.members.of(store.campaigns.get(campaign).id)


def add_member(store: Store, request: AddMemberRequest) -> Member:
    """Return a member of a campaign, new or with another role than before.

    Raises
    ------
    AloiError
        An unknown campaign, person or role; a source of imported answers; a campaign that the acting person
        does not manage; the last manager.
    """
    chosen_role = Role(request.role)
    chosen_campaign = store.campaigns.get(request.campaign)
    chosen_person = store.people.get(request.person)
    if chosen_person.is_source:
        raise AloiError(
            "aloi.wrong-kind",
            name=chosen_person.pseudonym,
            kind=Term("source-of-imported"),
            expected=Term("a-person"),
            todo=Term("invite-the-person"),
        )
    store.members.put(chosen_campaign.id, chosen_person.id, chosen_role)
    return Member(chosen_campaign.id, chosen_person, chosen_role)


def remove_member(store: Store, request: RemoveMemberRequest) -> Annotator:
    """Return who is a member of a campaign no longer; their answers and decisions stay.

    Raises
    ------
    AloiError
        An unknown campaign or person, somebody who is no member, or the last manager.
    """
    chosen_campaign, chosen_person = store.campaigns.get(request.campaign), store.people.get(request.person)
    store.members.remove(chosen_campaign.id, chosen_person.id)
    return chosen_person


def candidates(store: Store, campaign_id: str) -> list[Annotator]:
    """Return the active people that the acting person can see and that are no members of a campaign."""
    present = {member.person.id for member in store.members.of(campaign_id)}
    return [person for person in store.people.workers() if person.id not in present]
