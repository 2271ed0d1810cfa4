"""Micro-examples for `evalspec explain --examples`: a response that passes, and one that fails.

Those who write English need them: an example shows a misreading that a formula hides.

    outlines    days, sessions, meals with items and their amounts
    timetables  blocks of a day with their times
    texts       words, sentences, paragraphs, forms
    search      tries what these offer on the engine; what it decides is what is shown

Nothing here knows the verdict: candidates are made from the names and the numbers of the
formula, and an example is kept only when the engine decides it so.
"""
