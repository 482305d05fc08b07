"""Words typed one by one."""
