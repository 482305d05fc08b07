"""The full report on ratings from any source: annotators, labels, items, models, a plan and the methods."""
