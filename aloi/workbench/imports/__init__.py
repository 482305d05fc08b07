"""Import of external data into the store: items, and annotations as the answers of a round."""
