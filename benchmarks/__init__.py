"""Measurements: `python -m benchmarks` prints every figure as a ratio to a floor or a peer."""
