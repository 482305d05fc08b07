"""The page people."""
