"""What recipes with a network share: the loop, checkpoints, settings."""
