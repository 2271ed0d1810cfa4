"""Filters of a scope, one function each: `KEEP` in apply.py names them.

sorting.py  pieces that pass, and pieces that may pass
names.py    by name, category and heading
absence.py  what nothing goes by
times.py    by part of the day, time and length
dates.py    by weekday, month and date
order.py    by what comes before and after
apply.py    the table; by position, size and formula
"""
