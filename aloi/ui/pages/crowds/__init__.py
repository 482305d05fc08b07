"""Recruitment: rounds for people who come by a link."""
