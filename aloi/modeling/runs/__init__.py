"""One training with its scores as a folder: written, read, verified."""
