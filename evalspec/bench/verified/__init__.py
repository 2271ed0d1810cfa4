"""Is a benchmark what its plan says, and does its scorer know it.

ranges.py  is what an instance holds as the spec says it is drawn
verify.py  proven instances: is what stands in the folder true
checks.py  written instances: by rule, by a model, and how far they agree
table.py   what was verified as a table, for the card
"""
