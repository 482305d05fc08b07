"""The page tokenisation."""
