"""A subject and what is asked of it → formulas: `clauses` is where both meet."""
