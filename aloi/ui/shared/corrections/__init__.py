"""Drawing of corrections: the effect in numbers, the reason, and the log."""
