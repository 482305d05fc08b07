"""Campaigns, rounds, what is offered to whom, every answer given."""
