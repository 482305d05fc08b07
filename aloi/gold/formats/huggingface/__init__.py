"""Folders that `datasets.load_dataset` opens."""
