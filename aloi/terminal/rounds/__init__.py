"""Campaigns, guidelines, rounds, adjudication, cleaning."""
