"""The event log: chains of what happened, made from what is there, held against it, told to releases."""
