"""The annotation page: items on display, actions and their results, past answers and their outcomes."""
