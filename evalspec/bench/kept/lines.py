"""What the line of an instance tells, whether it was proven or written; labels of its values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

MOST_VALUES = 8
"""Values of a parameter that are told apart; more are put into bins."""
SIMPLE = (str, int, float, bool)
NONE = "none"


def fits(line: Mapping[str, Any]) -> bool:
    """Tell whether anything fits an instance, where that was proven."""
    return bool(line.get("certificate", {}).get("right"))


def constrainedness_of(line: Mapping[str, Any]) -> float | None:
    """Return how constrained an instance is, from 0 to 1."""
    share = line.get("proof", line).get("constrainedness")
    return None if share is None else float(share)


def tenth_of(line: Mapping[str, Any]) -> str:
    """Return the tenth in which the constrainedness of an instance lies: `0.3-0.4`."""
    share = constrainedness_of(line)
    if share is None:
        return NONE
    tenth = min(9, int(share * 10))
    return f"{tenth / 10:.1f}-{(tenth + 1) / 10:.1f}"


def asked_in(line: Mapping[str, Any]) -> list[str]:
    """Return what is asked of an instance: its constraints; of written ones their groups."""
    found: list[str] = line.get("applies", [])
    return found or list(dict.fromkeys(one["group"] for one in line["constraints"]))


def value_of(line: Mapping[str, Any], name: str) -> Any:
    """Return a value that was drawn for an instance, or None."""
    return line["parameters"].get(name, line["data"].get(name))


def labels(values: Sequence[Any]) -> Callable[[Any], str]:
    """Return how values of a parameter are called: as they are, or by the quarter they lie in."""
    numbers = sorted(v for v in values if isinstance(v, (int, float)) and not isinstance(v, bool))
    if len(set(values)) <= MOST_VALUES or not numbers:
        return lambda value: NONE if value is None else str(value)
    cuts = sorted({numbers[len(numbers) * quarter // 4] for quarter in (1, 2, 3)})

    def label(value: Any) -> str:
        if not isinstance(value, (int, float)):
            return NONE
        low = max((cut for cut in cuts if cut <= value), default=numbers[0])
        above = min((cut for cut in cuts if cut > value), default=numbers[-1] + 1)
        return f"{low}-{max(number for number in numbers if number < above)}"

    return label


def order(label: str) -> tuple[float, str]:
    """Order labels by the number they begin with, words behind."""
    head = label.partition("-")[0]
    try:
        return float(head), label
    except ValueError:
        return float("inf"), label
