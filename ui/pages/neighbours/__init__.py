"""The page neighbours."""
