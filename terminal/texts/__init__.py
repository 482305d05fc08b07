"""Texts and terminologies."""
