"""The page candidates."""
