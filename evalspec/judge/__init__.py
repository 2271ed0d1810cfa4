"""Verdicts by a language model: the same question, the same honesty, every reply on record.

    config → prompts → client (cache, transcript, budget) → reply → decide → session

`config` reads what a judge is; `prompts` writes what it is asked, with untrusted text in
fences; `client` sends it to an OpenAI-compatible endpoint or finds the stored reply;
`reply` reads the answer from a declared menu; `decide` makes verdicts of one reply, of
several (vote, jury), or of quoted facts (extract); `session` judges many at once, in order.
"""
