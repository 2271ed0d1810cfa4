"""Help for those who write specs, a part for each need.

explain, examples/   is the sentence read as I mean it? formulas in words, with tiny responses
that pass and fail
lint/                does the spec contradict itself, or hold always, or never? No response is needed
cases, cases_text,   does the spec say what its own cases expect? As text, data and annotations;
update, add_case     `update` rewrites expectations, `add_case` keeps what a person decided
mutate/              would the constraints notice a wrong response? For gates of pipelines
fmt                  formulas in one spelling, for reviews of changes
init, draft          a first spec: one that passes, or what a model proposes for a request
schemas              what editors complete and mark
edits                the one way in which all of these change a file: by position
"""
