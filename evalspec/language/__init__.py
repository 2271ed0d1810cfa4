"""Spec files and the constraint language: YAML → typed IR → canonical text."""
