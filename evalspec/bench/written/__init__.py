"""Instances whose topic and constraints are written for them, by a model or from pools.

pool.py     texts of a pool, written out
screen.py   does a constraint go with those that an instance has
asking.py   a model that is asked for topics and constraints
writing.py  draw, topic, constraints and prompt together
"""
