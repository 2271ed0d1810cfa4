"""What the commands of `evalspec bench` say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalspec.bench.drafted.differences import Compared
from evalspec.bench.evaluated.evaluate import Answered, Figures, Rate
from evalspec.bench.kept.generate import Counts
from evalspec.bench.proven.instance import proof_data
from evalspec.bench.proven.proof import Proof, rounded
from evalspec.bench.proven.space import answer_data, answer_text
from evalspec.bench.verified.checks import Checked, Tally
from evalspec.bench.verified.verify import CHECKS, Verified
from evalspec.core.lookup import grouped
from evalspec.core.verdict import Outcome
from evalspec.report.json import fields, plain

_SHOWN = 5
_MOST = 20
"""Faults that are shown."""


def counts_text(counts: Counts, folder: str) -> str:
    """Say what was generated, and what was not kept."""
    written = bool(counts.written or counts.dropped or counts.refused)
    by = ", ".join(f"{number} by {who}" for who, number in sorted(counts.written.items()))
    held = (
        f"{counts.written.total()} constraints ({by})"
        if written
        else f"{counts.infeasible} that nothing fits"
    )
    lines = [
        f"{counts.instances} instances in {folder}: {held}",
        f"drawn again: {counts.impossible.total()} impossible, {counts.repeated} repeated",
    ]
    if not written:
        lines += [f"  {number:5}  {why}" for why, number in counts.impossible.most_common(_SHOWN)]
    for what, found in (("refused", counts.refused), ("missing", counts.dropped)):
        lines += [f"{what}: {found.total()}"] if written else []
        lines += [f"  {number:5}  {why}" for why, number in found.most_common()]
    return "\n".join(lines) + "\n"


def proof_text(found: Proof) -> str:
    """Say what fits, and what is in the way of the others."""
    share = found.constrainedness
    lines = [
        f"{len(found.feasible)} of {found.possible} possible answers fit, of {found.answers} tried:"
        f" constrainedness {rounded(share) if share is not None else 'none, as none is possible'}"
    ]
    if found.best:
        lines.append(f"first: {answer_text(found.best[0])}")
    lines += [
        f"near miss of `{name}`: {answer_text(answers[0])}" for name, answers in found.near.items()
    ]
    return "\n".join(lines) + "\n"


def proven_data(found: Proof) -> dict[str, Any]:
    """Return a proof as plain data, with every answer that fits."""
    return {
        **proof_data(found),
        "best": [answer_data(answer) for answer in found.best],
        "fits": [answer_data(answer) for answer in found.feasible],
        "near": {name: answer_data(answers[0]) for name, answers in found.near.items()},
    }


def verified_text(found: Verified) -> str:
    """Say what was verified, and what is wrong."""
    width = max(map(len, CHECKS))
    lines = [
        f"{'✗' if found.failed[check] else '✓'} {check:<{width}}  "
        f"{found.instances - found.failed[check]} of {found.instances} instances"
        for check in CHECKS
    ]
    lines.append(
        f"{found.right} right answers, {found.near} near misses that break one constraint alone,"
        f" {found.wider} that break more; each in {found.writings} writings"
    )
    width = max(map(len, found.applied), default=0)
    for name, number in found.applied.items():
        wrong = sum(fault.constraint == name for fault in found.faults)
        said = f"; the scorer is wrong on {wrong} written answers" if wrong else ""
        lines.append(
            f"  {name:<{width}}  applies to {number}: broken alone by {found.tested[name]},"
            f" with others by {found.touched[name]}{said}"
        )
    lines += [f"✗ {one.instance}: {one.check}: {one.message}" for one in found.faults[:_MOST]]
    if len(found.faults) > _MOST:
        lines.append(f"… {len(found.faults) - _MOST} more faults")
    lines += [f"! no answer breaks `{name}`: nothing tests it" for name in found.untested]
    return "\n".join(lines) + "\n"


def checks_text(tally: Tally) -> str:
    """Say what the checks of written instances came to, and how far rules and model agree."""
    width = max(map(len, tally.checks))
    lines = [f"{tally.instances} instances"]
    for name in tally.checks:
        wrong = [one for one in tally.wrong if one.check == name]
        said = _by_rule(tally, name) + _by_model(tally, name)
        checked = tally.rule[name].total() + tally.model[name].total()
        mark = (
            "✗"
            if any(one.holds is False for one in wrong)
            else "?"
            if wrong or not checked
            else "✓"
        )
        lines.append(f"{mark} {name:<{width}}  {'; '.join(said)}")
    for one in tally.wrong[:_MOST]:
        told = [
            *(one.faults or ()),
            *([f"the model says {one.said}"] if one.said not in ("", "yes") else []),
        ]
        lines += [
            f"{'✗' if one.holds is False else '?'} {one.instance}: {one.check}: {why}"
            for why in told
        ]
    if len(tally.wrong) > _MOST:
        lines.append(f"… {len(tally.wrong) - _MOST} more")
    return "\n".join(lines) + "\n"


def _by_rule(tally: Tally, name: str) -> list[str]:
    found = tally.rule[name]
    return [f"by rule {found[True]} of {found.total()}"] if found else []


def _by_model(tally: Tally, name: str) -> list[str]:
    if tally.checks[name] == "rule":
        return []
    if not tally.asked:
        return ["by a model: not checked (name one: --judge NAME)"]
    found, alike = tally.model[name], tally.alike[name]
    said = [f"by the model {found['yes']} of {found.total()}"]
    open_ones = found.total() - found["yes"] - found["no"]
    said += [f"undecided {open_ones}"] if open_ones else []
    return said + ([f"alike on {alike[True]} of {alike.total()}"] if alike else [])


def checked_line(found: list[Checked]) -> dict[str, Any]:
    """Return the checks of one instance as plain data."""
    held = [one.holds for one in found if one.faults is not None or one.said]
    return {
        "id": found[0].instance,
        "kept": all(one is True for one in held),
        "checks": {
            one.check: {
                "rule": None if one.faults is None else not one.faults,
                "faults": list(one.faults or ()),
                "model": one.said or None,
                "rationale": one.rationale,
            }
            for one in found
        },
    }


# -- figures ---------------------------------------------------------------------------------
def figures_text(found: list[Figures], name: str) -> str:
    """Write the figures of each model as a table."""
    return "\n".join(_model_text(one, name) for one in found)


def _model_text(found: Figures, name: str) -> str:
    missing = f", {found.unanswered} unanswered" if found.unanswered else ""
    who = f"{found.model} on {name}" if found.model else name
    who += f", by {found.voice}" if found.voice else ""
    lines = [f"{who}: {found.answers} answers{missing}", ""]
    opened = f"  {found.fraction_open:.1%} undetermined" if found.fraction_open else ""
    fraction = f"{found.fraction:6.1%}{_interval(found.fraction_interval)}{opened}"
    rows = [("pass all", _rate(found.passed)), ("fraction passed", fraction)]
    rows += [(f"  {metric}", _rate(rate)) for metric, rate in found.metrics.items()]
    rows += [(f"apart: {metric}", _rate(rate)) for metric, rate in found.apart.items()]
    refusals = found.refusals
    if "fits" in found.by:
        rows.append(
            ("refusals", f"{refusals.right} right, {refusals.wrong} wrong, {refusals.missed} missed:"
             f" precision {_share(refusals.precision)}, recall {_share(refusals.recall)}")
        )  # fmt: skip
    width = max(len(label) for label, _ in rows)
    lines += [f"{label:<{width}}  {said}" for label, said in rows]
    for what in ("constrainedness", "fits"):
        if what in found.by:
            lines += ["", f"pass all by {what}"]
            lines += [f"  {label:<12} {_rate(rate)}" for label, rate in found.by[what].items()]
    pairs = sorted(found.pairs.items(), key=lambda pair: (pair[1].share or 0, pair[0]))
    if pairs:
        of = "constraints" if "fits" in found.by else "groups"
        lines += ["", f"pass all by pairs of {of}, the lowest"]
        lines += [f"  {' + '.join(pair):<28} {_rate(rate)}" for pair, rate in pairs[:_SHOWN]]
    return "\n".join(lines) + "\n"


def _rate(rate: Rate) -> str:
    opened = f"  {rate.undetermined} undetermined" if rate.undetermined else ""
    return f"{_share(rate.share)}{_interval(rate.interval)}  {rate.passed} of {rate.number}{opened}"


def rate_text(rate: Rate) -> str:
    """Write a share with its numbers; of what is open altogether there is none."""
    decided = rate.share is not None and rate.undetermined < rate.number
    opened = f" ({rate.undetermined} open)" if rate.undetermined else ""
    return f"{rate.share:.1%} " * decided + f"{rate.passed}/{rate.number}{opened}"


def _share(share: float | None) -> str:
    return "     -" if share is None else f"{share:6.1%}"


def _interval(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f" [{interval[0]:.1%}, {interval[1]:.1%}]"


def figures_data(found: list[Figures], name: str) -> dict[str, Any]:
    """Return the figures as plain data."""
    return {"schema_version": 1, "benchmark": name, "models": [_model_data(one) for one in found]}


def _model_data(found: Figures) -> dict[str, Any]:
    return {
        "model": found.model,
        **({"voice": found.voice} if found.voice else {}),
        "answers": found.answers,
        "unanswered": found.unanswered,
        "pass_all": _rate_data(found.passed),
        "fraction_passed": {"mean": found.fraction, "interval": found.fraction_interval,
                            "undetermined": found.fraction_open},
        "metrics": _rates_data(found.metrics),
        "apart": _rates_data(found.apart),
        "constraints": _rates_data(found.constraints),
        "refusals": fields(found.refusals, "right", "wrong", "missed", "precision", "recall"),
        "by": {what: _rates_data(rates) for what, rates in found.by.items()},
        "pairs": [{"constraints": list(pair), **_rate_data(r)} for pair, r in found.pairs.items()],
    }  # fmt: skip


def _rates_data(rates: Mapping[str, Rate]) -> dict[str, Any]:
    return {name: _rate_data(rate) for name, rate in rates.items()}


def _rate_data(rate: Rate) -> dict[str, Any]:
    return fields(rate, "share", "interval", "passed", "failed", "undetermined")


def answer_line(one: Answered) -> dict[str, Any]:
    """Return one scored answer as plain data."""
    scored = one.scored
    return {
        "id": one.response.instance,
        "model": one.response.model,
        "response": one.response.text,
        "pass_all": scored.passed.value,
        "fraction_passed": float(scored.fraction),
        "refused": scored.refused,
        **fields(scored, "metrics", "apart"),
        "constraints": plain(scored.outcomes),
        "why": scored.why,
        "constrainedness": one.line.get("proof", one.line).get("constrainedness"),
    }


# -- differences -----------------------------------------------------------------------------
def differences_text(found: list[Compared], first: str, second: str) -> str:
    """Say where two specs part, by metric, with an example of each kind."""
    every = [one for compared in found for one in compared.differences]
    lines = [f"{first} and {second} on {len(found)} answers"]
    for metric in dict.fromkeys(name for one in found for name in one.metrics):
        number = sum(metric in one.metrics for one in found)
        apart = [one for one in every if one.metric == metric]
        lines.append(f"{metric}: {number - len(apart)} of {number} alike")
        kinds = grouped(((_outcome(one.first), _outcome(one.second)), one) for one in apart)
        for (ours, theirs), same in kinds.items():
            one = same[0]
            lines.append(
                f"  {len(same)} times {first} says {ours}, {second} {theirs}, for instance"
            )
            lines.append(
                f"    {one.instance}: {one.response!r}" + (f": {one.why}" if one.why else "")
            )
    return "\n".join(lines) + "\n"


def _outcome(outcome: Outcome | None) -> str:
    return "does not apply" if outcome is None else outcome.value


def differences_data(found: list[Compared], first: str, second: str) -> dict[str, Any]:
    """Return the differences as plain data."""
    return {
        "schema_version": 1, "first": first, "second": second, "answers": len(found),
        "differences": [
            {
                "id": one.instance, "response": one.response, "metric": one.metric,
                "first": _outcome(one.first), "second": _outcome(one.second), "why": one.why,
            }
            for compared in found for one in compared.differences
        ],
    }  # fmt: skip
