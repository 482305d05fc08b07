"""Measures systems: metrics, intervals, comparisons; without torch and without a store."""
