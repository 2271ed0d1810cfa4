"""The command line: one module a command, each imported only when it is used."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import Any

import click

from evalspec import __version__
from evalspec.cli.lazy import LazyGroup

COMMANDS = {
    "check": "Check responses against a spec.",
    "prefer": "Say which of two responses is better by the criteria of a spec.",
    "explain": "Show how each constraint of a spec compiled.",
    "facts": "Show what is read in a response.",
    "vocabulary": "List the words of a vocabulary that formulas may use.",
    "compare": "Compare verdicts of rules, judges and people.",
    "calibrate": "Choose who decides: rules, a judge, a vote, a person.",
    "label": "Ask people, in the terminal or in an offline form.",
    "perturb": "Make responses and criteria worse in a known way.",
    "report": "Show results as one HTML file.",
    "lint": "Find contradictions and other faults of specs.",
    "run": "Decide a data set and compare with its labels.",
    "init": "Write a spec to start from, with a response and cases that pass.",
    "test": "Decide the cases of specs and compare with what they expect.",
    "fmt": "Write the formulas of specs in their canonical text.",
    "draft": "Propose constraints for a request.",
    "formalise": "Let a model write formulas for sentences that do not compile.",
    "listen": "Answer other tools over HTTP: verdicts, rewards.",
    "bench": "Draw, prove and score benchmarks of your own.",
    "lsp": "Serve an editor: findings, meanings and fixes.",
    "serve": "Play a scripted endpoint, to try judges out.",
    "schema": "Print a JSON Schema: spec, verdict, vocabulary …",
}
"""Every command with its line in the help; `evalspec.cli.NAME` holds it."""

_GARBAGE = 100_000
"""New objects between searches for garbage: a short command is over before the first one."""

_HELP = """Check what a language model wrote against constraints written in YAML.

\b
  evalspec check response.md --spec meal.yaml     verdict and proof for every constraint
  evalspec prefer a.md b.md --spec meal.yaml      which of two is better, and why
  evalspec check - --spec meal.yaml < answer.md   the response from standard input
  evalspec explain meal.yaml                      how each constraint was understood
  evalspec facts response.md --spec meal.yaml     what was read in the response
  evalspec run data.csv --dataset acs             a data set with labels, decided and compared
  evalspec compare results.jsonl                  who agrees with whom, and who is right

\b
Every verdict is satisfied, unsatisfied or undetermined (with the reason).
Exit status of check: 0 all satisfied, 1 something is unsatisfied,
3 something is undetermined, 2 the spec or the input is unusable.
"""


class _Commands(LazyGroup):
    """The group of all commands."""

    def invoke(self, ctx: click.Context) -> Any:
        from evalspec.cli.screen import shown

        with shown():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0] if args else ""
        if name and name not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            ctx.fail(f"No such command {name!r}.{hint}")
        return super().resolve_command(ctx, args)


@click.command(
    cls=_Commands,
    package=__name__,
    lines=COMMANDS,
    help=_HELP,
    context_settings={"auto_envvar_prefix": "EVALSPEC"},
)
@click.version_option(__version__, prog_name="evalspec")
def group() -> None:
    """Hold the commands."""


def main() -> int:
    """Run the command line and return the exit status.

    Errors of input end with status 2, and so does output that cannot be written and a fault
    of our own, each said in one line; an interrupt ends with 130.
    """
    from evalspec.core.errors import fault_text

    gc.set_threshold(_GARBAGE)
    try:
        _open_streams()
        status = _run()
        _flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return _failed("the output was closed before all of it was written")
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _failed(f"{where}{error.strerror or error}")
    except Exception as error:
        return _failed(f"evalspec failed, which is a fault of its own: {fault_text(error)}")
    finally:
        gc.freeze()  # the process ends: its last search would look at every object once more


def _run() -> int:
    from evalspec.core.errors import EvalspecError
    from evalspec.core.visible import visible

    try:
        return int(group.main(standalone_mode=False) or 0)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except SystemExit:
        raise BrokenPipeError from None  # click leaves so, with status 1, for this alone
    except click.Abort:
        return 130
    except click.ClickException as error:
        error.show()
    except EvalspecError as error:
        click.echo(f"error: {visible(str(error))}", err=True)
        count = len(error.problems)
        if count > 1:
            click.echo(f"{count} problems", err=True)
    return 2


def _open_streams() -> None:
    """Give a process that was started without a standard stream one that leads nowhere."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _flush() -> None:
    """Write what waits now, so that a full disk or a closed pipe has its line and its status."""
    sys.stdout.flush()
    sys.stderr.flush()


def _failed(message: str) -> int:
    """Say why the command ends, and keep the interpreter from writing what waits once more."""
    with suppress(OSError, ValueError):
        click.echo(f"error: {message}", err=True)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return 2
