"""Corpora: importing texts and items made elsewhere, and reading what is stored."""
