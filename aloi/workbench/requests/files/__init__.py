"""Requests that read files and no store: agreement and scores."""
