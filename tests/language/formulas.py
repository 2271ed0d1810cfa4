"""Formulas as people may write them, with brackets that matter and brackets that do not.

`formula(random)` is plain chance with a given source, so that a property can try thousands.
Some of what it writes does not compile; the caller leaves that out.
"""

from __future__ import annotations

from random import Random

TEXTS = ('"soup"', '"a \\"b\\" \\\\ c"', "'it\\'s'", '"ein  Wort\\n"', '"–"', '"day 2"')
HEADS = (
    "day", "meal", "item", "session", "exercise", "paragraph", "sentence", "bullet", "section", "row",
    "lunch", "response", 'field("Owner")', 'value("Owner")', "block(work)",
    'block("chess club")', "meal(snack)", "sleep", "jogging",
)  # fmt: skip
FILTERS = (
    "2", "1 to 3", "2 from end", 'named "soup"', 'named any of ["soup", "jogging"]', 'under "Menu"',
    "in morning", "before 12:00", "after 5 pm", "from 10:00 to 12:00", "starting 8:00",
    "ending by 17:00", "at 9:30", "lasting 30 min", "lasting >= 1 h", "on monday",
    "on friday to monday", "on weekend", "on weekday", "on 2025-03-04", "on any of ['monday', 'friday']",
    'except named "soup"', "except on sunday", "except 1 from end", "with max calories",
    "with min duration", 'with max "Qty"', "preceding lunch", "following block(gym) 2",
    "immediately following day 1", 'separated by "***"',
)  # fmt: skip
POSITIONS = ("", "", "", "", "first ", "last ", "first 2 ", "every 3 ")
AMOUNTS = {
    "": ("2", "-3", "0.5", "1,200", "10..12", "3 - 5"),
    "kcal": ("100 kcal", "2,000 kcal", "10..12 kcal"),
    "g": ("150 g", "1.5 kg"),
    "min": ("2 h", "90 min"),
}
MEASURES = {
    "": ("words", "sentences", "characters", 'letters("y")', "position", "unique-words"),
    "kcal": ("calories",),
    "g": ("protein", "fat"),
    "min": ("duration",),
}


def formula(random: Random, depth: int = 3) -> str:
    """Write a formula."""
    write = random.choice(_ATOMS if depth <= 0 else (*_ATOMS, *_LARGER, *_LARGER))
    text: str = write(random, depth)
    return f"({text})" if random.random() < 0.3 else text


def scope(random: Random, depth: int) -> str:
    text = random.choice(POSITIONS) + random.choice(HEADS)
    for _ in range(random.choice((0, 0, 1, 2))):
        where = f"where ({formula(random, depth - 2)})" if depth > 1 else "2"
        text += " " + random.choice((where, random.choice(FILTERS), random.choice(FILTERS)))
    return f"{text} of {scope(random, depth - 1)}" if random.random() < 0.2 else text


def expression(random: Random, depth: int, unit: str) -> str:
    kind = random.randrange(9 if depth > 0 else 4)
    of = f" of {scope(random, depth - 1)}" if random.random() < 0.2 else ""
    if kind < 2:
        return random.choice(MEASURES[unit]) + of
    if kind == 2 or (kind < 5 and unit):
        return random.choice(AMOUNTS[unit])
    if kind == 3:
        return f"{random.choice(('count', 'distinct', 'streak'))}({scope(random, depth)}){of}"
    if kind == 4:
        inside = random.choice(("", " inside words", " exactly as written"))
        return f"occurrences of {random.choice(TEXTS)}{inside}{of}"
    first = expression(random, depth - 1, unit)
    if kind == 5:
        function = random.choice(("sum", "mean", "max", "min", "median", "range"))
        per = f" per {scope(random, depth - 1)}" if random.random() < 0.3 else ""
        return f"{function}({first}{per}){of}"
    sign = random.choice("+-+-*/")
    second = expression(random, depth - 1, unit if sign in "+-" else "")
    if kind == 6:
        return f"difference({first}, {expression(random, depth - 1, unit)})"
    first, second = (f"({side})" if random.random() < 0.5 else side for side in (first, second))
    return f"{first} {sign} {second}"


def _compare(random: Random, depth: int) -> str:
    unit = random.choice(tuple(AMOUNTS))
    sign = random.choice(("<=", ">=", "=", "!=", "<", ">", "= about", "≈"))
    slack = random.choice(("", "", "", " ± 5 %", f" ± {random.choice(AMOUNTS[unit])}"))
    first, second = expression(random, depth, unit), expression(random, depth - 1, unit)
    return f"{first} {sign} {second}{slack}"


def _between(random: Random, depth: int) -> str:
    unit = random.choice(tuple(AMOUNTS))
    value, low, high = (expression(random, depth - n, unit) for n in range(3))
    return f"{value} between {low} and {high}"


def _exists(random: Random, depth: int) -> str:
    return f"{random.choice(('exists', 'absent'))} {scope(random, depth)}"


def _text_test(random: Random, depth: int) -> str:
    subject = random.choice(("", f"{scope(random, depth)} "))
    relation = random.choice(("contains", "starts with", "ends with", "equals", "matches"))
    one, other = random.choice(TEXTS), random.choice(TEXTS)
    texts = random.choice((one, f"any of [{one}]", f"all of [{one}, {other}]", f"none of [{one}]"))
    flags = random.choice(("", "", " inside words", " exactly as written"))
    return f"{subject}{relation} {texts}{flags}"


def _form(random: Random, depth: int) -> str:
    form = random.choice(("json", "uppercase", '"a-question"', '"json-object"'))
    return f"{random.choice(('', f'{scope(random, depth)} '))}is {form}"


def _ordered(random: Random, depth: int) -> str:
    order = random.choice(("before", "after", "immediately before", "immediately after"))
    sides = (random.choice((scope(random, depth), random.choice(TEXTS))) for _ in range(2))
    return f" {order} ".join(sides)


def _clock(random: Random, depth: int) -> str:
    call = f"{random.choice(('start', 'end'))}({scope(random, depth)})"
    moment = random.choice(("17:00", "9 am", call))
    return f"{call}{random.choice(('', ' + 30 min', ' - 1 h'))} <= {moment}"


def _headed(random: Random, depth: int) -> str:
    over = random.choice(
        ("each", "any", "no", "exactly 1 of", "at least 2 of", "at most 1 of", "each", "each")
    ) + random.choice(("", "", "", " next"))
    subject = random.choice((scope(random, depth - 1), '"Week"', 'item named "x" 2'))
    each = f"{over} {subject}:"
    head = random.choice((each, each, 'using "tokens/1":', "not"))
    return f"{head} {formula(random, depth - 1)}"


def _joined(random: Random, depth: int) -> str:
    parts = (formula(random, depth - 1) for _ in range(random.choice((2, 2, 3))))
    return f" {random.choice(('and', 'or'))} ".join(parts)


def _conditional(random: Random, depth: int) -> str:
    test, then, other = (formula(random, depth - 1) for _ in range(3))
    return f"if {test} then {then}{random.choice(('', f' else {other}'))}"


_ATOMS = (_compare, _compare, _between, _exists, _text_test, _form, _ordered, _clock)
_LARGER = (_headed, _headed, _headed, _joined, _joined, _conditional)
