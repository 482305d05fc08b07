"""The command line interface: one module per group of commands, packages as in `workbench/`."""
