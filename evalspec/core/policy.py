"""Conventions as named switches.

A policy maps each switch to a value, or to `open`: the verdict must then hold for
every value. Profiles (`specs/policies/*.yaml`) set all of them; a spec's `policy:`
overrides single ones. The engine records which switches a constraint consulted.
"""

from __future__ import annotations

from decimal import Decimal

from evalspec.core.record import Record

OPEN = "open"

SWITCHES: dict[str, tuple[str, ...]] = {
    "snacks_are_meals": ("true", "false"),
    "warm_ups_are_exercises": ("true", "false"),
    "rest_is_item": ("false", "true"),
    "rest_counts_time": ("true", "false"),
    "per_side_amounts": ("once", "doubled"),
    "start_only": ("until-next", "unknown"),
    "sleep_wraps": ("true", "false"),
    "told_lengths": ("times", "length"),
    "nested_blocks": ("carve", "keep"),
    "compound_blocks": ("whole", "none"),
    "repeated_items": ("each", "once"),
    "bodyweight_loads": ("stated", "zero"),
    "between_set_rest": ("ignore", "count"),
    "written_products": ("either", "factors"),
    "missing_amounts": ("unknown", "stated", "zero"),
    "referenced_items": ("resolve", "ignore"),
    "absent_names": ("absent", "unknown"),
}
"""Every switch with its admissible values (docs/policies.md says what each does)."""


class Policy(Record, frozen=True):
    """A resolved policy."""

    profile: str
    """Name of the profile it started from."""
    switches: dict[str, str]
    """Switch → value or `open`; every name of `SWITCHES` is present."""
    equality_tolerance: Decimal = Decimal(0)
    """Relative tolerance of `=` as a fraction: 0.05 for 5 %."""
    about_tolerance: Decimal = Decimal("0.1")
    """Relative tolerance of `about` as a fraction."""
    parts_of_day: dict[str, tuple[int, int]] = {}
    """`morning` → (300, 720): minutes since midnight, half-open."""
