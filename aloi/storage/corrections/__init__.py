"""Corrections: their log, and the changes that only corrections make."""
