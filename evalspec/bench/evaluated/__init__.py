"""Answers to the instances of a benchmark → figures.

models.py     a model put to the prompts
responses.py  answers as rows of a file
score.py      one answer → metrics
evaluate.py   many answers → figures
ways.py       answers decided by rules, by a model's answers inside constraints, by a model alone
voices.py     what the ways and people say → figures of each, agreement by group
"""
