"""The edge: the server, its pages and widgets; nothing here decides anything about data."""
