"""Which part of a response is the answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.document.answer import select_answer

CASES = [
    ("all of it", "The plan.", {}, ["The plan."]),
    ("thinking", "<think>10 eggs</think>\nTwo eggs.", {}, ["\nTwo eggs."]),
    ("thinking, other tag", "<Reasoning>x</Reasoning>A", {}, ["A"]),
    ("thinking in the middle", "A <thinking>x</thinking> B", {}, ["A ", " B"]),
    ("thinking without an opening tag", "hmm\n</think>\nA", {}, ["\nA"]),
    ("thinking never closed", "A\n<think>\nB", {}, ["A\n"]),
    ("a tag that is talked about", "Use the <think> tag well", {}, ["Use the <think> tag well"]),
    ("nested thinking", "<think>a<think>b</think>c</think>D", {}, ["D"]),
    ("comment", "A<!-- 5 g -->B", {}, ["A", "B"]),
    ("comment with a tag", "<!-- <think> -->B", {}, ["B"]),
    ("after the last marker", "Answer: a\nAnswer: b", {"after": "Answer:"}, [" b"]),
    ("after, emphasis and case", "**Final Answer**: 4", {"after": "final answer:"}, [" 4"]),
    ("after, marks behind it", "**Final Answer:** 4", {"after": "Final Answer:"}, [" 4"]),
    ("after, not there", "4", {"after": "Final Answer:"}, []),
    ("after, only in thinking", "<think>Answer: 3</think>4", {"after": "Answer:"}, []),
    ("before", "a END b END", {"before": "END"}, ["a "]),
    ("after and before", "x [a] y [b] z", {"after": "[", "before": "]"}, ["b"]),
    ("under", "# A\none\n# B\ntwo\n## C\nthree\n# D\nfour", {"under": "b"}, ["two\n## C\nthree"]),
    ("under a bold line", "**A:**\none\n\n**B**\ntwo", {"under": "A"}, ["one"]),
    ("under, not there", "# A\none", {"under": "Z"}, []),
    ("path", '{"a": {"b": [1, "two"]}}', {"json_path": "a.b.1"}, ["two"]),
    ("path to an object", '{"a": {"b": 1}}', {"json_path": "a"}, ['{"b": 1}']),
    ("path, not there", '{"a": 1}', {"json_path": "b"}, []),
    ("path, no JSON", "plain", {"json_path": "b"}, []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("response", "options", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_cases(response: str, options: dict[str, str], expected: list[str]) -> None:
    assert [span.of(response) for span in select_answer(response, **options)] == expected


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(["<think>", "</think>", "<!--", "-->", "A", "**", "\n", " ", "# "]))
    .map("".join), st.sampled_from(["", "A", "**A**", "# "]),
)  # fmt: skip
def test_spans_are_in_order(text: str, marker: str) -> None:
    for options in (
        {"after": marker},
        {"before": marker},
        {"under": marker},
        {"json_path": marker},
    ):
        end = 0
        for span in select_answer(text, **options):
            assert end <= span.start < span.end <= len(text)
            end = span.end
