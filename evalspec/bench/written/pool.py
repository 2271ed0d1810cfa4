"""Texts of a pool: which of them may stand in an instance, drawn and written out."""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.bench.planned.parts import Pooled
from evalspec.bench.planned.template import UnwritableError, written
from evalspec.bench.proven.draw import Drawing, ImpossibleError
from evalspec.check.value import Piece
from evalspec.core.chance import Chance
from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.language.given.values import typed_values


class Taken(Record, frozen=True):
    """A text of a pool, written out."""

    pooled: Pooled
    text: str
    check: str


def taken(pool: tuple[Pooled, ...], drawing: Drawing, chance: Chance) -> Iterator[Taken]:
    """Yield the texts that may stand here, in an order by chance, each with its draws."""
    drawing.chance = chance
    fitting = [one for one in pool if one.when is None or drawing.run.truth(one.when, None).truth]
    for pooled in chance.each(fitting):
        yield _written(pooled, drawing)


def _written(pooled: Pooled, drawing: Drawing) -> Taken:
    units = drawing.plan.program.lexicon.units
    try:
        for name, draw in pooled.draws.items():
            plain = drawing.draw(draw)
            typed, wrong = typed_values({name: plain}, {name: draw.type}, units)
            if wrong:
                raise ImpossibleError(name, wrong[0].message)
            drawing.run.bind(name, Piece(str(plain), data=typed[name]))
        text = written(pooled.text, drawing.run)
        check = written(pooled.check, drawing.run, _escaped)
    except (ImpossibleError, UnwritableError) as error:
        raise InputError.of("wrong-pool", str(error), pooled.at) from None
    finally:
        for name in pooled.draws:
            drawing.run.bind(name, None)
    return Taken(pooled, text, check)


def _escaped(text: str) -> str:
    """Write a value as it stands between the quotes of a formula."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
