"""The page of the table of training data by test data."""
