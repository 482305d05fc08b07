"""A campaign at a glance."""
