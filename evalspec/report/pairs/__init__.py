"""Preferences between two responses → people and machines."""
