"""What models learn from and are tested on, read from releases, folders and tables."""
