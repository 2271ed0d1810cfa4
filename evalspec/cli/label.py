"""`evalspec label`: people answer what is open or disputed, in the terminal or in a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from evalspec import api
from evalspec.author.add_case import add_case, constraint_id
from evalspec.cli import options
from evalspec.cli.asking import ask, labelled
from evalspec.cli.output import Target, write_text
from evalspec.compare.items import Item, Items
from evalspec.compare.load import load
from evalspec.compare.pairs.load import are_pairs, load_pairs
from evalspec.compare.people import exchange
from evalspec.compare.people.exchange import TOOLS, read_export
from evalspec.compare.people.label import Label, read_labels, write_labels
from evalspec.compare.people.question import Question, parse_given, question, questions
from evalspec.compare.people.queue import disputed, ordered, queued
from evalspec.compare.people.subject import Subject, Subjects, find_item, name_of, outcome_of
from evalspec.compare.people.voices import sort_labels
from evalspec.compare.people.wording import load_questions, worded
from evalspec.core.errors import InputError
from evalspec.core.verdict import Outcome
from evalspec.report.form.page import render
from evalspec.report.people import told_labels
from evalspec.report.rounding import many
from evalspec.run.adapter import load_adapter


@click.command("label")
@click.argument("runs", nargs=-1, required=True, metavar="RUN...", type=click.Path(path_type=Path))
@click.option("--by", "person", default="", metavar="NAME", help="Who gives the labels.")
@click.option("--labels", "file", metavar="FILE", type=click.Path(path_type=Path),
              help="JSON lines to append the labels to; what stands there is not asked again.",
              )  # fmt: skip
@click.option("--queue", default="open", show_default=True, metavar="QUEUE",
              help="What to ask: open (no method decided it), disagreements, all, or sample:N.",
              )  # fmt: skip
@click.option("--questions", "wordings", metavar="NAME",
              help="Ask these about every response instead: script, or a file (docs/people.md).",
              )  # fmt: skip
@click.option("--adjudicate", is_flag=True,
              help="Ask only what the people in --labels (and --others) differ on, and settle it.",
              )  # fmt: skip
@click.option("--others", multiple=True, metavar="FILE",
              type=click.Path(path_type=Path, exists=True, dir_okay=False),
              help="With --adjudicate: more files of labels. Repeatable.")  # fmt: skip
@click.option("--form", metavar="HTML",
              help="Write the questions as one offline page instead of asking here.")  # fmt: skip
@click.option("--export", "exported", metavar="TOOL:FILE",
              help="Write the questions for label-studio or argilla instead.")  # fmt: skip
@click.option("--import", "imported", metavar="TOOL:FILE",
              help="Add the labels that label-studio or argilla exported to --labels, and ask "
              "nothing.")  # fmt: skip
@click.option("--name", "names", multiple=True, metavar="ID=NAME",
              help="With --import: who somebody is that the tool calls by an id. Repeatable.",
              )  # fmt: skip
@click.option("--show", type=click.Choice(["rationales"]),
              help="Also show what judges wrote, without their names; the labels say so.",
              )  # fmt: skip
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, metavar="N",
              help="Seed of samples and of the order.")  # fmt: skip
@click.option("--set", "given", multiple=True, metavar="ITEM=LABEL",
              help="Give this label and ask nothing. Repeatable.")  # fmt: skip
@click.option("--note", default="", metavar="TEXT", help="With --set: why.")
@click.option("--spec", metavar="SPEC", help="With --set: also add each as a case to this spec.")
@options.dataset
def command(
    runs: tuple[Path, ...],
    person: str,
    file: Path | None,
    queue: str,
    wordings: str | None,
    adjudicate: bool,
    others: tuple[Path, ...],
    form: str | None,
    exported: str | None,
    imported: str | None,
    names: tuple[str, ...],
    show: str | None,
    seed: int,
    given: tuple[str, ...],
    note: str,
    spec: str | None,
    dataset: str | None,
) -> None:
    """Ask a person about the items of RUN, which `evalspec run -o --with-responses` wrote.

    Who wrote a response and what others say of it is hidden; everybody has an order of their own.
    "Cannot tell" is a label too. `evalspec compare RUN --labels FILE` makes each person a voice.
    """
    if not (person.strip() or exported or imported):
        raise click.UsageError("`--by NAME` says who gives the labels")
    if file is None and (given or imported or not (form or exported)):
        raise click.UsageError("`--labels FILE` says where the labels go")
    if (note or spec) and not given:
        raise click.UsageError("`--note` and `--spec` go with `--set`")
    adapter = load_adapter(dataset) if dataset else None
    items = load_pairs(runs, adapter) if are_pairs(runs, adapter) else load(runs, adapter)
    seen = (show,) if show else ()
    shared = Label("", "", person.strip(), seen=seen, adjudicates=adjudicate)
    if given and file is not None:
        _set(items, given, replace(shared, note=note), file, spec)
        return
    asked = _questions(items, wordings)
    if imported and file is not None:
        _import(*_tool(imported), names, file)
        _known(items, asked, [file])
        return
    known = _known(items, asked, [path for path in (file, *others) if path and path.exists()])
    if adjudicate:
        found = disputed(asked, known)
    else:
        done = {label.item for label in known if label.person == shared.person}
        found = [one for one in queued(items, asked, queue, seed) if one.item not in done]
    left = ordered(found, shared.person, seed)
    if exported:
        _export(*_tool(exported), left)
    elif form:
        _write_form(form, left, shared)
    elif file is not None:
        ask(left, shared, file)


def _tool(given: str) -> tuple[str, Path]:
    tool, _, file = given.partition(":")
    if tool not in TOOLS or not file:
        raise click.UsageError(f"{given!r} is not TOOL:FILE with {' or '.join(TOOLS)}")
    return tool, Path(file)


def _import(tool: str, export: Path, names: Sequence[str], file: Path) -> None:
    known = dict(one.split("=", 1) for one in names if "=" in one)
    found = read_export(tool, export, known)
    write_labels(file, found)
    people = ", ".join(dict.fromkeys(label.person for label in found)) or "nobody"
    click.echo(f"{many(len(found), 'label')} of {people} in {file}")
    if tool == "argilla":
        click.echo("the export does not tell drafts and discarded answers from others", err=True)


def _export(tool: str, file: Path, asked: Sequence[Question]) -> None:
    if tool == "argilla":
        write_text(Target("json", str(file)), exchange.argilla_records(asked))
        click.echo(f"{many(len(asked), 'record')} in {file}")
        return
    config = file.with_suffix(".xml")
    write_text(Target("json", str(file)), exchange.label_studio_tasks(asked))
    write_text(Target("xml", str(config)), exchange.label_studio_config(asked))
    click.echo(f"{many(len(asked), 'task')} in {file}, the labelling interface in {config}")


def _questions(items: Subjects, wordings: str | None) -> dict[str, Question]:
    """Return what can be asked about the items, or about the responses."""
    asked = questions(items)
    if missing := len(items.by_key) - len(asked):
        click.echo(f"{missing} items are left out: their responses are not known", err=True)
    if wordings and not isinstance(items, Items):
        raise click.UsageError("`--questions` are about single responses")
    return (
        worded(items, load_questions(wordings)) if isinstance(items, Items) and wordings else asked
    )


def _known(
    items: Subjects, asked: Mapping[str, Question], files: Sequence[Path]
) -> Sequence[Label]:
    """Return the labels on these texts that are there; say how many are on others."""
    found = sort_labels(items, read_labels(files), asked)
    for line in told_labels(found):
        click.echo(line, err=True)
    return found.labels


def _write_form(form: str, asked: Sequence[Question], shared: Label) -> None:
    write_text(Target("html", form), render(asked, shared))
    click.echo(f"{many(len(asked), 'question')} for {shared.person} in {form}")


def _set(items: Subjects, given: Sequence[str], label: Label, file: Path, spec: str | None) -> None:
    """Keep labels that were given on the command line; `label` says what they share."""
    settled = [(find_item(items, name), said) for name, said in map(parse_given, given)]
    for item, said in settled:
        asked = question(item)
        outcome_of(item, said)
        added = spec is not None and _add_case(spec, item, said)
        write_labels(file, [labelled(label, name_of(item), asked, said)])
        about = " ".join((asked.asked if asked else str(item.key)).split())
        click.echo(
            f"{name_of(item)} {said}: {about}" + (f"; case added to {spec}" if added else "")
        )


def _add_case(spec: str, item: Subject, said: str) -> bool:
    asked = question(item)
    if asked is None or not isinstance(item, Item):
        message = f"the results do not hold one response for {item.key}"
        hint = "write them with `--with-responses`"
        raise InputError.of("no-response", message, hint=hint)
    program = api.load(spec).program
    forms = [item.text, *(str(row.get("canonical", "")) for row in item.evidence.values())]
    name = constraint_id(program, item.key.constraint, forms)
    return add_case(spec, f"decided {item.key.short}", asked.texts[0], name, Outcome(said))
