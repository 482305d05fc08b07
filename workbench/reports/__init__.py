"""Tables of results and their renderers."""
