"""Correction of setup mistakes: each operation logs who changed what, when and why."""
