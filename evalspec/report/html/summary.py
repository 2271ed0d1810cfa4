"""The upper part of the page: figures as tables, with a bar where it says more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from urllib.parse import urlencode

from evalspec.compare.agreement import Agreement
from evalspec.compare.statistics import Figure, cohen_kappa, wilson
from evalspec.core.verdict import Outcome, Reason
from evalspec.report.audit import NAMES
from evalspec.report.html.charts import ORDER, outcome_bar, share_bar
from evalspec.report.html.collect import Collection
from evalspec.report.html.figures import (
    Breakdown,
    Crossing,
    Part,
    SourceFigures,
    crossings,
    source_figures,
    total,
)
from evalspec.report.html.markup import Markup, element, join
from evalspec.report.text import MARKS
from evalspec.report.wording import reason_text

_MOST_UNREAD = 20
_DECIDED = (Outcome.SATISFIED, Outcome.UNSATISFIED)


def summary(found: Collection) -> Markup:
    """Write the figures of all sources; those of several are folded below a table of all."""
    figures = source_figures(found)
    if len(figures) == 1:
        return join(_cards(figures[0], {}), _unread(found.unread))
    tables = [_outcomes_of(figures)]
    tables += [_agreements(label, figures) for label in found.labels]
    tables += [_crossing(one) for one in crossings(found)]
    folded = [
        element("details", element("summary", one.name), _cards(one, {"source": one.name}))
        for one in figures
    ]
    return join(element("div", *tables, class_="cards"), *folded, _unread(found.unread))


def _cards(figures: SourceFigures, named: Mapping[str, str]) -> Markup:
    parts = [_outcomes(figures, named)]
    parts += [_agreement(name, a, named) for name, a in figures.agreement.items() if a.n]
    if len(figures.reasons) > 1 or (figures.reasons and not figures.agreement):
        parts.append(_reasons(figures, named))
    if figures.audits:
        parts.append(_audits(figures, named))
    parts += [_breakdown(one, figures, named) for one in figures.breakdowns]
    return element("div", *parts, class_="cards")


def _outcomes_of(figures: Sequence[SourceFigures]) -> Markup:
    """Write the outcomes of all sources below each other."""
    heads = [_column(outcome.value) for outcome in ORDER]
    rows = [
        _row(
            one.name,
            *(_number(_count(one.counts[outcome], one.name, outcome)) for outcome in ORDER),
            _chart(outcome_bar(one.counts)),
        )
        for one in figures
    ]
    return _card("Outcomes", _table((*heads, _chart()), rows, "overview"), kind="middle")


def _count(count: int, source: str, outcome: Outcome) -> Markup:
    if not count:
        return element("span", "0", class_="muted")
    filters = {"source": source, "outcome": outcome.value}
    return _link(str(count), filters, f"{source}, {outcome.value}")


def _agreements(label: str, figures: Sequence[SourceFigures]) -> Markup:
    rows = []
    for one in figures:
        found = one.agreement[label]
        accuracy, *others = (_number(write(found)) for _, _, write in _FIGURES)
        cells = (_number(str(found.n)), accuracy, _chart(_share(found.accuracy)), *others)
        rows.append(_row(one.name, *cells))
    accuracy, *others = (_column(title, title=tip) for title, tip, _ in _FIGURES)
    table = _table((_column("n"), accuracy, _chart(), *others), rows, "overview")
    return _card(f"Against the label {label}", element("div", table, class_="scroll"), wide=True)


def _table(heads: Iterable[Markup], rows: Iterable[Markup], kind: str, caption: str = "") -> Markup:
    """Write a table whose rows have names: their column has no head."""
    above = [element("caption", caption)] if caption else []
    head = element("thead", element("tr", element("td"), *heads))
    return element("table", *above, head, element("tbody", *rows), class_=kind)


def _row(name: str, *cells: Markup) -> Markup:
    return element("tr", element("th", name, scope="row"), *cells)


def _column(name: str, **attributes: str) -> Markup:
    return element("th", name, scope="col", class_="number", **attributes)


def _number(text: str) -> Markup:
    return element("td", text, class_="number")


def _chart(*bar: Markup) -> Markup:
    return element("td", *bar, class_="chart")


def _share(share: float | None) -> Markup:
    return Markup() if share is None else share_bar(share, _percent(share))


def _card(title: str, *content: str, wide: bool = False, kind: str = "") -> Markup:
    named = "wide" if wide else kind
    return element("section", element("h3", title), *content, class_=f"card {named}".strip())


def _link(text: str, filters: Mapping[str, str], said: str = "") -> Markup:
    """Write a link that shows what a number counts."""
    attributes = {"aria_label": f"{text} {said}"} if said else {}
    return element("a", text, href=f"#{urlencode(filters)}", class_="filter", **attributes)


def _outcomes(figures: SourceFigures, named: Mapping[str, str]) -> Markup:
    whole = total(figures.counts)
    rows = [
        element(
            "li",
            element("span", MARKS[outcome], class_=f"mark {outcome.value}", aria_hidden="true"),
            _link(str(count), {**named, "outcome": outcome.value}, outcome.value),
            Markup(" "),
            element("span", outcome.value),
            element("span", _percent(count / whole if whole else None), class_="muted"),
        )
        for outcome, count in figures.counts.items()
    ]
    words = "1 verdict" if whole == 1 else f"{whole:,} verdicts".replace(",", "\u202f")
    return _card(words, outcome_bar(figures.counts), element("ul", *rows, class_="outcomes"))


def _agreement(label: str, found: Agreement, named: Mapping[str, str]) -> Markup:
    tiles = [
        element("div", element("dt", title), element("dd", write(found)), title=tip)
        for title, tip, write in _FIGURES
    ]
    return _card(
        f"Against the label {label}, n = {found.n}",
        element("dl", *tiles, class_="tiles"),
        _confusion(label, found, named),
        wide=True,
    )


def _interval(found: Agreement) -> str:
    """Write where the accuracy lies, by Wilson's score interval."""
    figure = wilson(round((found.accuracy or 0) * found.n), found.n)
    if figure.low is None or figure.high is None:
        return "–"
    return f"{100 * figure.low:.1f} – {100 * figure.high:.1f} %"


def _kappa_of(found: Agreement) -> str:
    counts = {
        (truth, outcome): number
        for truth in _DECIDED
        for outcome in _DECIDED
        if (number := found.confusion[truth.value][outcome.value])
    }
    return _coefficient(cohen_kappa(counts))


def _coefficient(figure: Figure) -> str:
    return "–" if figure.value is None else f"{figure.value:.3f}"


def _of(name: str) -> Callable[[Agreement], str]:
    return lambda found: _percent(getattr(found, name))


_FIGURES: tuple[tuple[str, str, Callable[[Agreement], str]], ...] = (
    ("Accuracy", "Share of right verdicts among all; undetermined is never right", _of("accuracy")),
    ("F1 satisfied", "2 TP / (2 TP + FP + FN) of the label satisfied", _of("f1_satisfied")),
    ("F1 unsatisfied", "2 TP / (2 TP + FP + FN) of the label unsatisfied", _of("f1_unsatisfied")),
    ("Coverage", "Share of verdicts that are decided", _of("coverage")),
    ("Accuracy, decided", "Share of right verdicts among the decided", _of("accuracy_decided")),
    ("95 % interval", "Where the accuracy lies: Wilson's score interval", _interval),
    ("Kappa", "Cohen's kappa of the label and the decided verdicts", _kappa_of),
)


def _confusion(label: str, found: Agreement, named: Mapping[str, str]) -> Markup:
    rows = []
    for truth in _DECIDED:
        counts = found.confusion[truth.value]
        cells = [
            _cell(
                counts[o.value], sum(counts.values()), o is truth,
                {**named, f"label.{label}": truth.value, "outcome": o.value},
                f"labelled {truth.value}, verdict {o.value}",
            )
            for o in ORDER
        ]  # fmt: skip
        rows.append(_row(f"labelled {truth.value}", *cells))
    return _against("Label against verdict", rows)


def _against(caption: str, rows: Iterable[Markup]) -> Markup:
    """Write how often an outcome of a row met the outcome of a column."""
    heads = (element("th", outcome.value, scope="col") for outcome in ORDER)
    return _table(heads, rows, "confusion", caption)


def _cell(count: int, row: int, right: bool, filters: Mapping[str, str], said: str) -> Markup:
    level = round(4 * count / row) if row else 0
    level = max(level, 1) if count else 0
    shown = _link(str(count), filters, said) if count else element("span", "0", class_="muted")
    return element("td", shown, class_=f"{'right' if right else 'wrong'} heat{level}")


def _audits(figures: SourceFigures, named: Mapping[str, str]) -> Markup:
    """Write how many verdicts are right for the right reason, or wrong for which."""
    whole = sum(figures.audits.values())
    rows = [
        _bar_row(NAMES[result], count, whole, {**named, "audit": result.value}, NAMES[result])
        for result, count in figures.audits.items()
    ]
    return _card(f"Audit of {whole} rationales", element("table", element("tbody", *rows)))


def _reasons(figures: SourceFigures, named: Mapping[str, str]) -> Markup:
    most = max(figures.reasons.values())
    rows = [
        _bar_row(_reason(code), count, most, {**named, "reason": code}, "verdicts")
        for code, count in figures.reasons.items()
    ]
    return _card("Why verdicts are undetermined", element("table", element("tbody", *rows)))


def _bar_row(name: str, count: int, whole: int, filters: Mapping[str, str], said: str) -> Markup:
    bar = share_bar(count / whole, f"{count}")
    return _row(name, _number(_link(str(count), filters, said)), _chart(bar))


def _reason(code: str) -> str:
    known = {reason.value for reason in Reason}
    return (reason_text(Reason(code)) if code in known else code) or "no reason given"


def _breakdown(found: Breakdown, figures: SourceFigures, named: Mapping[str, str]) -> Markup:
    labels = [label for label in figures.agreement if any(label in p.accuracy for p in found.parts)]
    heads = [found.field or "constraint", "verdicts", "outcomes"]
    for label in labels:
        heads += [f"accuracy, {label}", ""]
    rows = [_part_row(found.field, part, labels, named) for part in found.parts]
    head = element("tr", *(_head(name) for name in heads))
    title = f"By {found.field}" if found.field else "By constraint"
    body = element("table", element("thead", head), element("tbody", *rows), class_="breakdown")
    return _card(title, element("div", body, class_="scroll"), wide=True)


def _head(name: str) -> Markup:
    if not name:
        return element("td", class_="chart")
    return element("th", name, scope="col", class_="chart" if name == "outcomes" else "name")


def _part_row(field: str, part: Part, labels: Sequence[str], named: Mapping[str, str]) -> Markup:
    whole = total(part.counts)
    filters = {**named, f"group.{field}" if field else "constraint": part.name}
    link = _link(str(whole), filters, f"verdicts, {part.name}")
    cells = [_number(link), _chart(outcome_bar(part.counts))]
    for label in labels:
        accuracy = part.accuracy.get(label)
        cells += [_number(_percent(accuracy)), _chart(_share(accuracy))]
    return _row(part.name or "(none)", *cells)


def _crossing(found: Crossing) -> Markup:
    rows = [
        _row(truth.value, *(_crossed(found, truth, outcome) for outcome in ORDER))
        for truth in ORDER
    ]
    table = _against(f"Rows: {found.first}; columns: {found.second}", rows)
    share = _percent(found.same / found.n if found.n else None)
    decided = {(one, other): found.counts[one][other] for one in _DECIDED for other in _DECIDED}
    said = f"The same outcome on {found.same} of {found.n} ({share})."
    said += f" Cohen's kappa of the {sum(decided.values())} that both decide: "
    said += f"{_coefficient(cohen_kappa(decided))}."
    title = f"{found.first} and {found.second}"
    return _card(title, element("p", said), table, kind="middle")


def _crossed(found: Crossing, first: Outcome, second: Outcome) -> Markup:
    row = found.counts[first]
    filters = {"source": found.first, "outcome": first.value, f"said.{found.second}": second.value}
    said = f"{found.first} {first.value}, {found.second} {second.value}"
    return _cell(row[second], total(row), first is second, filters, said)


def _unread(messages: Sequence[str]) -> Markup:
    if not messages:
        return Markup()
    count = len(messages)
    items = [element("li", message) for message in messages[:_MOST_UNREAD]]
    if count > _MOST_UNREAD:
        items.append(element("li", f"… {count - _MOST_UNREAD} more"))
    title = element("summary", f"{count} {'row' if count == 1 else 'rows'} could not be read")
    return element("details", title, element("ul", *items), class_="unread")


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"
