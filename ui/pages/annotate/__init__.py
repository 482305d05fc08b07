"""The page annotate."""
