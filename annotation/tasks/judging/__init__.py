"""Substitutes judged one by one."""
