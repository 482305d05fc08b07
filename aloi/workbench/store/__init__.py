"""The store as a whole: opened, checked, backed up."""
