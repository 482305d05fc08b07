"""The page adjudicate."""
