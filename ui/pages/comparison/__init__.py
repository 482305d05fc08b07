"""The page comparison."""
