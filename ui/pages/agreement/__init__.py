"""The page agreement."""
