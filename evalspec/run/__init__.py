"""Datasets × specs → results: declarative adapters, records, evaluation."""
