"""The page cleaning."""
