"""Words every stage shares: places, quantities, times, cases, verdicts, errors."""
