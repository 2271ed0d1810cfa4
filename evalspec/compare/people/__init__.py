"""Labels that people give: what they are asked, in which order, and what becomes of the answers.

question   items → what a person is shown, with the digest of the texts
label      lines of a labels file, read and written
queue      which questions, in an order of each person's own
voices     labels → a voice for each person, and what people settled
"""
