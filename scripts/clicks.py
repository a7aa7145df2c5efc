"""How many clicks a game takes on the page: `python -m scripts.clicks` counts them in a real browser.

Somebody new, with the settings that a browser begins with, makes the moves of level 4: a whole game of Walnut
Grove alone, and the first turns of Sunflower Valley against a bot. What a payment takes from where is changed
on the page until it is what level 4 pays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize

from farmstead import shelf
from farmstead.agents.levels import LevelAgent
from farmstead.agents.observation import Observation
from farmstead.engine.contract import Game, State
from farmstead.games.walnut_grove.pictures.proposals import MEANS, OPTIONAL, STRETCHES
from farmstead.games.walnut_grove.pictures.svg import parts_of
from farmstead.render import drawing_for
from scripts.browsing import opened
from scripts.screenshots.serving import luck_of, same_server
from tests.browser.hands import CHANGED, PATIENCE, SETTLED, Hands, waited

GROVE: Final = "walnut-grove"
VALLEY: Final = "sunflower-valley"
LEVEL: Final = 4
BESIDES: Final = ("repay", "throw", "move", "leave")  # moves that no payment is made of
MOST_TAPS: Final = 4  # on one thing of a payment, before it is paid step by step
VIEWPORT: Final = ViewportSize(width=1280, height=800)


class Counted(NamedTuple):
    """The clicks of a choice, and what it was."""

    clicks: int
    move: str


class Step(NamedTuple):
    """A move, and the decision at which it is made."""

    decision: str
    move: str


class Clicker:
    """Makes the moves of an agent at seat 0 of a table, and counts the clicks."""

    # `Any`, here and below: JSON of the page.
    def __init__(self, page: Page, code: str, game: Game) -> None:
        self.page = page
        self.code = code
        self.game = game
        self.agent = LevelAgent(LEVEL)
        self.hands = Hands(page)
        self.counted: list[Counted] = []
        self.clicks = 0

    def play(self, most: int = 1000) -> None:
        """To the end of the game, or so many choices."""
        while waited(self.page) == "choose" and len(self.counted) < most:
            before, position = self.clicks, self.hands.position()
            ahead = self.buying_off_aside(self.ahead())
            self.choose(ahead, position)
            self.page.wait_for_function(CHANGED, arg=position, timeout=PATIENCE)
            self.counted.append(Counted(self.clicks - before, ahead[0].move))

    # ---- what level 4 would do -------------------------------------------------------------------------

    def ahead(self) -> list[Step]:
        """Its moves until chance or others come in."""
        found = self.ask(f"/api/tables/{self.code}/position?seat=0")["position"]
        seen = Observation(self.game, 0, found["view"], found["legal"])
        state: State = seen.imagine(seen.dice(1))
        steps: list[Step] = []
        while 0 in state.to_act():
            legal, view = [str(move) for move in state.legal(0)], state.view(0)
            move = self.agent.choose(Observation(self.game, 0, view, legal))
            steps.append(Step(drawing_for(self.game).decision(view), move))
            state.apply(0, self.game.parse(move))
        return steps

    def buying_off_aside(self, ahead: list[Step]) -> list[Step]:
        """Where a help tile is repaid in the middle of a payment, it may be before or after it as well."""
        stretch = STRETCHES.get(ahead[0].decision, ())
        legal = self.ask(f"/api/tables/{self.code}/position?seat=0")["position"]["legal"]
        for step in ahead:
            if step.decision not in stretch:
                break
            if step.move == "repay" and "repay" in legal:
                return [step]
        return after_buying(ahead) if ahead[0].move.split()[0] in ("visit", "toll", "give") else ahead

    def ask(self, address: str) -> Any:
        answer = self.page.context.request.get(address)
        assert answer.ok, answer.text()
        return answer.json()

    # ---- how it is done on the page --------------------------------------------------------------------

    def choose(self, ahead: Sequence[Step], position: str) -> None:
        """One choice, or all moves of a payment."""
        boards = self.ask(f"/t/{self.code}/boards?seat=0")
        if boards.get("proposal") and ahead[0].move.split()[0] not in BESIDES:
            if self.pay(ahead, boards["proposal"]):
                return
            self.click_step_by_step()
        self.choose_one(ahead, boards, position)

    def pay(self, ahead: Sequence[Step], proposal: Any) -> bool:
        """What is proposed, changed where level 4 takes other things; False where it does something else."""
        wanted = taken(ahead, ahead[0].decision)
        if wanted is None:
            return False
        shown = self.uses()
        for part in dict.fromkeys([*wanted, *shown]):
            for _ in range(MOST_TAPS):
                if shown.get(part, 0) == wanted[part] or part not in proposal["parts"]:
                    break
                self.click(f"[data-part='{part}']", part)
                shown = self.uses()
        if shown != wanted:
            return False
        self.press("#do")
        return True

    def uses(self) -> Counter[str]:
        """What the page says would be taken."""
        self.page.wait_for_selector("#tray:not(.sending)", timeout=PATIENCE)
        found = self.page.locator("#tray-pictures [data-part]").evaluate_all(TAKEN)
        return +Counter(dict(found))

    def click_step_by_step(self) -> None:
        self.press("#deeds button:has-text('Step by step')")

    def choose_one(self, ahead: Sequence[Step], boards: Any, position: str) -> None:
        """The choice that begins with these moves: its parts, and the button where one is needed."""
        choice = self.choice_for(ahead, boards["choices"])
        if not choice[1]:
            return self.press(f"#deeds button[data-move='{choice[0][0]}']")
        for part in self.in_order(choice, boards):
            if self.is_chosen(part):
                continue
            self.click(f"[data-part='{part}']", part)
            self.page.wait_for_function(SETTLED, arg=position, timeout=PATIENCE)
            if self.hands.position() != position:
                return None
        if (
            len(choice) > 6
            and not choice[6]
            and any(each[6] and each[1] == choice[1] for each in boards["choices"])
        ):
            return self.click_step_by_step()
        return self.press("#do")

    def choice_for(self, ahead: Sequence[Step], choices: Any) -> Any:
        """The one with the most of these moves; one that pays otherwise is not it."""
        moves = [step.move for step in ahead]
        fitting = [each for each in choices if moves[: len(each[0])] == each[0]]
        whole = [each for each in choices if len(each) > 6 and each[6] and each[0][0] == moves[0]]
        if whole and len(ahead) > 1 and ahead[1].decision in STRETCHES:
            wanted = taken(ahead[1:], ahead[1].decision)
            offered = Counter([parts_of(move)[0] for move in whole[0][0][1:]])
            if wanted is not None and offered <= wanted:  # what is forced is not among what is offered
                return whole[0]
        return max([each for each in fitting if each not in whole], key=lambda each: len(each[0]))

    def in_order(self, choice: Any, boards: Any) -> list[str]:
        """Its parts as somebody clicks them: what is only turned where it does not lie so by itself."""
        turning = [part for part in choice[1] if part.split(":")[0] in boards["traits"]["turning"]]
        first = boards["traits"]["unfolding"]
        fixed = sorted(
            [part for part in choice[1] if part not in turning],
            key=lambda part: part.split(":")[0] not in first,
        )
        if "proposal" not in boards or not fixed:
            return [*fixed, *turning]
        alike = [each for each in boards["choices"] if {*fixed} <= {*each[1]}]
        lies = alike[0] == choice
        return (
            fixed
            if lies
            else [fixed[0], *turning, *fixed[1:]]
            if fixed[0].startswith("tile:")
            else [*fixed, *turning]
        )

    def is_chosen(self, part: str) -> bool:
        return self.page.locator(f"#play .part.chosen[data-part='{part}']").count() > 0

    def click(self, selector: str, part: str) -> None:
        self.page.wait_for_selector(f"#play {selector}", state="attached", timeout=PATIENCE)
        self.clicks += 1
        found: dict[str, float] | None = self.page.evaluate(ANY_POINT, part)
        assert found is not None, f"{part} cannot be hit"
        self.page.mouse.click(found["x"], found["y"])

    def press(self, selector: str) -> None:
        self.clicks += 1
        self.page.locator(selector).first.click(timeout=PATIENCE)


TAKEN: Final = """all => all.map((each) =>
  [each.dataset.part, Number(each.querySelector('.taken')?.textContent.slice(1) ?? 0)])"""
# A point of a part, open or chosen, at which a click hits it and nothing else; in the tray first.
ANY_POINT: Final = """part => {
  const found = [...document.querySelectorAll(`#play [data-part="${part}"]`)];
  const all = found.filter((each) => !each.closest('.after'));
  all.sort((one, other) => Boolean(other.closest('#tray')) - Boolean(one.closest('#tray')));
  for (const each of all) {
    const hit = each.querySelector('.hit') ?? each;
    if (!hit.getClientRects().length) continue;
    hit.scrollIntoView({block: 'center', inline: 'center'});
    const box = hit.getBoundingClientRect();
    for (let n = -1; n < 400; n += 1) {
      const [a, b] = n < 0 ? [.5, .5] : [(n % 20 + .5) / 20, (Math.floor(n / 20) + .5) / 20];
      const [x, y] = [box.left + a * box.width, box.top + b * box.height];
      if (document.elementFromPoint(x, y)?.closest('[data-part]') === each) return {x, y};
    }
  }
  return null;
}"""


def after_buying(ahead: Sequence[Step]) -> list[Step]:
    """The moves up to the end of what a visit costs, without those that repay a help tile."""
    costs = [n for n, step in enumerate(ahead) if step.decision == "cost"]
    if not costs or ahead[0].decision not in ("visit", "toll", "cost"):
        return list(ahead)
    visit, rest = ahead[: costs[-1] + 1], ahead[costs[-1] + 1 :]
    return [*[step for step in visit if step.move != "repay" and step.decision != "repay"], *rest]


def taken(ahead: Sequence[Step], decision: str) -> Counter[str] | None:
    """What the moves of a payment take from which part; None where something else is done in between."""
    found: Counter[str] = Counter()
    for step in ahead:
        if step.decision not in STRETCHES.get(decision, ()):
            break
        if step.move.split()[0] in BESIDES:
            if found and decision in OPTIONAL:
                break  # it comes after what is taken
            return None
        if step.move.split()[0] in MEANS[step.decision]:
            found[parts_of(step.move)[0]] += 1
    return found


# ---- counting ----------------------------------------------------------------------------------------------


def a_game(browser: Browser, url: str, game: str, luck: str, most: int = 1000) -> list[Counted]:
    """The choices of one game by somebody new, each with its clicks."""
    context = browser.new_context(base_url=url, locale="en-GB", viewport=VIEWPORT, reduced_motion="reduce")
    try:
        context.request.put("/api/me", data={"name": "Ada"})
        luck_of(luck)
        found = shelf.game(game)
        seats = [{"who": "me"}, *[{"who": "bot", "level": 1}] * (found.fewest - 1)]
        answer = context.request.post("/api/tables", data={"game": game, "seats": seats})
        assert answer.ok, answer.text()
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        code = answer.json()["table"]["code"]
        page.goto(f"/t/{code}")
        clicker = Clicker(page, code, found)
        clicker.play(most)
        return clicker.counted
    finally:
        context.close()


def main() -> None:
    with TemporaryDirectory() as folder, same_server(Path(folder) / "server") as url, opened() as browser:
        for luck in ("one", "two", "three"):
            counted = a_game(browser, url, GROVE, f"clicks {luck}")
            print(f"Walnut Grove, alone: {sum(each.clicks for each in counted)} clicks", flush=True)
        turns = a_game(browser, url, VALLEY, "clicks", 24)
        by_clicks = Counter([each.clicks for each in turns])
        print(
            "Sunflower Valley, clicks of a turn: "
            + ", ".join(f"{n} ({by_clicks[n]}×)" for n in sorted(by_clicks))
        )


if __name__ == "__main__":
    main()
