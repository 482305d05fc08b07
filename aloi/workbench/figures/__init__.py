"""Figures: what pages show of a campaign, computed by the worker once per state of the answers and kept."""
