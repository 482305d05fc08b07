"""Releases in, predictions out: encoders, recipes, rankers, runs, the benchmark suite."""
