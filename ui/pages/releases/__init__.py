"""The page releases."""
