"""Rounds: open them, follow them, and prepare them."""
