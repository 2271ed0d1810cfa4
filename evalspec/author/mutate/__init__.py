"""`evalspec test --mutate`: would the constraints of a spec notice if a response were wrong?

Authors need it where a spec guards a pipeline: a constraint that never fails looks like one that is
met. `--min-caught` makes the share that is noticed a gate.

    page      a response as plain lines, numbers and clock times (regular expressions alone)
    concern   constraint → what it looks at: measures, ranks, names, words, bounds
    changes   concern + page → mutants: the response with one thing changed
    trial     cases → which constraint noticed which mutant
    summary   the results in words

A mutant is found in the text itself and not through the ledger, which is what is tested.
"""
