"""The page of whoever runs a server, what an owner can do about seats, and reports, in a real browser."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.axe import faint, obstacles
from tests.browser.conftest import PHONE, People
from tests.browser.test_every_page import WIDER
from tests.server.asking import ME, OPEN
from tests.server.serving import Process, environment

PASSPHRASE = "four quiet hens at dusk"
VALLEY = "sunflower-valley"


def table_of(page: Any, *seats: dict[str, str]) -> str:
    made = page.request.post("/api/tables", data={"game": VALLEY, "seats": list(seats)})
    assert made.ok, made.text()
    code: str = made.json()["table"]["code"]
    return code


def set_passphrase(server: Process) -> None:
    words = [sys.executable, "-m", "farmstead", "operator", "passphrase", "--folder", str(server.folder)]
    done = subprocess.run(words, input=f"{PASSPHRASE}\n", text=True, env=environment(), timeout=120)
    assert done.returncode == 0


@pytest.mark.parametrize("settings", [{}, PHONE], ids=["desktop", "phone"])
def test_the_operator_signs_in_reads_a_report_and_blocks(
    person: People, own_server: Process, settings: dict[str, Any]
) -> None:
    """Slow: a server of its own, three browsers, and axe."""
    ada, bo = person(own_server, "Ada"), person(own_server, "Bo")
    code = table_of(ada, ME, OPEN)
    assert bo.request.post(f"/api/tables/{code}/seats/1", data={}).ok
    assert ada.request.post(f"/api/tables/{code}/report", data={"text": "Rude.", "seat": 1}).ok
    set_passphrase(own_server)
    boss = person(own_server, "boss", **settings)
    boss.goto("/operator")
    boss.get_by_label("The operator’s passphrase").fill(PASSPHRASE)
    boss.get_by_role("button", name="Sign in").click()
    report = boss.locator("#reports-list > li")
    expect(report).to_contain_text("Rude.")
    expect(boss.locator("#people-list")).to_contain_text("Ada (number 1)")
    assert obstacles(boss) == [] and faint(boss) == [] and boss.evaluate(WIDER) == []
    report.get_by_role("button", name="Block: Bo (number 2)").click()
    boss.get_by_role("dialog").get_by_role("button", name="Block").click()
    expect(boss.locator("#done")).to_have_text("Blocked: Bo (number 2).")
    expect(boss.locator("#people-list")).to_contain_text("blocked")
    boss.locator("#people-list").get_by_role("button", name="Rename: Ada (number 1)").click()
    boss.get_by_role("dialog").get_by_role("textbox").fill("Adele")
    boss.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(boss.locator("#people-list")).to_contain_text("Adele (number 1)")
    boss.locator("#tables-list").get_by_role("button", name="Close").click()
    boss.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(boss.locator("#tables-list")).to_contain_text("over")
    boss.locator("#reports-list").get_by_role("button", name="Dealt with").click()
    expect(boss.locator("#reports-none")).to_be_visible()
    boss.get_by_role("button", name="Sign out", exact=True).first.click()
    expect(boss.locator("#door")).to_be_visible()
    assert not boss.request.get("/api/operator/people").ok


def test_an_owner_frees_a_seat_and_somebody_reports(person: People, server: Process) -> None:
    """Slow: two browsers, and axe."""
    ada, bo = person(server, "Ada"), person(server, "Bo")
    code = table_of(ada, ME, OPEN, OPEN)
    assert bo.request.post(f"/api/tables/{code}/seats/1", data={}).ok
    ada.goto(f"/t/{code}")
    expect(ada.locator("#seats")).to_contain_text("guest")
    ada.get_by_role("button", name="Free this seat: Bo leaves seat 2").click()
    expect(ada.locator("#seats")).not_to_contain_text("Bo")
    assert bo.request.post(f"/api/tables/{code}/seats/1", data={}).ok
    bo.goto(f"/t/{code}")
    bo.get_by_text("Table settings").click()
    bo.get_by_role("button", name="Report something").click()
    bo.get_by_label("What is it about?").select_option("Ada")
    bo.get_by_label("What happened?").fill("Takes ages.")
    assert obstacles(bo) == []
    bo.get_by_role("button", name="Send the report").click()
    expect(bo.get_by_role("dialog")).to_contain_text("Thank you.")
    bo.get_by_role("dialog").get_by_role("button", name="Close").click()
    ada.get_by_text("Table settings").click()
    ada.get_by_role("button", name="Close this table").click()
    ada.get_by_role("dialog").get_by_role("button", name="Close this table").click()
    expect(bo.locator("body")).to_have_attribute("data-phase", "closed")
