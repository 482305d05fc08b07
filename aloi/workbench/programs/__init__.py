"""Programs that work with a store over HTTP: their tokens."""
