"""Benchmarks and figures for people and for other tools.

wording.py      what the commands say, and as plain data
voices_text.py  voices beside each other as tables
card.py         what a benchmark holds, and how hard it is (card_text.py, card_page.py)
duplicates.py   texts that are nearly another one
plots.py        pieces of pages: tables, plots as SVG
page.py         figures as one HTML file
export.py       a benchmark for other tools (exports/)
"""
