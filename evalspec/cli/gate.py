"""Options that decide the exit status, for every command that has verdicts."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from typing import Any

import click

from evalspec.report.gate import Gate, Passed


def rate(ctx: click.Context, option: click.Parameter, value: str | None) -> Decimal | None:
    """Read a share: `0.95` or `95%`."""
    if value is None:
        return None
    text = value.strip()
    try:
        number = Decimal(text.removesuffix("%").strip())
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise click.BadParameter(f"{value!r} is not a share such as 0.95 or 95%", ctx, option)
    number = number / 100 if text.endswith("%") else number
    if not 0 <= number <= 1:
        raise click.BadParameter(f"{value!r} is not between 0 and 1, or 0% and 100%", ctx, option)
    return number


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options `--fail-on`, `--min-pass-rate` and `--exit-zero`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


_OPTIONS = (
    click.option(
        "--fail-on", type=click.Choice(["error", "warning", "never"]),
        help="Lowest severity that counts for the exit status (error; of run: never).",
    ),
    click.option(
        "--min-pass-rate", callback=rate, metavar="RATE",
        help="Share of the constraints that count which must be satisfied, such as 95%.",
    ),
    click.option("--exit-zero", is_flag=True, help="End with status 0 whatever the verdicts are."),
)  # fmt: skip


def exit_status(gate: Gate, passed: Passed, exit_zero: bool) -> int:
    """Return the exit status, and say on standard error how far a pass rate was missed."""
    status = gate.status(passed)
    if status and gate.min_pass_rate < 1:
        click.echo(
            f"{passed.satisfied} of {passed.all} satisfied ({_percent(passed.rate)}), "
            f"needs {_percent(gate.min_pass_rate)}",
            err=True,
        )
    return 0 if exit_zero else status


def _percent(share: Decimal) -> str:
    text = f"{share * 100:.2f}"
    return f"{text.rstrip('0').rstrip('.')} %"
