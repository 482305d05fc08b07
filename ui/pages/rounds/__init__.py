"""The page rounds."""
