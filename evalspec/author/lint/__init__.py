"""`evalspec lint`: faults of specs that compile, found without any response.

Authors of long specs need it, and pipelines before any response exists: what is found here would
make every verdict of a constraint worthless. `linting` runs the checks, `codes` names what they find,
`silence` leaves out what a comment silences.

A formula is turned into claims about values (`claims`), which are compared with each other
and with what the values can be at all (`domains`). What cannot be known is never a finding.
"""
