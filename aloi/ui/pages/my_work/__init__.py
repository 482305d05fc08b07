"""My work: the answers of today, the remaining items, and the outcome of one's answers."""
