"""The wording and the form of a text: literal words, places, edges, formats, languages, lengths."""

from evalspec.language.english.rules.texts import (
    edges,
    following,
    formats,
    lengths,
    literals,
    mentions,
    only_there,
    places,
)

__all__ = [
    "edges",
    "following",
    "formats",
    "lengths",
    "literals",
    "mentions",
    "only_there",
    "places",
]
