"""Benchmarks with proof: one spec draws instances, proves them, and scores answers to them.

plan.py         the `bench:` of a spec → draws, the space of answers, wordings
draw.py         a stream → the data of an instance
blocks.py       spans of time at random within others
space.py        every answer that may be given
proof.py        which of them the constraints let pass
template.py     data → a prompt, and back; records → an answer
certificate.py  right answers, near misses, blockers
instance.py     draw, proof, prompt and certificate together
folder.py       the files of a benchmark
generate.py     instances into a folder, as many as are asked for
ranges.py       is what an instance holds as the spec says it is drawn
verify.py       is what stands in a folder true, and does the scorer know it
score.py        one answer → metrics
models.py       a model put to the prompts
evaluate.py     many answers → figures
differences.py  where two specs part
wording.py      all of this in words and as plain data
page.py         figures as one HTML file
export.py       a benchmark for other tools (exports/)
"""
