"""Results as one HTML file: read.py → collect.py → figures.py, summary.py → page.py.

The file holds everything it needs: the style, the script and the results as one block of
JSON. What stands in a result is data, never markup: Python escapes it through `markup.py`,
the script writes text nodes only, and a content policy allows no other script and no network.
"""
