"""Corpora: import of texts and of items from other tools, and display of the stored ones."""
