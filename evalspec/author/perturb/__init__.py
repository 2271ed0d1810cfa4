"""`evalspec perturb`: worse responses by construction, and criteria that say less.

    steps     a response → its steps, and the response with one of them changed
    broken    a response and a spec → the response with one constraint broken, as rules prove
    pairs     responses, labels of people → pairs whose better side is known
    scales    a scale → the same shortened, masked, shuffled, flipped, gibberish

Who measures judges, rules or panels needs answers that are known to be worse, and why. The same seed
gives the same in every process.
"""
