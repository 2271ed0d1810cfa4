"""Benchmarks with proof: one spec draws instances, proves them, and scores answers to them.

Each package imports those above it alone.

planned/    the `bench:` of a spec: draws, the space of answers, wordings
proven/     one instance from a seed: drawn, proven, certified
written/    one instance whose constraints are written for it
kept/       the folder of a benchmark and its instances
evaluated/  answers to instances → metrics, figures, what several voices say
verified/   is a benchmark what its plan says, and does its scorer know it
review/     what is wrong with the spec of a benchmark, before anything is scored
drafted/    specs that a model drafts, and what a developer changes of them
shown/      all of this in words, tables, pages, and for other tools
"""
