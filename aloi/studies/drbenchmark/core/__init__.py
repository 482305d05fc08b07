"""The benchmark suite: twenty tasks of French biomedical text, declared as data, run cell by cell."""
