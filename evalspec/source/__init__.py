"""Files a user writes or the package ships: positioned YAML, schemas, lookup, compile cache."""

MAX_BYTES = 1 << 20
"""Largest spec, vocabulary, policy or rule file that is read."""
