"""OpenRLHF's executor asks the reward, from a file and over HTTP, with an engine that is none."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from evalspec.api.listen import Server, Settings, named_specs
from tests.adapters.pages import MEAL, SPECS, VAGUE, block

pytestmark = pytest.mark.heavy
pytest.importorskip("openrlhf", reason="python -m tests.adapters openrlhf installs it")

import torch  # noqa: E402
from openrlhf.utils.agent import SingleTurnAgentExecutor  # noqa: E402

PROMPT = "<|im_start|>user\nPlan 9 days, 900 kcal each.<|im_end|>\n<|im_start|>assistant\n"


class Characters:
    """A tokenizer whose tokens are characters."""

    def __call__(self, text: str, **_: Any) -> dict[str, Any]:
        return {"input_ids": torch.tensor([[ord(one) for one in text]])}

    def decode(self, tokens: list[int], **_: Any) -> str:
        return "".join(map(chr, tokens))


class Engine:
    """Says what it is given."""

    def __init__(self, text: str) -> None:
        self.tokens = [ord(one) for one in text]

    async def generate(self, *_: Any, **__: Any) -> Any:
        output = SimpleNamespace(token_ids=self.tokens, finish_reason="stop", logprobs=None)
        return SimpleNamespace(outputs=[output])


def executed(endpoint: str, response: str, label: Any = None, max_length: int = 9999) -> Any:
    sampling = SimpleNamespace(max_tokens=2000, logprobs=None)
    executor = SingleTurnAgentExecutor(endpoint)
    return asyncio.run(executor.execute(
        PROMPT, label, sampling, max_length, Characters(), Engine(response)
    ))  # fmt: skip


@pytest.fixture(params=["a file", "HTTP"])
def endpoint(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    monkeypatch.chdir(tmp_path)
    shutil.copy(SPECS / "meal.yaml", tmp_path)
    if request.param == "a file":
        Path("reward.py").write_text(block("openrlhf", "python reward.py"))
        yield "reward.py"
        return
    server = Server(named_specs(["meal.yaml"], {}), Settings(workers=1))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield f"{server.url}/openrlhf/meal"
    server.stop()
    thread.join()


def test_the_response_alone_earns(endpoint: str) -> None:
    output = executed(endpoint, f"{MEAL}<|im_end|>")
    assert (output["reward"], output["scores"]) == (1.0, 1.0)
    assert output["extra_logs"] == {"coverage": 1.0, "characters": len(MEAL.rstrip())}
    assert torch.tensor([output["reward"]]).shape == (1,)
    assert executed(endpoint, VAGUE)["reward"] == 0.0


def test_a_prompt_that_was_cut_is_no_reward(endpoint: str) -> None:
    assert executed(endpoint, MEAL, max_length=2020)["reward"] is None
