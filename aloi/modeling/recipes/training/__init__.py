"""The common parts of recipes with a network: the loop, checkpoints, settings."""
