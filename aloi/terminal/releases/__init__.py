"""Gold, releases and their files."""
