"""The twenty tasks of DrBenchmark."""
