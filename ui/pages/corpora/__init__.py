"""The page corpora."""
