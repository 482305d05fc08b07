"""The page campaigns."""
