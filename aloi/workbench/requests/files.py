"""Requests that read files and no store: agreement, scores, comparisons."""
