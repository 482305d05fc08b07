"""Checks, ids and checksums computed again, the seal of copies, recovery from damaged files."""
