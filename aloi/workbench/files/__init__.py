"""Verbs on files; what their jobs found stays in a store, their files do not."""
