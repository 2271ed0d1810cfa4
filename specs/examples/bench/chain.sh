#!/bin/sh
# Three benchmarks, each from its plan to its card: BA-Calendar (proven), BA-Text (written), and a task
# in words that a model drafts a spec for. Usage: sh chain.sh OUT TRANSCRIPTS record|replay
# What models say comes from EVALSPEC_JUDGE_URL, for a try-out from what `evalspec serve scenario.yaml`
# prints; with `replay` it comes from the transcripts, and every file of OUT is the same, byte by byte.
set -eu
out=$1 kept=$2 how=$3
here=$(dirname "$0")
mkdir -p "$out" "$kept"

# A meeting for everybody: the shipped spec, proven instances.
evalspec bench plan --from ba-calendar -o "$out/calendar-plan"
evalspec bench generate "$out/calendar-plan/spec.yaml" -n 6 --seed 7 -o "$out/calendar"
evalspec bench verify "$out/calendar"
evalspec bench evaluate "$out/calendar" "$out/calendar-answers.jsonl" --model answerer --judges "$here/judges.yaml" "--$how" "$kept/calendar-answers.jsonl" -f "json:$out/calendar.json"
evalspec bench report "$out/calendar" "$out/calendar-answers.jsonl" --judges "$here/judges.yaml" --transcript "$kept/calendar-answers.jsonl" -f "html:$out/calendar.html" -f "markdown:$out/calendar.md"

# Texts under constraints: the shipped spec, instances that a model writes, checked and decided by rule and by a model.
evalspec bench plan --from ba-text -o "$out/text-plan"
evalspec bench generate "$out/text-plan/spec.yaml" -n 4 --seed 7 --judge writer --judges "$here/judges.yaml" "--$how" "$kept/text-written.jsonl" -o "$out/text"
evalspec bench verify "$out/text" --judge checker --judges "$here/judges.yaml" "--$how" "$kept/text-checks.jsonl" -o "$out/text-checks.jsonl"
evalspec bench evaluate "$out/text" "$out/text-answers.jsonl" --model answerer --judge checker --by all --judges "$here/judges.yaml" "--$how" "$kept/text-verdicts.jsonl" --verdicts "$kept/text-said-$how.jsonl" -f "json:$out/text.json" -f "html:$out/text-evaluated.html"
evalspec bench report "$out/text" "$kept/text-said-$how.jsonl" --judges "$here/judges.yaml" --transcript "$kept/text-written.jsonl" --transcript "$kept/text-checks.jsonl" --transcript "$kept/text-verdicts.jsonl" -f "html:$out/text.html" -f "markdown:$out/text.md"

# Who leads which tour: a model drafts, what is wrong goes back to it, and the rest is as for the first.
evalspec bench plan "$here/tours.md" --judge drafter --judges "$here/judges.yaml" "--$how" "$kept/tours-plan.jsonl" -o "$out/tours-plan"
evalspec bench edits "$out/tours-plan"
evalspec bench generate "$out/tours-plan/spec.yaml" -n 6 --seed 7 -o "$out/tours"
evalspec bench verify "$out/tours"
evalspec bench evaluate "$out/tours" "$out/tours-answers.jsonl" --model answerer --judges "$here/judges.yaml" "--$how" "$kept/tours-answers.jsonl" -f "json:$out/tours.json"
evalspec bench report "$out/tours" "$out/tours-answers.jsonl" --judges "$here/judges.yaml" --transcript "$kept/tours-plan.jsonl" --transcript "$kept/tours-answers.jsonl" -f "html:$out/tours.html" -f "markdown:$out/tours-card.md"
evalspec bench export "$out/tours" --to huggingface -o "$out/tours-hub"
