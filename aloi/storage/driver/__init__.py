"""What stands between the store and the driver of its database."""
