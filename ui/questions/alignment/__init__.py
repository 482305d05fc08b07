"""Groups of tokens on both sides, with their operations."""
