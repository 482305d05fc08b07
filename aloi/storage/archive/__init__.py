"""A campaign in one file: its content, the file format, and the import of its rows into a store."""
