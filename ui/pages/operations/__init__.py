"""The page operations."""
