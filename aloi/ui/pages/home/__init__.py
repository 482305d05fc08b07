"""Home: the next tasks of a person."""
