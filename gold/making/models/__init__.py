"""Models of annotators: Dawid and Skene, MACE, an ordinal one."""
