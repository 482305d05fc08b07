"""Comparison: runs side by side, of pairs and of other rows."""
