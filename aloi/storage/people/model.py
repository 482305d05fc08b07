"""Records of accounts: people who may sign in, and their roles."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aloi.annotation.model import Annotator, Role


@dataclass(frozen=True, slots=True)
class User:
    """An account: a person, the hash of their password (None: cannot sign in), and whether it is off."""

    annotator: Annotator
    password_hash: str | None
    disabled: bool


@dataclass(frozen=True, slots=True)
class Login:
    """A running sign-in; that of a participant is good for the annotation of one round alone."""

    person: Annotator
    expires: datetime
    round_id: str | None = None


@dataclass(frozen=True, slots=True)
class RunningLogin:
    """One of a person's sign-ins that have not ended; the hash of its token tells them apart."""

    token_hash: str
    created_at: datetime
    expires: datetime


@dataclass(frozen=True, slots=True)
class Invite:
    """A one-time link not used yet; `person` is set when it gives somebody known a password.

    `campaign_id` names the campaign that the person joins in this role.
    """

    token_hash: str
    role: Role
    expires: datetime
    person: Annotator | None
    name_hint: str
    expertise: str
    campaign_id: str | None = None

    @property
    def ref(self) -> str:
        """The reference of the link; the link itself is known only to its recipient."""
        return self.token_hash[:12]

    @property
    def name(self) -> str:
        """The name of the invited person; empty if none was given."""
        return self.person.name if self.person else self.name_hint
