"""verifiers plugs the reward into a task by its import path."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.pages import MEAL, SPECS, block, command

pytestmark = pytest.mark.heavy
pytest.importorskip("verifiers", reason="python -m tests.adapters verifiers installs it")

from verifiers.v1.configs.agent import AgentConfig  # noqa: E402
from verifiers.v1.configs.task import RewardFunctionConfig, TaskConfig  # noqa: E402
from verifiers.v1.errors import TaskError  # noqa: E402
from verifiers.v1.task import Task, TaskData  # noqa: E402
from verifiers.v1.trace import AgentInfo, MessageNode, Trace, TraceTask  # noqa: E402
from verifiers.v1.types import AssistantMessage  # noqa: E402


class Asked(TaskData):  # type: ignore[misc]  # its base is not installed beside us
    most: int = 9


def scored(path: str, replies: list[str], **fields: Any) -> Any:
    """Score what an agent replied, with the function at a path as the reward `meal`."""
    config = TaskConfig(rewards={"meal": RewardFunctionConfig(fn=path)})
    data = Asked(**fields)
    trace = Trace(
        task=TraceTask(type="Task", data=data),
        agent=AgentInfo(config=AgentConfig()),
        nodes=[MessageNode(message=AssistantMessage(content=one), sampled=True)
               for one in replies],
    )  # fmt: skip
    asyncio.run(Task(data, config).score(trace))
    return trace


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    shutil.copy(SPECS / "meal.yaml", tmp_path)
    (tmp_path / "rewards.py").write_text(block("verifiers", "python rewards.py"))
    return command("verifiers")[-1]


def test_the_last_reply_earns(path: str) -> None:
    trace = scored(path, ["Let me think: 900 kcal.", MEAL], prompt="Plan two days.")
    assert (trace.reward, trace.rewards["meal"].score) == (1.0, 1.0)
    assert trace.info["evalspec"] == {"coverage": 1.0, "characters": len(MEAL.strip())}
    assert scored(path, [], prompt="Plan two days.").reward == 0.0


def test_fields_are_data_and_a_vector_is_several_rewards(path: str) -> None:
    Path("given.yaml").write_text(
        "evalspec: 1\ngiven: {most: {type: number}}\nconstraints:\n"
        "  - {id: short, check: words <= data.most}\n"
        "  - {id: soup, check: 'occurrences of \"soup\" = 2'}\n"
        "  - {id: long, check: words >= 99, when: data.most > 50}\n"
    )
    Path("given.py").write_text(
        "from evalspec.adapters.verifiers import reward_function\n"
        "vector = reward_function('given.yaml', mode='vector')\n"
    )
    trace = scored("given.py:vector", ["soup soup"], most=1)
    assert {k: r.score for k, r in trace.rewards.items()} == {"short": 0.0, "soup": 1.0}


def test_a_fault_of_ours_is_no_reward(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from evalspec.check import engine

    def crash(*_: Any) -> Any:
        raise ZeroDivisionError

    scored(path, [MEAL])
    monkeypatch.setattr(engine, "_decided", crash)
    with pytest.raises(TaskError):
        scored(path, [MEAL])
