"""Definitions shared by all layers: errors and their messages, records, settings, names."""
