"""Other tools ask for verdicts: a module each, in the form that the tool's own loader looks for."""
