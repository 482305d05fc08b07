"""Putting right what was set up wrongly: each verb logs who changed what, when and why."""
