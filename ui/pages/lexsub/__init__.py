"""The page lexsub."""
