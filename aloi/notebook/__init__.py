"""The interface of notebooks: results as objects and DataFrames."""
