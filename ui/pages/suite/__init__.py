"""The page suite."""
