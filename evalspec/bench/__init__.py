"""Benchmarks with proof: one spec draws instances, proves them, and scores answers to them.

plan.py         the `bench:` of a spec → draws, the space of answers, wordings
parts.py        what a plan is made of
written.py      an instance whose constraints were written for it → its program
draw.py         a stream → the data of an instance
blocks.py       spans of time at random within others
space.py        every answer that may be given
proof.py        which of them the constraints let pass
template.py     data → a prompt, and back; records → an answer
certificate.py  right answers, near misses, blockers
instance.py     draw, proof, prompt and certificate together
folder.py       the files of a benchmark
pool.py         texts of a pool, written out
forms.py        a formula → what kind of constraint it is
screen.py       does a constraint go with those that an instance has
asking.py       a model that is asked for topics and constraints
writing.py      an instance that is written: draw, topic, constraints, prompt
checks.py       is it what its plan says, by rule and by a model
generate.py     instances into a folder, as many as are asked for
ranges.py       is what an instance holds as the spec says it is drawn
verify.py       is what stands in a folder true, and does the scorer know it
verified.py     what was verified as a table, for the card
score.py        one answer → metrics
models.py       a model put to the prompts
responses.py    answers as rows of a file
evaluate.py     many answers → figures
ways.py         answers decided by rules, by a model's answers inside constraints, by a model alone
voices.py       what the ways and people say → figures of each, agreement by group
voices_text.py  the same as tables
differences.py  where two specs part
wording.py      all of this in words and as plain data
plots.py        pieces of pages: tables, plots as SVG
page.py         figures as one HTML file
duplicates.py   texts that are nearly another one
lines.py        what the line of an instance tells
card.py         what a benchmark holds, and how hard it is (card_text.py, card_page.py)
export.py       a benchmark for other tools (exports/)
"""
