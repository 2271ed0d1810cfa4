"""Records that an answer tells in sentences, lines, tables or JSON, by phrases of a vocabulary.

masking.py   the answer in one form, names and markup made out, at unchanged offsets
phrases.py   a phrase with slots → a pattern
clauses.py   the answer in clauses: sentences, rows, objects
slots.py     the text of a slot → its value
records.py   clauses → records
drafts.py    which of several drafts is the answer
joining.py   what follows from a record, repetitions, parts that join
"""

from evalspec.document.told.read import Telling, Told, ToldValue, read_told

__all__ = ["Telling", "Told", "ToldValue", "read_told"]
