"""The store: a copy of it, and whether it is sound."""
