"""When things are: clock times, acts, order, gaps, how the day begins and ends."""

from evalspec.language.english.rules.times import (
    acts,
    clocks,
    edges,
    events,
    gaps,
    limits,
    meetings,
    order,
    slots,
)

__all__ = ["acts", "clocks", "edges", "events", "gaps", "limits", "meetings", "order", "slots"]
