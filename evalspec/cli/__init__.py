"""The command line: one module a command, each imported only when it is used."""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import Any

import click

from evalspec import __version__

COMMANDS = {
    "check": "Check responses against a spec.",
    "explain": "Show how each constraint of a spec compiled.",
    "facts": "Show what is read in a response.",
    "compare": "Compare verdicts of rules, judges and people.",
    "calibrate": "Choose who decides: rules, a judge, a vote, a person.",
    "decide": "Settle disagreements; keep them as labels and as cases.",
    "report": "Show results as one HTML file.",
    "lint": "Find contradictions and other faults of specs.",
    "run": "Decide a data set and compare with its labels.",
    "init": "Write a spec to start from, with a response and cases that pass.",
    "test": "Decide the cases of specs and compare with what they expect.",
    "fmt": "Write the formulas of specs in their canonical text.",
    "draft": "Propose constraints for a request.",
    "serve": "Play a scripted endpoint, to try judges out.",
    "schema": "Print a JSON Schema: spec, verdict, vocabulary …",
}
"""Every command with its line in the help; `evalspec.cli.NAME` holds it."""

_GARBAGE = 100_000
"""New objects between searches for garbage: a short command is over before the first one."""

_HELP = """Check what a language model wrote against constraints written in YAML.

\b
  evalspec check response.md --spec meal.yaml     verdict and proof for every constraint
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


class _Commands(click.Group):
    """A group that imports a command when it is called, not before."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"evalspec.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

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


@click.command(cls=_Commands, help=_HELP, context_settings={"auto_envvar_prefix": "EVALSPEC"})
@click.version_option(__version__, prog_name="evalspec")
def group() -> None:
    """Hold the commands."""


def main() -> Any:
    """Run the command line; errors of input end with status 2, an interrupt with 130."""
    from evalspec.core.errors import EvalspecError

    gc.set_threshold(_GARBAGE)
    try:
        return group.main(standalone_mode=False) or 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        return 130
    except click.ClickException as error:
        error.show()
        return 2
    except EvalspecError as error:
        click.echo(f"error: {error}", err=True)
        count = len(error.problems)
        if count > 1:
            click.echo(f"{count} problems", err=True)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    finally:
        gc.freeze()  # the process ends: its last search would look at every object once more
