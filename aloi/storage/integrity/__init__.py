"""Checks, ids and checksums made again, the seal of copies, salvage of damaged files."""
