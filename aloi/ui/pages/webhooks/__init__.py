"""Webhooks: addresses that receive the events of a campaign, and the log of their deliveries."""
