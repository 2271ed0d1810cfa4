"""`evalspec lint`: faults of specs that compile, found without any response.

A formula is turned into claims about values (`claims`), which are compared with each other
and with what the values can be at all (`domains`). What cannot be known is never a finding.
"""
