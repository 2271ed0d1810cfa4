"""One instance from a seed: drawn, proven, asked in words.

draw.py         a stream → the data of an instance
blocks.py       spans of time at random within others
space.py        every answer that may be given
proof.py        which of them the constraints let pass
certificate.py  right answers, near misses, blockers
instance.py     draw, proof, prompt and certificate together
"""
