"""The page sari study."""
