"""Campaigns, rounds, answers, decisions."""
