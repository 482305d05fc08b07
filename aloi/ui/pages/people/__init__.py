"""People: the members, and invitations."""
