"""`evalspec serve`: a scripted endpoint, to try judges out without a model."""

from __future__ import annotations

from pathlib import Path

import click

from evalspec.core.errors import InputError
from evalspec.judge.server import Server, load_scenario


@click.command("serve")
@click.argument("scenario", metavar="SCENARIO")
@click.option("--port", type=click.IntRange(0, 65535), default=0, metavar="PORT",
              help="Port on this machine; a free one when absent.")  # fmt: skip
def command(scenario: str, port: int) -> None:
    """Play SCENARIO (YAML) as an OpenAI-compatible endpoint on the loopback interface.

    Prints the base URL and serves until it is interrupted. It understands nothing: replies
    are chosen by pattern, and failures happen as often as the scenario says.
    """
    played = load_scenario(Path(scenario))
    try:
        server = Server(played, port)
    except OSError as error:
        message = f"port {port} cannot be used: {error.strerror}"
        raise InputError.of("unusable-port", message) from error
    click.echo(server.url)
    try:
        server.serve_forever()
    finally:
        server.server_close()
