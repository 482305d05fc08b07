"""Labels of a list."""
