"""The page terminologies."""
