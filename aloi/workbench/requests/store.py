"""Requests about the store: backup, restore, move, check, people."""
