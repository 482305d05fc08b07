"""Training, runs, comparison, a model in the loop."""
