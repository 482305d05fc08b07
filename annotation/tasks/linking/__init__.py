"""Mentions linked to concepts of a terminology."""
