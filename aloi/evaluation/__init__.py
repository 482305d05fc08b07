"""Predictions in, scores out: metrics, intervals, comparisons of systems; no torch, no store."""
