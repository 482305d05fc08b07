"""Benchmark suite: its form, its tables and its curves."""
