"""Sources of items: corpora, terminologies, uploads, and texts that may not leave the store."""
