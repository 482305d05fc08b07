"""The terminal door: one small file a group of commands; each command calls one verb of `workbench`."""
