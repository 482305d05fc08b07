"""Annotations in, releases out: aggregation, adjudication, splits, frozen versions and file formats."""
