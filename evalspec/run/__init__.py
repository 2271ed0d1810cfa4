"""Data sets × specs → results: adapters, rows, evaluation."""
