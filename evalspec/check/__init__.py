"""Deciding a constraint by rules: facts and text in, a verdict with its ledger out."""
