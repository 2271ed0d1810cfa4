"""Files a user writes or the package ships: positioned YAML, schemas, lookup, compile cache."""

MAX_BYTES = 1 << 20
"""Largest spec, vocabulary, policy or rule file that is read."""
MAX_PROBLEMS = 200
"""Problems of one file after which no more are looked for."""
