"""Documents of a release for people to read: its data statement and its datasheet."""
