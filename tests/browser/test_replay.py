"""A game looked back at in a real browser: by keys, by the track, by its words alone, and from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import DEVICES, PHONE, People
from tests.browser.reader import LISTENING
from tests.server.serving import Process

RECORDS = Path(__file__).parent.parent / "records"
GROVE = RECORDS / "walnut-grove-2-french-0.record"
VALLEY = RECORDS / "sunflower-valley-2-standard+sheet=E-0.record"
PATIENCE = 60_000  # milliseconds, on a busy machine
OTHERS = [pytest.param(*each, marks=pytest.mark.more) for each in [("fr", "sur"), ("de", "von")]]
LOCALES = [("en-GB", "of"), *OTHERS]
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}"""


def come(server: Process, person: People, **settings: Any) -> Any:
    page = person(server, "Anna", **settings)
    page.set_default_timeout(PATIENCE)
    return page


def kept(page: Any, file: Path) -> str:
    answer = page.context.request.post("/api/studies", data={"text": file.read_text(encoding="utf-8")})
    assert answer.ok, answer.text()
    name: str = answer.json()["name"]
    return name


def length_of(file: Path) -> int:
    lines = file.read_text(encoding="utf-8").splitlines()
    return len([line for line in lines[6:] if line[0] in "*12345"])


def shown(page: Any, ply: int) -> None:
    """Until the boards of a position are there."""
    page.wait_for_selector(f"body[data-position='{ply}']")


def opened(page: Any, file: Path, ply: int, query: str = "") -> str:
    name = kept(page, file)
    page.goto(f"/replay/{name}{query}#{ply}")
    shown(page, ply)
    return name


@pytest.mark.parametrize("settings", DEVICES)
def test_a_whole_game_by_keys_and_by_the_track(server: Process, person: People, settings: Any) -> None:
    """Slow: every move of a game."""
    page, length = come(server, person, **settings), length_of(VALLEY)
    name = opened(page, VALLEY, 40)
    for key, ply in [("ArrowRight", 41), ("ArrowRight", 42), ("ArrowLeft", 41), ("End", length), ("Home", 0)]:
        page.keyboard.press(key)
        shown(page, ply)
        assert page.locator("#count").inner_text() == f"{ply} / {length}"
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    page.locator("#part").get_by_text("Round 2 of").wait_for()
    track = page.locator("#scrubber")
    box = track.bounding_box()
    page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    page.mouse.down()
    for part in range(1, 11):
        page.mouse.move(box["x"] + box["width"] * part / 11, box["y"] + box["height"] / 2)
        assert page.locator("#count").inner_text().startswith(f"{track.input_value()} /")  # at once
    page.mouse.up()
    there = int(track.input_value())
    assert there > length * 0.8
    shown(page, there)
    page.wait_for_url(f"**/replay/{name}#{there}")
    assert page.locator("#main-pictures svg").count() == 1 and not page.locator("#trouble *").count()


def test_headings_stand_before_the_first_move_of_their_season(server: Process, person: People) -> None:
    """And the track is marked with the years."""
    page = come(server, person)
    opened(page, GROVE, 40)
    lines = page.locator("#log li").all_inner_texts()
    seasons = {n: line for n, line in enumerate(lines) if line.startswith("Year ")}
    first = {line: lines[n + 1] for n, line in seasons.items()}
    assert all("harvest" in said for line, said in first.items() if line.endswith("summer"))
    assert not any("laid a tile" in said for line, said in first.items() if not line.endswith("spring"))
    marks = page.locator("#years text").all_text_contents()
    assert marks == ["I", "II", "III", "IV", "V", "VI", "VII", "VIII"]


def test_it_plays_by_itself_until_somebody_stops_it(server: Process, person: People) -> None:
    page, length = come(server, person), length_of(GROVE)
    opened(page, GROVE, length - 4)
    page.get_by_role("combobox", name="Speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    shown(page, length)
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.locator("#speed").blur()
    page.keyboard.press("Space")  # once more from the start
    page.get_by_role("button", name="Pause", exact=True).wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Play", exact=True).wait_for()


def test_links_lead_to_a_move_and_to_somebodys_eyes(server: Process, person: People) -> None:
    page = come(server, person)
    name = opened(page, GROVE, 100, "?seat=2")
    assert page.locator("#eyes").input_value() == "1"
    assert page.locator("#main-pictures svg").get_attribute("aria-label") == "Farm of Seat 2"
    page.locator("#eyes").select_option("")
    page.wait_for_url(f"**/replay/{name}#100")
    page.locator("#seats").get_by_role("button", name="Show Seat 1’s board").click()
    page.wait_for_selector("#main-pictures svg[aria-label='Farm of Seat 1']")
    page.locator("#log a[data-ply='120']").click()
    shown(page, 120)
    page.wait_for_selector("#log [aria-current][data-ply='120']")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#copy").click()
    page.get_by_text("Link copied").first.wait_for()
    assert page.evaluate("navigator.clipboard.readText()").endswith(f"/replay/{name}#120")


def test_a_position_is_read_without_its_pictures(server: Process, person: People) -> None:
    page = come(server, person)
    page.add_init_script(LISTENING)
    opened(page, GROVE, 100)
    page.get_by_role("slider", name="Move").focus()
    page.keyboard.press("ArrowRight")
    shown(page, 101)
    page.wait_for_function("() => announced.some((each) => each.startsWith('Move 101 of'))")
    sentence = page.locator("#sentence").inner_text()
    assert sentence in page.get_by_role("slider", name="Move").get_attribute("aria-valuetext")
    page.keyboard.press("w")
    panel = page.locator("#words-panel")
    panel.get_by_role("heading", name="Farm of Seat 1").wait_for()
    titles = panel.get_by_role("heading").all_inner_texts()
    assert titles[1:4] == ["What just happened", "What’s changed", "Seats"]
    text = panel.inner_text()
    assert sentence.partition(". ")[0] in text and "District of" in text and "To move: " in text
    page.keyboard.press("ArrowRight")
    page.wait_for_function("before => document.querySelector('#words-body').innerText !== before", arg=text)


@pytest.mark.parametrize(("locale", "words"), LOCALES)
def test_a_replay_speaks_the_language_of_who_looks(
    server: Process, person: People, locale: str, words: str
) -> None:
    page = come(server, person, **{**PHONE, "locale": locale})
    opened(page, VALLEY, 60)
    said = page.locator("#scrubber").get_attribute("aria-valuetext")
    assert f"60 {words} {length_of(VALLEY)}" in said
    assert {"en-GB": "Speed", "fr": "Vitesse", "de": "Tempo"}[locale] in page.locator("#deck").inner_text()


@pytest.mark.parametrize("settings", DEVICES)
def test_a_file_is_dropped_or_chosen_and_a_bad_one_is_told_why(
    server: Process, person: People, settings: Any
) -> None:
    page = come(server, person, **settings)
    text = GROVE.read_text(encoding="utf-8")
    page.goto("/replay")
    page.get_by_text("You haven’t opened any yet.").wait_for()
    page.evaluate(DROP, ["game.record", text.replace("\n1 ", "\n2 ", 1)])
    page.locator("#trouble .notice").wait_for()
    assert "is wrong:" in page.locator("#trouble").inner_text()
    page.evaluate(DROP, ["game.record", text])
    page.wait_for_url("**/replay/r*")
    page.wait_for_function("() => document.body?.dataset.position")
    page.goto("/replay")
    page.get_by_role("button", name="Delete the game file of Walnut Grove").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    page.get_by_text("The game file is deleted.").wait_for()
    page.locator("#file").set_input_files(VALLEY)
    page.wait_for_url("**/replay/r*")


def test_a_table_leads_to_its_replay_while_it_is_played_and_when_it_is_over(
    server: Process, person: People
) -> None:
    """Slow: a game is played to its end."""
    page = come(server, person)
    ask = page.context.request
    made = ask.post("/api/tables", data={"game": "walnut-grove", "seats": [{"who": "me"}]}).json()
    code = made["table"]["code"]
    page.goto(f"/t/{code}")
    page.wait_for_function("() => document.body?.dataset.position?.trim()")
    page.locator("#look-back").click()
    page.wait_for_function("() => Number(document.body?.dataset.position) > 0")
    assert page.get_by_text("This game is still being played.").count() == 1
    assert not page.get_by_role("link", name="Review it").count()
    while (position := ask.get(f"/api/tables/{code}/position?seat=0").json()["position"])["legal"]:
        move = {"seat": 0, "decision": position["decision"], "move": position["legal"][-1]}
        assert ask.post(f"/api/tables/{code}/moves", data=move).ok
    page.goto("/")
    page.get_by_role("link", name="Replay: Walnut Grove").wait_for()
    page.goto(f"/t/{code}")
    page.locator(".end-more summary").click()
    page.locator("#end").get_by_role("link", name="Replay", exact=True).click()
    page.wait_for_function("() => Number(document.body?.dataset.position) > 0")
    assert page.get_by_role("link", name="Review it").get_attribute("href") == f"/review/{code}"


@pytest.mark.more
def test_links_with_wrong_numbers_lead_to_the_game_all_the_same(server: Process, person: People) -> None:
    """Slow: it opens a replay again and again."""
    page = come(server, person)
    name, length = kept(page, GROVE), length_of(GROVE)
    for query in ("?seat=9", "?seat=1.5", "?seat=-1", "?seat=x"):
        page.goto(f"/replay/{name}{query}#999999")
        shown(page, length)
        assert page.locator("#eyes").input_value() == "" and not page.locator("#trouble").inner_text()
    for address in ("seat=0#1.5", "seat=9#999999", "seat=-3#-3", "seat=x#x"):
        page.goto(f"/compare?a={name}&b={name}&{address}")
        page.wait_for_selector("body[data-step]")
        assert not page.locator("#trouble").inner_text()


@pytest.mark.parametrize("settings", DEVICES)
def test_a_link_to_the_downloads_leads_there(server: Process, person: People, settings: Any) -> None:
    page = come(server, person, **settings)
    page.goto(f"/replay/{kept(page, GROVE)}#downloads")
    page.locator("#downloads-title").wait_for()
    assert page.evaluate("document.activeElement.id") == "downloads-title"


def test_moves_are_taken_back_while_somebody_looks_back(server: Process, person: People) -> None:
    page = come(server, person)
    ask = page.context.request
    made = ask.post("/api/tables", data={"game": "walnut-grove", "seats": [{"who": "me"}]}).json()
    at = f"/api/tables/{made['table']['code']}"
    for _ in range(2):
        position = ask.get(f"{at}/position?seat=0").json()["position"]
        move = {"seat": 0, "decision": position["decision"], "move": position["legal"][0]}
        assert ask.post(f"{at}/moves", data=move).ok
    before = ask.get(f"/api/studies/{made['table']['code']}?seat=0").json()["length"]
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/frames?" in request.url else None)

    # `Any`: a request on its way.
    def meanwhile(route: Any) -> None:
        take_back(ask, at)
        route.continue_()

    page.route("**/frames?*", meanwhile, times=1)
    page.goto(f"/replay/{made['table']['code']}#{before}")
    page.wait_for_function(f"() => Number(document.body?.dataset.position) < {before}")
    assert len(asked) < 10, "nothing is asked for again and again"


# `Any`: what Playwright asks by.
def take_back(ask: Any, at: str) -> None:
    position = ask.get(f"{at}/position?seat=0").json()["position"]
    wish = {"seat": 0, "decision": position["next"], "choices": position["undo"]}
    assert ask.post(f"{at}/undo", data=wish).ok


def made_table(ask: Any) -> str:
    """Somebody alone in Walnut Grove."""
    made = ask.post("/api/tables", data={"game": "walnut-grove", "seats": [{"who": "me"}]}).json()
    code: str = made["table"]["code"]
    return code


def play(ask: Any, code: str, moves: int = 1) -> None:
    for _ in range(moves):
        position = ask.get(f"/api/tables/{code}/position?seat=0").json()["position"]
        if not position["legal"]:
            return
        move = {"seat": 0, "decision": position["decision"], "move": position["legal"][0]}
        assert ask.post(f"/api/tables/{code}/moves", data=move).ok


def length_now(ask: Any, code: str) -> int:
    length: int = ask.get(f"/api/studies/{code}?seat=0").json()["length"]
    return length


@pytest.mark.parametrize("settings", DEVICES)
def test_a_replay_follows_a_game_that_goes_on(server: Process, person: People, settings: Any) -> None:
    page = come(server, person, **settings)
    page.add_init_script(LISTENING)
    ask = page.context.request
    code = made_table(ask)
    play(ask, code, 2)
    page.goto(f"/replay/{code}?lang=de")
    shown(page, length_now(ask, code))
    take_back(ask, f"/api/tables/{code}")
    shown(page, length_now(ask, code))
    play(ask, code)
    shown(page, length_now(ask, code))  # who stands at the end goes along
    assert page.locator("#scrubber").get_attribute("max") == str(length_now(ask, code))
    page.keyboard.press("Home")
    shown(page, 0)
    before = length_now(ask, code)
    play(ask, code)
    length = length_now(ask, code)
    page.wait_for_selector(f"#scrubber[max='{length}']")
    assert length > before and page.locator("#count").inner_text() == f"0 / {length}"
    page.wait_for_function(f"() => announced.some((each) => each.endsWith('bis Zug {length}.'))")
    assert (
        "lang=de" in page.url and "Wenn die Partie zu Ende ist" in page.locator("#branching").text_content()
    )
    told = ask.get(f"/api/studies/{code}?seat=0&lang=de").json()["log"]
    lines = page.locator("#log a").count()
    assert lines == sum(bool(sentences) for sentences in told) and not page.locator("#trouble *").count()


@pytest.mark.more
def test_when_a_game_is_over_its_replay_shows_all_of_it(server: Process, person: People) -> None:
    """Slow: a whole game is played by the API meanwhile."""
    page = come(server, person)
    ask = page.context.request
    code = made_table(ask)
    page.goto(f"/replay/{code}")
    page.get_by_text("This game is still being played.").wait_for()
    page.locator("#branching").get_by_text("Once the game is over").wait_for()
    play(ask, code, 2000)
    page.get_by_role("link", name="Review it").wait_for()
    page.locator("#downloads").get_by_role("link", name="PDF").wait_for()
    page.locator("#branch-open").wait_for()
    assert not page.get_by_text("This game is still being played.").count()
    length = length_now(ask, code)
    shown(page, length)
    assert page.locator("#count").inner_text() == f"{length} / {length}"


def test_what_cannot_be_looked_up_is_said_and_tried_again(server: Process, person: People) -> None:
    page = come(server, person)
    name = kept(page, GROVE)
    for what in ("branches", "download/gif/progress"):
        page.route(f"**/api/studies/{name}/{what}?*", lambda route: route.abort(), times=1)
    page.goto(f"/replay/{name}?lang=fr#5")
    for part, there in (("#branching", "#branch-open"), ("#downloads", "#downloads a")):
        page.locator(part).get_by_text("n’a pas reçu cette action").wait_for()
        page.locator(part).get_by_role("button", name="Réessayer").click()
        page.locator(there).first.wait_for()
    page.locator("#onwards").get_by_role("link").last.click()
    page.wait_for_url("**/replay?lang=fr")
