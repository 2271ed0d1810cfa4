"""Files a user writes or the package ships: positioned YAML, schemas, lookup, compile cache."""
