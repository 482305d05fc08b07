"""Texts to vectors: named encoders, their cache, devices, int8 and tuning."""
