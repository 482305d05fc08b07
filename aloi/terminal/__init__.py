"""The terminal door: rooms as in workbench/, a small file a group of commands; each calls one verb."""
