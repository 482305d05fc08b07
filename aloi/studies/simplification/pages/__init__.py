"""Pages of the study: the corpus of operations, and SARI."""
