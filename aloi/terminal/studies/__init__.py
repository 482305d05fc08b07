"""Published studies: linking, neighbours, the suite, tokenisation, SARI."""
