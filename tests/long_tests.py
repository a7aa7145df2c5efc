"""Which tests take long and do not say why: listed at the end of a run, and red where `--times` asks for it.

A docstring says why by a sentence that begins with `Slow:`. How long a test takes depends on the machine, so
nothing is red for it in `make test`; `make test-times` is the run in which it is.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

import pytest

LONG_S: Final = 3.0
REASON: Final = "Slow: "
TOLD: Final = "takes long"  # the property by which a worker tells of a test


class Times:
    """What a run has found so far: for each test function its longest case, in seconds."""

    def __init__(self, bound_s: float, is_red: bool) -> None:
        self.bound_s = bound_s
        self.is_red = is_red
        self.longest: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """What fixtures take does not count: the first test that needs a server starts it for all."""
        report = yield
        if call.when == "call" and call.duration > self.bound_s and not says_why(item):
            report.user_properties.append((TOLD, call.duration))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, seconds in report.user_properties:
            if name == TOLD and isinstance(seconds, float):
                test = report.nodeid.partition("[")[0]
                self.longest[test] = max(seconds, self.longest.get(test, 0.0))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.is_red and self.longest and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.longest:
            return
        terminalreporter.section(f"above {self.bound_s:g} s, and no docstring says why ({REASON}…)")
        for test, seconds in sorted(self.longest.items(), key=lambda each: -each[1]):
            terminalreporter.write_line(f"{seconds:6.1f} s  {test}")


def says_why(item: pytest.Item) -> bool:
    """Whether the docstring of a test has a sentence about the time it takes."""
    return REASON in (getattr(getattr(item, "obj", None), "__doc__", None) or "")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--times", type=float, metavar="SECONDS", help="fail where a test takes longer and does not say why"
    )


def pytest_configure(config: pytest.Config) -> None:
    wanted: float | None = config.getoption("--times")
    config.pluginmanager.register(Times(LONG_S if wanted is None else wanted, wanted is not None))
