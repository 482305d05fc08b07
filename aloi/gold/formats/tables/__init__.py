"""Tables that people open in a spreadsheet, for rows of every kind."""
