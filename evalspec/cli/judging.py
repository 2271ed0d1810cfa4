"""Options that ask judges, for every command that has verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

import click

from evalspec.cli.output import opened
from evalspec.cli.progress import Progress

if TYPE_CHECKING:
    from evalspec.api.judging import Bench
    from evalspec.judge.config import Judge


def _amount(ctx: click.Context, option: click.Parameter, value: str | None) -> Decimal | None:
    if value is None:
        return None
    try:
        number = Decimal(value)
    except InvalidOperation:
        number = Decimal(-1)
    if not number.is_finite() or number < 0:
        raise click.BadParameter(f"{value!r} is not an amount", ctx, option)
    return number


def judging_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options on judges; they reach the command as one mapping, `judging`."""
    return _added(command, _OPTIONS)


def _added(command: Callable[..., Any], options: Sequence[Any]) -> Callable[..., Any]:
    def gathered(*args: Any, **given: Any) -> Any:
        judging = {name: given.pop(name, None) for name in _NAMES}
        return command(*args, judging=judging, **given)

    gathered.__doc__ = command.__doc__
    wrapped: Callable[..., Any] = gathered
    wrapped.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    for option in reversed(options):
        wrapped = option(wrapped)
    return wrapped


_OF_MODELS = ("judges_file", "judge_url", "judge_model", "judge_concurrency", "dry_run", "max_calls",
              "max_cost", "record", "replay", "no_judge_cache")  # fmt: skip


def model_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options on how a model is asked for something else than verdicts, as `judging`."""
    return _added(command, _options_of(_OF_MODELS))


def writer_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--judge NAME`, of a model that writes, and how it is asked, as `judging`."""
    named = click.option(
        "--judge", "judge_names", multiple=True, metavar="NAME",
        help="Let this model, a judge of --judges, write what the spec leaves to one. Repeatable.",
    )  # fmt: skip
    return _added(command, [named, *_options_of(_OF_MODELS)])


def _options_of(names: Sequence[str]) -> list[Any]:
    return [one for name, one in zip(_NAMES, _OPTIONS, strict=True) if name in names]


_OPTIONS = (
    click.option("--judge", "judge_names", multiple=True, metavar="NAME",
                 help="Ask this judge about what the rules leave undetermined. Repeatable: a"
                 " constraint marked for another judge goes to that one if it is named too."),
    click.option("--both", is_flag=True, help="Ask the judge about every constraint as well."),
    click.option("--judge-only", is_flag=True, help="Ask the judge instead of the rules."),
    click.option("--routing", metavar="FILE",
                 help="Ask whom a routing file of `evalspec calibrate` says, for each kind."),
    click.option("--no-llm", is_flag=True, help="Ask no judge (the default when none is named)."),
    click.option("--judges", "judges_file", metavar="FILE", help="A file of judges (YAML)."),
    click.option("--judge-url", metavar="URL", help="Endpoint instead of the judge's own."),
    click.option("--judge-model", metavar="MODEL", help="Model instead of the judge's own."),
    click.option("--judge-concurrency", type=click.IntRange(1, 10_000), metavar="N",
                 help="Requests at once instead of the judge's own."),
    click.option("--dry-run", is_flag=True,
                 help="Send nothing; show calls, tokens and price: about, and at most."),
    click.option("--max-calls", type=click.IntRange(0), metavar="N",
                 help="Stop asking after so many requests; repeated ones count."),
    click.option("--max-cost", callback=_amount, metavar="AMOUNT",
                 help="Stop asking before the cost can exceed this, in the judge's currency."),
    click.option("--record", metavar="FILE", help="Write every exchange to a transcript."),
    click.option("--replay", metavar="FILE",
                 help="Take every reply from a transcript; nothing is sent."),
    click.option("--retry", type=click.Choice(["undetermined"]),
                 help="Ask again where a stored reply gives no verdict: empty, cut off, off the menu."),
    click.option("--no-judge-cache", is_flag=True, help="Neither use nor keep stored replies."),
)  # fmt: skip
_NAMES = ("judge_names", "both", "judge_only", "routing", "no_llm", "judges_file", "judge_url", "judge_model",
          "judge_concurrency", "dry_run", "max_calls", "max_cost", "record", "replay",
          "retry", "no_judge_cache")  # fmt: skip
_NEED_A_JUDGE = ("both", "judge_only", "dry_run", "max_calls", "max_cost", "record", "replay",
                 "retry", "judge_url", "judge_model", "judge_concurrency")  # fmt: skip


def wanted_judges(judging: Mapping[str, Any]) -> bool:
    """Tell whether a judge is to be asked. Options that make no sense together are errors."""
    names = judging["judge_names"]
    if judging["no_llm"]:
        if names or judging["both"] or judging["judge_only"]:
            raise click.UsageError("--no-llm asks no judge; --judge, --both and --judge-only do")
        if judging["routing"]:
            raise click.UsageError("--no-llm and --routing exclude each other")
        return False
    if judging["both"] and judging["judge_only"]:
        raise click.UsageError("--both and --judge-only exclude each other")
    if judging["record"] and judging["replay"]:
        raise click.UsageError("--record and --replay exclude each other")
    if judging["routing"]:
        if judging["both"] or judging["judge_only"]:
            raise click.UsageError("--routing excludes --both and --judge-only")
        return True
    if not names:
        given = [name for name in _NEED_A_JUDGE if judging[name] not in (None, False)]
        if given:
            option = "--" + given[0].replace("_", "-")
            raise click.UsageError(f"{option} needs --judge NAME: no judge is chosen for you")
        return False
    return True


def refuse_for_pairs(judging: Mapping[str, Any]) -> None:
    """Raise for an option that says how judges decide constraints."""
    for name in ("both", "judge_only", "routing"):
        if judging[name]:
            option = "--" + name.replace("_", "-")
            raise click.UsageError(f"{option} is about constraints: judges decide scales alone")


def deciders(judging: Mapping[str, Any]) -> str:
    """Say who decides, for a table of figures."""
    names = ", ".join(judging["judge_names"])
    if judging["judge_only"]:
        return names
    return f"rules and {names}" if names else "rules only"


@contextmanager
def bench(
    judging: Mapping[str, Any], known: Mapping[str, Any], progress: bool | None = None
) -> Iterator[Bench]:
    """Open a bench of judges; say at its end what was spent, or would be.

    With `progress` (default: at a terminal) a line says how far they are while they are asked.
    """
    from contextlib import ExitStack
    from pathlib import Path

    from evalspec.api.judging import Bench, Plan
    from evalspec.judge.budget import Limits
    from evalspec.judge.cache import default_path
    from evalspec.judge.config import Overrides, declared
    from evalspec.judge.session import Options
    from evalspec.run.routing import load_routing

    overrides = Overrides(judging["judge_url"] or "", judging["judge_model"] or "",
                          judging["judge_concurrency"] or 0)  # fmt: skip
    mode: Any = "both" if judging["both"] else "only" if judging["judge_only"] else "fallback"
    judges = declared(known, judging["judges_file"] or "")
    routing = load_routing(judging["routing"]) if judging["routing"] else None
    plan = Plan.of(judging["judge_names"], judges, mode, overrides, routing)
    if judging["max_cost"] is not None:
        _check_prices(plan.judges, judges)
    with ExitStack() as stack:
        record = stack.enter_context(opened(judging["record"])) if judging["record"] else None
        options = Options(
            limits=Limits(judging["max_calls"], judging["max_cost"]),
            cache=None if judging["no_judge_cache"] else default_path(),
            record=record,
            replay=Path(judging["replay"]) if judging["replay"] else None,
            dry_run=judging["dry_run"],
            retry=judging["retry"] is not None,
        )
        with Bench(plan, options) as session:
            try:
                with Progress(progress, session.progress):
                    yield session
            except KeyboardInterrupt:
                click.echo("interrupted: replies so far are kept; run again to go on", err=True)
                raise
            finally:
                click.echo(session.summary(), err=True)


def _check_prices(judges: Iterable[Judge], known: Mapping[str, Any]) -> None:
    """Refuse to limit the cost of judges that have no prices; show those that only a spec gives."""
    from evalspec.core.errors import InputError
    from evalspec.judge.config import SPEC

    for judge in judges:
        if judge.members:
            _check_prices(judge.members, known)
        elif judge.price is None:
            message = f"--max-cost cannot be held: judge {judge.name!r} has no `price:`"
            raise InputError.of("no-price", message, hint="use --max-calls")
        elif SPEC in known.get(judge.name, {}):
            price = f"{judge.price.input} in, {judge.price.output} out, a million tokens"
            click.echo(f"note: judge {judge.name!r} is priced by its spec alone: {price}", err=True)
