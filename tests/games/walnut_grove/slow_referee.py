"""A second, slow way to run a game of Walnut Grove: what is legal, what chance may bring, what it scores.

It knows the rules page, the edition's data file and the notation of moves, and shares no code with the game.
A game is told in the order of the rules: every season is a generator that yields the question it asks
(seat, texts of all answers) and is sent the answer. Nothing is remembered that can be worked out anew.
"""

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any

from tests.games.walnut_grove.referee import town
from tests.games.walnut_grove.referee.farm import (
    COINS,
    GOODS,
    Farm,
    Patch,
    all_sources,
    can_be_paid,
    coins,
    districts,
    held,
    named,
    new_farm,
    offers_for,
    places_to_lay,
    put_on_land,
    room,
    sources,
    take_from_land,
    throwable,
    written,
)
from tests.games.walnut_grove.slow_scorer import RULES, edition, read_options, score

CHANCE = -1
Asked = dict[int, dict[str, int]]  # by seat: the answers and, for chance, their weights
Answer = tuple[int, str]
Steps = Generator[Asked, Answer, None]
Choice = Generator[Asked, Answer, str]

FOOD = {"yellow": "grain", "blue": "fish", "white": "dairy"}


class Illegal(Exception):
    """A move that is not among the legal ones."""


class Referee:
    """A game in progress under a revision of the rules. Seats are counted from 0, chance is -1."""

    def __init__(self, seats: int, options: list[str], rules: int = RULES) -> None:
        self.seats = seats
        self.switches = read_options([word for word in options if not word.startswith("start=")], rules)
        self.first_seat = ([int(word[6:]) for word in options if word.startswith("start=")] or [1])[0] - 1
        self.farms: list[Farm] = []
        self.disc: dict[str, Any] = {}
        self.discs = list(edition()["disc"])
        self.tile_bag = [tile["id"] for tile in edition()["tile"]]
        self.coin_bag = Counter({coin: edition()["coins"][coin] for coin in COINS})
        self.stock: dict[str, list[str]] = {}
        self.arrivals = 0
        self.steps = self.whole_game()
        self.asked: Asked = next(self.steps)

    def to_act(self) -> list[int]:
        return sorted(self.asked)

    def legal(self, seat: int) -> set[str]:
        return set(self.asked.get(seat, {})) if seat != CHANCE else set()

    def odds(self) -> dict[str, int]:
        return dict(self.asked.get(CHANCE, {}))

    def play(self, seat: int, text: str) -> None:
        if text not in self.asked.get(seat, {}):
            raise Illegal(f"seat {seat}: {text!r} is not among {self.asked}")
        try:
            self.asked = self.steps.send((seat, text))
        except StopIteration:
            self.asked = {}

    def scores(self) -> list[int]:
        """Farms are written down under the page's revision, with every switch (WG 11)."""
        words = " ".join(f"{name}={value}" for name, value in self.switches.items())
        return [int(score(written(farm, words))["total"]) for farm in self.farms]

    def places(self) -> list[int]:
        """WG 8.8."""
        goods = [sum(held(farm)[good] for good in GOODS) for farm in self.farms]
        merits = list(zip(self.scores(), goods, strict=True))
        return [1 + sorted(merits, reverse=True).index(merit) for merit in merits]

    # ---- the whole game --------------------------------------------------------------------------------

    def whole_game(self) -> Steps:
        """WG 1, 2.1, 8.1, 8.10."""
        yield from self.set_up()
        for year in range(1, 9):
            if year > 1:
                yield from self.turn_up_a_disc()
            yield from self.draw_tiles()
            yield from self.together(self.spring)
            for farm in self.farms:
                self.tile_bag += farm.drawn
                farm.drawn = []
            yield from self.together(self.summer)
            for seat in self.turn_order():
                yield from self.autumn(seat)
            yield from self.together(self.winter)
            for farm in self.farms:
                farm.labourers += farm.recruits
                farm.recruits = []
        yield from self.together(self.last_decision)

    def together(self, season: Callable[[int], Steps]) -> Steps:
        """All seats at the same time, until the last has finished (WG 2.1, 2.2)."""
        parts = {seat: season(seat) for seat in range(self.seats)}
        asked: Asked = {}
        for part in parts.values():
            asked.update(next(part, {}))
        while asked:
            seat, text = yield dict(asked)
            del asked[seat]
            with suppress(StopIteration):
                asked.update(parts[seat].send((seat, text)))

    def chance(self, what: str, bag: Counter[str]) -> Choice:
        """Draw one name from a bag of names; it is not taken out here."""
        outcomes = {f"{what} {name}": number for name, number in bag.items() if number}
        _, text = yield {CHANCE: outcomes}
        return text.split()[1]

    # ---- set-up ----------------------------------------------------------------------------------------

    def set_up(self) -> Steps:
        """WG 1.1–1.9, in the order of the records."""
        boards = Counter({board["kind"]: board["copies"] for board in edition()["board"]})
        labourers = Counter({colour: edition()["labourers"][colour] for colour in FOOD})
        for _ in range(self.seats):
            kind = yield from self.chance("board", boards)
            boards[kind] -= 1
            self.farms.append(new_farm(kind))
            labourers[self.farms[-1].labourers[0]] -= 1
            self.coin_bag["copper"] -= 2
        yield from self.turn_up_a_disc()
        tiles = {kind: number for kind, number in edition()["building_tiles"].items() if kind != "source"}
        goods = {kind: number for kind, number in edition()["improvements"].items() if kind != "source"}
        yield from self.stock_up("labourer", town.HIRING, labourers)
        yield from self.stock_up("building", town.BUILDING, Counter(tiles))
        yield from self.stock_up("improvement", town.IMPROVING, Counter(goods))
        yield from self.place_figures()

    def turn_up_a_disc(self) -> Steps:
        """All A before any B (WG 1.4)."""
        pile = min(disc["pile"] for disc in self.discs)
        name = yield from self.chance("disc", Counter(d["id"] for d in self.discs if d["pile"] == pile))
        self.disc = next(disc for disc in self.discs if disc["id"] == name)
        self.discs.remove(self.disc)

    def stock_up(self, what: str, houses: tuple[str, ...], bag: Counter[str]) -> Steps:
        for house in houses:
            self.stock[house] = []
            for _ in range(edition()["stock"]["per_building"][self.seats - 1]):
                name = yield from self.chance(what, bag)
                bag[name] -= 1
                self.stock[house].append(name)

    def place_figures(self) -> Steps:
        """WG 1.9: who comes first to a row gets its first space."""
        for n in range(self.seats):
            seat = (self.first_seat + n) % self.seats
            rows = [b for b in town.buildings() if "line" in b]
            free = [b["line"] for b in rows if self.standing_at(f"row {b['line']}") < b["row_spaces"]]
            _, text = yield {seat: {f"start {line}": 1 for line in free}}
            self.stand(seat, f"row {text.split()[1]}")

    # ---- free actions and payments -----------------------------------------------------------------------

    def decide(self, seat: int, answers: set[str], guard: list[str]) -> Choice:
        """Ask, with buying off help as one more answer where it can be paid (WG 2.3, 7.3).

        What is still owed for a building and must stay payable is the guard (WG 5.6). The answer `repay`
        has already been carried out when it is returned; whoever asked asks again.
        """
        farm = self.farms[seat]
        if farm.open_help and self.payable(farm, ["any"] * 3 + guard):
            answers = answers | {"repay"}
        _, text = yield {seat: dict.fromkeys(answers, 1)}
        if text == "repay":
            yield from self.buy_off(seat, guard)
        return text

    def buy_off(self, seat: int, guard: list[str]) -> Steps:
        """Three goods, coins standing in if they may; what is still in hand cannot be given (WG 7.3)."""
        farm = self.farms[seat]
        for left in (2, 1, 0):
            offers = {f"give {source}" for source in all_sources(farm)}
            if self.switches["jokers"] == "any":
                offers |= {f"give {coin}" for coin in coins(farm)}
            later = ["any"] * left + guard
            _, text = yield {seat: {offer: 1 for offer in offers if self.leaves(farm, offer, later)}}
            self.give(farm, text)
        farm.open_help = 0

    def payable(self, farm: Farm, needs: list[str]) -> bool:
        return can_be_paid(held(farm), needs, self.switches["jokers"])

    def leaves(self, farm: Farm, offer: str, needs: list[str]) -> bool:
        """Whether the needs can be paid after an offer such as `give fish from 0,0` or `toll gold`."""
        thing = offer.split()[1]
        purse = held(farm)
        purse["coin" if thing in COINS else thing] -= 1
        return can_be_paid(purse, needs, self.switches["jokers"])

    def give(self, farm: Farm, text: str) -> None:
        """Hand something over: `give`, `toll`, `sell` and `throw` name it alike."""
        words = text.split()
        if words[2:3] == ["from"]:
            take_from_land(farm, words[1], words[3])
            return
        farm.barn.remove(words[1])
        if words[1] in COINS:
            self.coin_bag[words[1]] += 1

    def take_help(self, farm: Farm) -> None:
        """WG 7.1, 7.2."""
        farm.turned_help += farm.open_help
        farm.open_help = 1

    # ---- spring ----------------------------------------------------------------------------------------

    def draw_tiles(self) -> Steps:
        """WG 3.1."""
        for farm in self.farms:
            for _ in range(self.disc["draw"]):
                tile = yield from self.chance("tile", Counter(str(tile) for tile in self.tile_bag))
                self.tile_bag.remove(int(tile))
                farm.drawn.append(int(tile))

    def spring(self, seat: int) -> Steps:
        """WG 3.2–3.7."""
        farm = self.farms[seat]
        laid = 0
        while laid < self.disc["lay"]:
            answers = {
                f"lay {tile} at {column},{row} turn {turns}"
                for tile in farm.drawn
                for column, row in places_to_lay(farm, self.switches["beside"] == "on")
                for turns in range(4)
            }
            text = yield from self.decide(seat, answers, [])
            if text != "repay":
                _, tile, _, where, _, turns = text.split()
                column, row = where.split(",")
                farm.drawn.remove(int(tile))
                farm.tiles.append((int(tile), int(column), int(row), int(turns)))
                laid += 1

    # ---- summer ----------------------------------------------------------------------------------------

    def summer(self, seat: int) -> Steps:
        """Every figure works a district of its own, and harvests before the next is placed (WG 4.2)."""
        farm = self.farms[seat]
        worked: list[list[Patch]] = []
        while len(worked) < 1 + len(farm.labourers):
            free = {f"work {d[0][1]} at {named(d)}": d for d in districts(farm) if d not in worked}
            if not free:
                return
            text = yield from self.decide(seat, set(free), [])
            if text != "repay":
                worked.append(free[text])
                yield from self.harvest(seat, free[text])

    def harvest(self, seat: int, district: list[Patch]) -> Steps:
        """WG 4.3–4.6."""
        farm = self.farms[seat]
        good = district[0][1]
        hand = len(district) + (good == self.disc["summer"])
        while hand := put_on_land(farm, district, hand):  # again after each answer: buying off frees squares
            answers = {"leave", f"keep {good}"} if room(farm) else {"leave"} | throwable(farm)
            text = yield from self.decide(seat, answers, [])
            if text == "leave":
                return
            if text.startswith("keep"):
                farm.barn.append(good)
                hand -= 1
            if text.startswith("throw"):
                self.give(farm, text)

    # ---- autumn: the street ------------------------------------------------------------------------------

    def turn_order(self) -> list[int]:
        """Farthest along first; on one spot, who came first (WG 5.2)."""

        def rank(seat: int) -> tuple[int, int]:
            farm = self.farms[seat]
            return -town.street().index(farm.spot), farm.came

        return sorted(range(self.seats), key=rank)

    def stand(self, seat: int, spot: str) -> None:
        self.arrivals += 1
        self.farms[seat].spot, self.farms[seat].came = spot, self.arrivals

    def standing_at(self, spot: str, but: int = -1) -> int:
        return sum(farm.spot == spot for seat, farm in enumerate(self.farms) if seat != but)

    def strict(self) -> bool:
        """Whether nobody may enter what he cannot use (WG 5.5, R2)."""
        return self.switches["enter_unpayable"] == "off"

    def autumn(self, seat: int) -> Steps:
        """One turn (WG 5.3)."""
        text = "repay"
        while text == "repay":
            open_doors = [b for b in town.buildings() if self.may_enter(seat, b)]
            answers = {"pass"} | {f"visit {building['key']}" for building in open_doors}
            text = yield from self.decide(seat, answers, [])
        if text != "pass":
            yield from self.visit(seat, town.building_named(text.split()[1]))

    def may_enter(self, seat: int, building: dict[str, Any]) -> bool:
        """WG 5.4, 5.5."""
        if self.standing_at(building["key"], but=seat) >= building["places"]:
            return False
        return not self.strict() or self.can_act(self.farms[seat], building)

    def on_offer(self, farm: Farm, house: str) -> set[str]:
        return town.left_to_take(farm, house, self.stock[house], self.switches["huts_free_wagons"] == "on")

    def can_act(self, farm: Farm, building: dict[str, Any]) -> bool:
        if building["key"] in (*town.GIFTS, town.STORE):
            return True
        return bool(self.on_offer(farm, building["key"])) and self.payable(farm, town.cost(building))

    # ---- autumn: in a building ---------------------------------------------------------------------------

    def visit(self, seat: int, building: dict[str, Any]) -> Steps:
        """Tolls, cost, action (WG 5.6)."""
        lines = town.lines_on_the_way(self.farms[seat].spot, building["key"])
        self.stand(seat, building["key"])
        for _ in range(lines):
            yield from self.toll(seat, building)
        if building["key"] in town.GIFTS:
            yield from self.take_goods(seat)
        elif building["key"] == town.STORE:
            yield from self.sell(seat, building["sells"])
        elif self.can_act(self.farms[seat], building):
            yield from self.pay_and_take(seat, building)

    def toll(self, seat: int, building: dict[str, Any]) -> Steps:
        """One coin or help for one line; neither it nor a free action may spoil the cost (WG 5.6)."""
        farm = self.farms[seat]
        guard = town.cost(building) if self.strict() else []
        text = "repay"
        while text == "repay":
            tolls = {f"toll {coin}" for coin in coins(farm)}
            answers = {"toll help"} | {toll for toll in tolls if self.leaves(farm, toll, guard)}
            text = yield from self.decide(seat, answers, guard)
        if text == "toll help":
            self.take_help(farm)
        else:
            self.give(farm, text)

    def pay_and_take(self, seat: int, building: dict[str, Any]) -> Steps:
        farm = self.farms[seat]
        owed = town.cost(building)
        while owed:
            begun = len(owed) < len(town.cost(building))
            guard = owed if self.strict() or begun else []
            offers = offers_for(farm, owed[0], self.switches["jokers"] == "any")
            text = yield from self.decide(
                seat, {offer for offer in offers if self.leaves(farm, offer, owed[1:])}, guard
            )
            if text != "repay":
                self.give(farm, text)
                owed = owed[1:]
            elif not self.payable(farm, owed):
                return
        yield from self.take_one(seat, building["key"])

    def take_one(self, seat: int, house: str) -> Steps:
        """A labourer, a hut or barn, an improvement (WG 5.9–5.11)."""
        farm = self.farms[seat]
        text = "repay"
        while text == "repay":
            text = yield from self.decide(seat, self.on_offer(farm, house), [])
        verb, name = text.split()
        self.stock[house].remove(name)
        if verb == "hire":
            farm.recruits.append(name)
        elif verb == "buy":
            farm.improvements.append(name)
        elif name == "hut":
            farm.huts += 1
        else:
            farm.barns += 1

    def take_goods(self, seat: int) -> Steps:
        """Two goods of one's choice into the barn (WG 5.8)."""
        farm = self.farms[seat]
        taken = 0
        while taken < 2:
            answers = {f"take {good}" for good in GOODS} if room(farm) else {"leave"} | throwable(farm)
            text = yield from self.decide(seat, answers, [])
            if text == "leave":
                return
            if text.startswith("take"):
                farm.barn.append(text.split()[1])
                taken += 1
            if text.startswith("throw"):
                self.give(farm, text)

    def sell(self, seat: int, wanted: list[str]) -> Steps:
        """WG 5.12, 5.13."""
        farm = self.farms[seat]
        sold: list[str] = []
        text = ""
        while text != "done":
            left = [good for good in wanted if good not in sold]
            answers = {"done"} | {f"sell {source}" for good in left for source in sources(farm, good)}
            text = yield from self.decide(seat, answers, [])
            if text.startswith("sell"):
                self.give(farm, text)
                sold.append(text.split()[1])
        drawn: list[str] = []
        for _ in range(len(sold) + (self.disc["autumn"] in sold)):
            if self.coin_bag.total():
                coin = yield from self.chance("coin", self.coin_bag)
                self.coin_bag[coin] -= 1
                drawn.append(coin)
        yield from self.put_coins_away(seat, drawn)

    def put_coins_away(self, seat: int, drawn: list[str]) -> Steps:
        """Into the barn by themselves if all fit, else the owner chooses (WG 5.12, R32)."""
        farm = self.farms[seat]
        while len(drawn) > room(farm):
            answers = {f"keep {coin}" for coin in drawn} if room(farm) else {"leave"}
            text = yield from self.decide(seat, answers | throwable(farm), [])
            if text == "leave":
                self.coin_bag.update(drawn)
                return
            if text.startswith("keep"):
                drawn.remove(text.split()[1])
                farm.barn.append(text.split()[1])
            if text.startswith("throw"):
                self.give(farm, text)
        farm.barn += drawn

    # ---- winter and the end ------------------------------------------------------------------------------

    def winter(self, seat: int) -> Steps:
        """Food, then fire (WG 6)."""
        farm = self.farms[seat]
        food = [
            FOOD[colour] for colour in farm.labourers for _ in range(1 + (colour == self.disc["doubled"]))
        ]
        in_wagons = max(0, len(farm.labourers) - farm.huts)
        yield from self.serve(seat, food)
        yield from self.serve(seat, ["wood"] * (self.disc["fires"] + in_wagons))

    def serve(self, seat: int, owed: list[str]) -> Steps:
        """Each good owed: the good, a coin, or help if there is none of it (WG 6.4)."""
        farm = self.farms[seat]
        while owed:
            answers: set[str] = set()
            for good in owed:
                if self.switches["jokers"] == "any":
                    answers |= offers_for(farm, good, True)
                else:
                    answers |= {f"give {source}" for source in sources(farm, good)}
                if not sources(farm, good):
                    answers.add(f"help for {good}")
            text = yield from self.decide(seat, answers, [])
            if text == "repay":
                continue
            words = text.split()
            owed.remove(words[3] if words[2:3] == ["for"] else words[2] if words[0] == "help" else words[1])
            if words[0] == "help":
                self.take_help(farm)
            else:
                self.give(farm, text)

    def last_decision(self, seat: int) -> Steps:
        """Free actions only (WG 8.10); what a store pulls into the barn is left to the scorer."""
        farm = self.farms[seat]
        text = ""
        while text != "done":
            answers = {"done"} | throwable(farm)
            if room(farm):
                answers |= {f"move {source}" for source in all_sources(farm) if " from " in source}
            text = yield from self.decide(seat, answers, [])
            if text.startswith("throw"):
                self.give(farm, text)
            if text.startswith("move"):
                self.give(farm, text)
                farm.barn.append(text.split()[1])
