"""Training and test data of models, read from releases, folders and tables."""
