"""Random projects whose content is known, written as each tool documents its files."""
