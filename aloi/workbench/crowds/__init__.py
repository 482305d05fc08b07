"""Crowds: rounds for people who come by a link of a platform or of a survey."""
