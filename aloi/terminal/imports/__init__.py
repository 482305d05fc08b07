"""Import of external data into the store, and export of answers."""
