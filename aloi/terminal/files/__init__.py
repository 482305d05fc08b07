"""Commands on files, without a store."""
