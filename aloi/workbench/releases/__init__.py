"""Gold and its releases."""
