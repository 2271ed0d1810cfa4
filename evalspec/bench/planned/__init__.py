"""What the `bench:` of a spec says: draws, the space of answers, wordings.

plan.py      the `bench:` of a spec → a plan
parts.py     what a plan is made of
template.py  data → a prompt, and back; records → an answer
forms.py     a formula → what kind of constraint it is
program.py   what was written for an instance → the program that decides answers to it
"""
