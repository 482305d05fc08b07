"""A campaign in one file: what it holds, how the file is written and read, how its rows enter a store."""
