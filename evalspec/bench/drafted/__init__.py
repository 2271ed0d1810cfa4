"""A spec of a benchmark that a model drafts, and how far a developer takes it from there.

planning.py     a task in words → a spec, drafted and reviewed in turn
plan_folder.py  the folder in which it is planned
amended.py      how much of the draft was changed, by stage
distance.py     how far two texts are apart
differences.py  where two specs part on the same answers
"""
