"""The layer between the store and the driver of its database."""
