"""Tasks of MTEB: the data, and the Python file that evaluates an encoder on it."""
