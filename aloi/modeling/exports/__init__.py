"""Models of finished runs as directories of the libraries that other people load them with."""
