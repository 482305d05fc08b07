"""Campaigns: the settings of the selected one, and starting another."""
