"""Whole reports of one kind of prediction against its gold."""
