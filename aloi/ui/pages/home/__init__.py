"""Home: what is next for a person."""
