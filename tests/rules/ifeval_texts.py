"""Arguments for the kinds of IFEval, and texts in which every mark they look at stands in odd places."""

from __future__ import annotations

from random import Random
from typing import Any

KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("keywords:existence", {"keywords": ["soup", "it's"]}),
    ("keywords:existence", {"keywords": ["two words"]}),
    ("keywords:frequency", {"keyword": "soup", "relation": "at least", "frequency": 2}),
    ("keywords:frequency", {"keyword": "it's", "relation": "less than", "frequency": 1}),
    ("keywords:forbidden_words", {"forbidden_words": ["soup", "two words"]}),
    ("keywords:letter_frequency",
     {"letter": "e", "let_relation": "at least", "let_frequency": 3}),
    ("keywords:letter_frequency",
     {"letter": "o", "let_relation": "less than", "let_frequency": 2}),
    ("length_constraints:number_words", {"relation": "at least", "num_words": 8}),
    ("length_constraints:number_words", {"relation": "less than", "num_words": 5}),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}),
    ("length_constraints:nth_paragraph_first_word",
     {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "soup"}),
    ("length_constraints:nth_paragraph_first_word",
     {"num_paragraphs": 1, "nth_paragraph": 1, "first_word": "it"}),
    ("detectable_content:number_placeholders", {"num_placeholders": 1}),
    ("detectable_content:number_placeholders", {"num_placeholders": 2}),
    ("detectable_content:postscript", {"postscript_marker": "P.S."}),
    ("detectable_content:postscript", {"postscript_marker": "P.P.S"}),
    ("detectable_format:number_bullet_lists", {"num_bullets": 1}),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}),
    ("detectable_format:constrained_response", {}),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 1}),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 2}),
    ("detectable_format:multiple_sections", {"section_spliter": "SECTION", "num_sections": 1}),
    ("detectable_format:multiple_sections", {"section_spliter": "Day", "num_sections": 2}),
    ("detectable_format:json_format", {}),
    ("detectable_format:title", {}),
    ("combination:two_responses", {}),
    ("startend:end_checker", {"end_phrase": "Is there anything else?"}),
    ("startend:end_checker", {"end_phrase": "soup"}),
    ("startend:quotation", {}),
    ("punctuation:no_comma", {}),
)  # fmt: skip
"""Each kind with its published arguments. Those that tell languages or cut sentences need a model."""

PIECES = (
    "soup", "Soup", "soups", "SOUP", "two words", "two  words", "two\nwords", "it's", "it’s", "e", "é", "Eel",
    "o", ",", "，", "、", ".", "!", "“", "”", '"', "'", "*", "**", "***", "****", "******", "-", "–", "- a",
    "* a", "*a*", "**a b**", "* *", "[x]", "[]", "[", "]", "[a\nb]", "<<t>>", "<<>>", "<< >>", "<<<t>>>",
    "P.S.", "P. S.", "p.s.", "P.P.S", "P. P. S", "pops", "SECTION 1", "SECTION2", "Day 1", "Day", "1",
    "{", "}", '{"a": 1}', "[1, 2]", "```", "```json\n", "null", "My answer is yes.", "My answer is no.",
    "my answer is maybe.", "My  answer is yes.", "Is there anything else?", "is there anything else?",
    "Is there anything else", "rain-soup", "soup_", "_soup", "2", "٣", "one_two", "a.b", "\u00a0", "\t",
)  # fmt: skip
JOINS = ("", " ", " ", "\n", "\n\n", "\n \n", "  ", "\r\n")


def text(random: Random, arguments: dict[str, Any]) -> str:
    """Write a text, with what the arguments name in it more often than by chance."""
    named = [one for value in arguments.values() if not isinstance(value, int)
             for one in (value if isinstance(value, list) else [value])]  # fmt: skip
    parts: list[str] = []
    for _ in range(random.choice((1, 1, 2, 3, 4, 6, 10))):
        parts.append(str(random.choice(named)) if named and random.random() < 0.3
                     else random.choice(PIECES))  # fmt: skip
        parts.append(random.choice(JOINS))
    whole = "".join(parts)
    around = random.choice(("", "", "", '"', "“", "*", "**", "\n", "```", " \n"))
    return around + whole + ("”" if around == "“" else around)
