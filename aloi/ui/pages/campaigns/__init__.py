"""Campaigns: making one, its questions, its guideline."""
