"""Annotated operations, as YAWAT writes them."""
