"""TRL trains with our reward: two GRPO steps of a tiny random model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.pages import MEAL, SPECS, block

pytestmark = pytest.mark.heavy
pytest.importorskip("trl", reason="python -m tests.adapters trl installs it")

from datasets import Dataset  # noqa: E402
from tokenizers import Tokenizer, models, pre_tokenizers  # noqa: E402
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast  # noqa: E402
from trl import GRPOConfig, GRPOTrainer  # noqa: E402

from evalspec.adapters.trl import reward_function  # noqa: E402

WORDS = ["[PAD]", "[EOS]", "[UNK]", "soup", "and", "rice", "plan", "a", "dinner"]
SPEC = {
    "evalspec": 1,
    "constraints": [
        {"id": "soup", "check": 'contains any of ["soup"]'},
        {"id": "rice", "check": 'occurrences of "rice" = 2'},
    ],
}


@pytest.fixture
def tokenizer() -> Any:
    words = Tokenizer(models.WordLevel({w: n for n, w in enumerate(WORDS)}, unk_token="[UNK]"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(
        tokenizer_object=words, pad_token="[PAD]", eos_token="[EOS]", unk_token="[UNK]"
    )  # fmt: skip


@pytest.fixture
def model() -> Any:
    return LlamaForCausalLM(
        LlamaConfig(vocab_size=len(WORDS), hidden_size=16, intermediate_size=16,
                    num_hidden_layers=1, num_attention_heads=2, pad_token_id=0, eos_token_id=1)
    )  # fmt: skip


def test_two_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: Any, tokenizer: Any
) -> None:

    monkeypatch.chdir(tmp_path)
    Path("meal.yaml").write_text(json.dumps(SPEC))
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    names: dict[str, Any] = {
        "model": model,
        "tokenizer": tokenizer,
        "prompts": Dataset.from_dict({"prompt": ["plan a dinner", "plan dinner"] * 4}),
        "arguments": GRPOConfig(
            output_dir="out", max_steps=2, num_generations=4, per_device_train_batch_size=8,
            max_completion_length=16, learning_rate=0.1, logging_steps=1, report_to="none",
            use_cpu=True, seed=1, save_strategy="no", beta=0.0,
        ),
    }  # fmt: skip
    exec(block("trl", "python trainer"), names)
    trainer: GRPOTrainer = names["trainer"]
    steps = [one for one in trainer.state.log_history if "rewards/evalspec/mean" in one]
    assert len(steps) == 2
    assert all(0 <= one["reward"] <= 1 for one in steps)
    assert any(one["reward_std"] > 0 for one in steps)
    assert all(one["evalspec/coverage"] == 1.0 for one in steps)
    assert all(one["evalspec/failed"] == 0.0 for one in steps)
    assert any(not tensor.equal(before[name]) for name, tensor in model.state_dict().items())


def test_messages() -> None:
    reward = reward_function(SPECS / "meal.yaml")
    prompt = [{"role": "system", "content": "x"}, {"role": "user", "content": "Plan 2 days."}]
    answer = [{"role": "assistant", "content": MEAL}]
    called = [*answer, {"role": "tool", "content": "9"}]
    assert reward(prompts=[prompt] * 3, completions=[answer, [], called]) == [1.0, 0.0, 0.0]


def test_columns_are_data() -> None:
    reward = reward_function({
        "evalspec": 1, "given": {"most": {"type": "number"}},
        "constraints": [{"check": "words <= data.most"}, {"check": "words >= 2"},
                        {"check": 'occurrences of "soup" = 2'}],
    })  # fmt: skip
    found = reward(
        prompts=["", ""], completions=["soup soup", "soup soup"], most=[2, 1], other=[0, 0]
    )
    assert found == [1.0, pytest.approx(2 / 3)]
