"""verl loads the reward by its module and calls it from its reward manager."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.adapters.pages import MEAL, SPECS, VAGUE, block

pytestmark = pytest.mark.heavy
pytest.importorskip("verl", reason="python -m tests.adapters verl installs it")

import numpy as np  # noqa: E402
import torch  # noqa: E402
from omegaconf import OmegaConf  # noqa: E402
from verl import DataProto  # noqa: E402
from verl.trainer.ppo.reward import load_reward_manager  # noqa: E402

from evalspec.adapters.verl import compute_score  # noqa: E402
from evalspec.api.grading import OwnFailureError  # noqa: E402

TEXTS = [MEAL, VAGUE, MEAL]


def sample(number: int, extra: dict[str, Any]) -> DataProto:
    """Return one rollout whose only token stands for a text."""
    held = {name: np.array([value], dtype=object) for name, value in {
        "data_source": "meals", "reward_model": {"ground_truth": ""}, "extra_info": extra,
    }.items()}  # fmt: skip
    tokens = {"responses": torch.tensor([[number]]), "attention_mask": torch.tensor([[1, 1]]),
              "prompts": torch.tensor([[0]])}  # fmt: skip
    return DataProto.from_dict(tokens, held)


@pytest.fixture
def meal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(SPECS / "meal.yaml", tmp_path)


@pytest.mark.usefixtures("meal")
def test_a_reward_manager() -> None:
    config = OmegaConf.create(block("verl", "yaml reward"))
    tokenizer = SimpleNamespace(decode=lambda tokens, **_: TEXTS[int(tokens[0])])

    async def several() -> list[Any]:
        manager = load_reward_manager(config, tokenizer)
        manager.loop = asyncio.get_running_loop()
        return await asyncio.gather(*(manager.run_single(sample(n, {})) for n in (0, 1, 2)))

    found = asyncio.run(several())
    assert [one["reward_score"] for one in found] == [1.0, 0.0, 1.0]
    assert found[0]["reward_extra_info"] == {"score": 1.0, "coverage": 1.0, "characters": 452}


def test_extra_info_is_data(tmp_path: Path) -> None:
    path = tmp_path / "given.yaml"
    path.write_text(
        "evalspec: 1\ngiven: {limits: {type: list of number}}\nconstraints:\n"
        "  - {check: 'each n in data.limits: words <= n'}\n"
        "  - {check: 'occurrences of \"soup\" = 2'}\n"
    )
    given = {"limits": np.array([2, 3]), "request": "Soup."}
    assert compute_score("", "soup soup", "", given, spec=str(path))["score"] == 1.0
    given["limits"] = np.array([1, 3])
    assert compute_score("", "soup soup", "", given, spec=str(path))["score"] == 0.5


def test_a_fault_of_ours_is_no_score(meal: None, monkeypatch: pytest.MonkeyPatch) -> None:
    from evalspec.check import engine

    def crash(*_: Any) -> Any:
        raise ZeroDivisionError

    compute_score("", MEAL, "", spec="meal.yaml")
    monkeypatch.setattr(engine, "_decided", crash)
    with pytest.raises(OwnFailureError):
        compute_score("", MEAL, "", spec="meal.yaml")
    assert compute_score("", MEAL, "", spec="meal.yaml", failed=0.0)["score"] == 0.0
