"""Plug-ins: the list of what installed packages add, and the checks of it."""
