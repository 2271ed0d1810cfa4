"""A benchmark as files: its folder, and the lines of its instances.

folder.py    the files of a benchmark
lines.py     what the line of an instance tells
generate.py  instances into a folder, as many as are asked for
"""
