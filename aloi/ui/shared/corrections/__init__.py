"""Corrections as pages draw them: what will happen in numbers, the reason, and the log."""
