"""The event log: chains of events, built from rows, checked against them, quoted by releases."""
