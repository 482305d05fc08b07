"""Requests of models, their scores and their runs."""
