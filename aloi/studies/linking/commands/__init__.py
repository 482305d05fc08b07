"""Entity linking: `aloi linking`."""
