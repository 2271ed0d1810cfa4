"""Given data: the types a spec declares (`given:`), and values read as these types."""
