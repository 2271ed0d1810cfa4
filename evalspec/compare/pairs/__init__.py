"""Who is better, by whom: voices on pairs of responses, and what they make of the systems."""
