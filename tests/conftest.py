"""What holds for every test run: the right build is tested, luck is chosen, and in CI nothing is skipped.

At the end those that take long and do not say why are listed (`tests/long_tests.py`).
"""

import gc
import os
import signal
import tempfile
import threading
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

from farmstead import _build
from tests import long_tests, rule_table
from tests.luck import sitecustomize as luck

# The same examples each time, however slow the machine is; `--hypothesis-profile fresh` tries others.
STEADY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fresh", STEADY)
settings.register_profile("chosen", STEADY, derandomize=True)
settings.load_profile("chosen")

IN_CI = os.environ.get("CI", "").lower() in ("1", "true", "yes")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule-table", action="store_true", help="print which test shows which paragraph, and stop"
    )
    long_tests.pytest_addoption(parser)


def pytest_cmdline_main(config: pytest.Config) -> int | None:
    if not config.getoption("--rule-table"):
        return None
    print(rule_table.as_text())
    return 0


def pytest_configure(config: pytest.Config) -> None:
    _check_build()
    _speak_english()
    _hear_interrupts()
    long_tests.pytest_configure(config)
    folder = tempfile.TemporaryDirectory(prefix="farmstead-luck-")
    config.add_cleanup(folder.cleanup)
    os.environ[luck.FOLDER] = folder.name
    luck.choose("collecting")
    luck.install()


def _speak_english() -> None:
    """Commands speak the language of the locale, and tests read what they say in English."""
    os.environ.pop("LC_ALL", None)
    os.environ["LC_MESSAGES"] = "C"


def _hear_interrupts() -> None:
    """`nohup make test &` ignores SIGINT, and so would every process that a test starts and interrupts."""
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """The luck of a test follows from its name, whatever ran before it."""
    luck.choose(item.nodeid)


def _check_build() -> None:
    """FARMSTEAD_BUILD names the build that make wants tested; testing the other one would prove nothing."""
    wanted = os.environ.get("FARMSTEAD_BUILD")
    if wanted is not None and wanted != _build.build():
        where = os.path.dirname(_build.__file__)
        raise pytest.UsageError(f"FARMSTEAD_BUILD is {wanted}, but {where} is {_build.build()}")


def pytest_collection_finish() -> None:
    """What has been imported stays: who looks for garbage need not go through all of it, again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        fail_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if IN_CI and report.skipped:
        fail_skipped(report)
    return report


def fail_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """A skip says why in the last part of its place; in CI that is the failure's text."""
    why = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = f"A skipped test is a failure in CI: {why}"
