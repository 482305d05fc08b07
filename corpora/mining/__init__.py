"""Miners, one file each: they propose candidate pairs and say what they measured."""
