"""People: who takes part, and invitations."""
