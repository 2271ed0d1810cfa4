"""What is wrong with the spec of a benchmark, found without a model and before any answer is scored."""
