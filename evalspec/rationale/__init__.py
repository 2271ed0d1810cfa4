"""What a judge writes, as far as it is numbers, beside the ledger of the rules.

    prose → sums → equations → labels → read → (ledger) matching → findings | claims

`read` finds the numbers and the arithmetic of a rationale; `ledger` puts the rules' comparisons
into the same form; `findings` says what a rationale did otherwise (the audit reads that), and
`claims` which of its statements the ledger proves wrong (a debate strikes those).
"""
