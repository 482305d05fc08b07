"""Terminologies: importing and searching them."""
