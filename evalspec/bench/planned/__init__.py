"""What the `bench:` of a spec says: draws, the space of answers, wordings.

plan.py      a plan, as the other packages take it
parts.py     what a plan is made of
template.py  data → a prompt, and back; records → an answer
source.py    the keys of a `bench:`, where they stand, their formulas
drawing.py   its `draw:` → what is drawn
reading.py   all of it → a plan
forms.py     a formula → what kind of constraint it is
program.py   what was written for an instance → the program that decides answers to it
"""
