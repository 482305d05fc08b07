"""The page linking."""
