"""Models for others: directories with cards, uploads, benchmarks."""
