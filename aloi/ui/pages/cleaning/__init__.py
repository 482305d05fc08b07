"""Clean: substitutes as they were typed, decided on one by one in a widget of its own."""
