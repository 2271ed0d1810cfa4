"""YAML vocabularies → one lexicon: names, ranks, measures, units, activities, roles."""
