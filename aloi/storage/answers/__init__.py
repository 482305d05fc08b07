"""Campaigns, rounds, offers of items to annotators, and all answers."""
