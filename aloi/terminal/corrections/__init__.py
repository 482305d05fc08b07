"""Commands that correct the setup: `aloi corrections`, and those in the groups that they correct."""
