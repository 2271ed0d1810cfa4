"""`evalspec test --mutate`: would the constraints of a spec notice if a response were wrong?

    page      a response as plain lines, numbers and clock times (regular expressions alone)
    concern   constraint → what it looks at: measures, ranks, names, words, bounds
    changes   concern + page → mutants: the response with one thing changed
    run       cases → which constraint noticed which mutant
    text      the results in words

A mutant is found in the text itself and not through the ledger, which is what is tested.
"""
