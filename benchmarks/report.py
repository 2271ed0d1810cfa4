"""The HTML report of 10 000 verdicts in a browser: `python -m benchmarks report`."""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from evalspec.report.html.page import render
from evalspec.report.html.read import read_run
from tests.report.browser import NoBrowserError, chromium
from tests.report.material import many

COUNT = 10_000
REPEAT = 5
FILTERS = (
    ("outcome", "unsatisfied"),
    ("q", "protein plan-19"),
    ("label.human", "differs"),
    ("group.domain", "meals"),
    ("", ""),
)
"""What is chosen one after the other; at last everything is cleared."""
_TIMED = """([name, value]) => new Promise((done) => {
  const form = document.getElementById("filters");
  const start = performance.now();
  if (!name) form.reset();
  else if (name === "outcome") form.querySelector(`[value=${value}]`).click();
  else {
    form.elements[name].value = value;
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})"""


def main() -> None:
    """Print the time to write, to paint and to filter."""
    with tempfile.TemporaryDirectory() as folder:
        results, page = Path(folder, "results.jsonl"), Path(folder, "page.html")
        results.write_text("".join(json.dumps(line) + "\n" for line in many(COUNT)))
        start = time.perf_counter()
        page.write_text(render([read_run(results)]), encoding="utf-8")
        taken = time.perf_counter() - start
        size = page.stat().st_size / 2**20
        print(f"{COUNT} verdicts written in {taken:.2f} s, {size:.1f} MiB")
        try:
            with chromium() as browser:
                _in_browser(browser, page.as_uri())
        except NoBrowserError as error:
            print(f"report: {error}")


def _in_browser(browser: Any, address: str) -> None:
    loads = [_load(browser, address) for _ in range(REPEAT)]
    for name, target in (("first paint", 2000), ("ready", 2000), ("main thread", 500)):
        _show(name, [load[name] for load in loads], target)
    page = browser.new_page()
    page.goto(address)
    page.wait_for_selector("[role=option]")
    for name, value in FILTERS:
        taken = page.evaluate(_TIMED, [name, value])
        shown = page.locator("#count").inner_text()
        _show(f"filter {name} {value}: {shown}", [taken], 200)


def _load(browser: Any, address: str) -> dict[str, float]:
    page = browser.new_page()
    session = page.context.new_cdp_session(page)
    # time of the thread, not of the clock: other processes do not count
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(address)
    page.wait_for_selector("[role=option]")
    told = session.send("Performance.getMetrics")["metrics"]
    busy = 1000 * next(one["value"] for one in told if one["name"] == "TaskDuration")
    times: dict[str, float] = page.evaluate(
        """() => ({
          "first paint": performance.getEntriesByName("first-contentful-paint")[0].startTime,
          "ready": performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd,
        })"""
    )
    page.close()
    return {**times, "main thread": busy}


def _show(name: str, times: list[float], target: int) -> None:
    print(f"{name:<52} {statistics.median(times):9.1f} ms  target < {target} ms")


if __name__ == "__main__":
    main()
