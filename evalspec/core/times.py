"""Clock times and dates as plain values.

A `Clock` counts minutes from midnight of the schedule's first day, so times past
midnight are simply larger than 1440.
"""

from __future__ import annotations

from evalspec.core.record import Record

DAY = 1440
"""Minutes of a day."""


class Clock(Record, frozen=True, order=True):
    """A time of day, in minutes."""

    minutes: int
    """Minutes since midnight; may exceed 1440 past midnight."""

    def text(self) -> str:
        """Write as `HH:MM`, with `+1d` past midnight."""
        days, rest = divmod(self.minutes, DAY)
        return f"{rest // 60:02d}:{rest % 60:02d}" + (f"+{days}d" if days else "")


class CalendarDate(Record, frozen=True, order=True):
    """A date; parts that are not written are 0."""

    year: int
    month: int
    day: int

    def text(self) -> str:
        """Write as `2025-03-04`, or `03-04` without a year."""
        return (f"{self.year:04d}-" if self.year else "") + f"{self.month:02d}-{self.day:02d}"

    @classmethod
    def read(cls, text: str) -> CalendarDate | None:
        """Read what `text` writes; None for anything else."""
        parts = text.split("-")
        if len(parts) not in (2, 3) or not all(map(str.isdigit, parts)):
            return None
        year, month, day = map(int, ("0", *parts)[-3:])
        return cls(year, month, day)

    @property
    def number(self) -> int:
        """The days from a fixed origin; a date without a year counts in a year of its own."""
        year, month = (
            (self.year, self.month) if self.month > 2 else (self.year - 1, self.month + 12)
        )
        return (
            365 * year
            + year // 4
            - year // 100
            + year // 400
            + (153 * (month - 3) + 2) // 5
            + self.day
        )
