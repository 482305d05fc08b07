"""My work: what one did today, what is left, and what became of one's answers."""
