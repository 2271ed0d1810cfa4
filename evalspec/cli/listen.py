"""`evalspec listen`: specs behind HTTP, for tools that ask by request."""

from __future__ import annotations

import signal
import threading

import click

from evalspec.api import processors
from evalspec.api.listen import Server, Settings, named_specs
from evalspec.core.errors import InputError


@click.command("listen")
@click.argument("specs", nargs=-1, required=True, metavar="SPEC...")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True,
              metavar="PORT", help="Port on this machine; 0 chooses a free one.")  # fmt: skip
@click.option("--workers", type=click.IntRange(1), metavar="N",
              help="Decide in N processes (default: as many as there are processors).")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=60, show_default=True,
              metavar="S", help="Time of the processor that one response may take.")  # fmt: skip
@click.option("--max-body", type=click.IntRange(1), default=8 << 20, show_default=True,
              metavar="BYTES", help="Longest request.")  # fmt: skip
@click.option("--mode", type=click.Choice(["fraction", "strict", "vector"]), default="fraction",
              show_default=True, help="What /reward pays (docs/rewards.md).")  # fmt: skip
@click.option("--undetermined", type=click.Choice(["fail", "skip", "none"]), default="fail",
              show_default=True, help="What an undetermined constraint earns.")  # fmt: skip
@click.option("--max-characters", type=click.IntRange(1), default=65_536, show_default=True,
              metavar="N", help="A longer response earns 0.")  # fmt: skip
def command(
    specs: tuple[str, ...],
    port: int,
    workers: int | None,
    seconds: float,
    max_body: int,
    mode: str,
    undetermined: str,
    max_characters: int,
) -> None:
    """Answer requests about SPEC (a file, or NAME=FILE) on the loopback interface.

    Prints the address and answers until it is interrupted or terminated; requests under way are
    finished. POST JSON to /check, /reward, /promptfoo or /openrlhf, followed by /NAME where there
    are several specs; docs/listen.md has the bodies. A file goes by its name up to the first dot.
    """
    options = {"mode": mode, "undetermined": undetermined, "max_characters": max_characters}
    served = named_specs(list(specs), options)
    try:
        server = Server(served, Settings(workers or processors(), seconds, max_body), port)
    except OSError as error:
        message = f"port {port} cannot be used: {error.strerror}"
        raise InputError.of("unusable-port", message) from error
    asked_to_stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: asked_to_stop.set())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    click.echo(server.url)
    asked_to_stop.wait()
    server.stop()
