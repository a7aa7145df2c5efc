"""The General Store (WG 5.12, 5.13): goods are sold, coins are drawn, their owner finds room for them."""

from __future__ import annotations

from farmstead.engine.contract import Action, Dealer, Event, Seat
from farmstead.games.walnut_grove.rules import actions, names
from farmstead.games.walnut_grove.rules.autumn import settle
from farmstead.games.walnut_grove.rules.farm import Farm
from farmstead.games.walnut_grove.rules.position import Position
from farmstead.games.walnut_grove.rules.summer import offer_throws


def offer_sales(pos: Position, farm: Farm, out: list[Action]) -> None:
    """WG 5.12: up to one of each good the store shows; coins cannot stand in."""
    land = farm.land
    for good in pos.edition.buildings[int(farm.visiting)].sells:
        if farm.goods[good] == 0 or (farm.sold >> good) & 1:
            continue
        if farm.barn[good] > 0:
            out.append(actions.SALES[good])
        for district in land.live:
            if farm.stored[district] > 0 and land.terrain[district] == good:
                out.append(actions.on_land(good, land.anchor[district]).sell)
    out.append(actions.DONE)


def sell(pos: Position, seat: Seat, move: actions.Sell, log: list[Event] | None) -> None:
    """WG 5.12: a coin for each good, one more for the disc's autumn good."""
    farm = pos.farms[seat]
    if move.cell == actions.IN_BARN:
        farm.take(move.good)
    else:
        farm.take_from(move.good, move.cell)
    farm.sold |= 1 << move.good
    farm.coins_due += 2 if pos.disc.autumn == move.good else 1
    if log is not None:
        log.append(Event("sold", seat, {"good": names.GOODS[move.good]}))


def close_sale(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    """WG 5.12, 5.13: the goods are handed over, now all coins are drawn together, as many as there are."""
    farm = pos.farms[seat]
    farm.sold = 0
    farm.agenda[-1] = names.DECIDE_COINS
    in_bag = sum(pos.coin_bag)
    if farm.coins_due > in_bag:
        if log is not None:
            log.append(Event("bag_empty", seat, {"missing": int(farm.coins_due - in_bag)}))
        farm.coins_due = in_bag
    if farm.coins_due > 0:
        pos.await_chance(names.CHANCE_COIN)
    else:
        settle_coins(pos, seat, log)


def chance_name(pos: Position) -> str:
    seat = pos.order[pos.turn]
    return f"year {pos.year} autumn seat {seat + 1} coin {sum(pos.farms[seat].coins_drawn) + 1}"


def odds(pos: Position) -> list[tuple[Action, int]]:
    return [(actions.COINS_DRAWN[coin], pos.coin_bag[coin]) for coin in range(3) if pos.coin_bag[coin] > 0]


def deal(pos: Position, dealer: Dealer) -> Action:
    bag = pos.coin_bag
    ticket = dealer.below(bag[0] + bag[1] + bag[2])
    if ticket < bag[0]:
        return actions.COINS_DRAWN[0]
    return actions.COINS_DRAWN[1] if ticket < bag[0] + bag[1] else actions.COINS_DRAWN[2]


def draw(pos: Position, move: actions.CoinDrawn, log: list[Event] | None) -> None:
    """WG 5.12: only the owner looks at a coin that is drawn."""
    seat = pos.order[pos.turn]
    farm = pos.farms[seat]
    pos.coin_bag[move.what - names.COPPER] -= 1
    farm.coins_drawn[move.what - names.COPPER] += 1
    farm.coins_due -= 1
    if log is not None:
        log.append(Event("coin_drawn", seat))
        log.append(Event("coin_seen", seat, {"coin": names.ITEMS[move.what]}, seat))
    if farm.coins_due == 0:
        pos.chance = names.NO_CHANCE
        pos.acting = [seat]
        settle_coins(pos, seat, log)


def settle_coins(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    """WG 5.12: coins for which there is room go into the barn; where room is short, the owner chooses."""
    farm = pos.farms[seat]
    drawn = sum(farm.coins_drawn)
    if drawn > farm.room:
        return
    for coin in range(3):
        while farm.coins_drawn[coin] > 0:
            farm.coins_drawn[coin] -= 1
            farm.put(names.COPPER + coin)
    if log is not None and drawn > 0:
        log.append(Event("coins_kept", seat, {"count": drawn}))
    farm.agenda.pop()
    settle(pos, seat, log)


def offer_coins(farm: Farm, out: list[Action]) -> None:
    """WG 5.12: keep what there is room for; throw away for more room (4.6); the rest goes."""
    if farm.room > 0:
        for coin in range(3):
            if farm.coins_drawn[coin] > 0:
                out.append(actions.KEEPS[names.COPPER + coin])
    offer_throws(farm, out)
    if farm.room == 0:
        out.append(actions.LEAVE)


def keep_coin(pos: Position, seat: Seat, move: actions.Keep, log: list[Event] | None) -> None:
    farm = pos.farms[seat]
    farm.coins_drawn[move.what - names.COPPER] -= 1
    farm.put(move.what)
    if log is not None:
        log.append(Event("kept", seat, {"item": "coin"}))
    settle_coins(pos, seat, log)


def leave_coins(pos: Position, seat: Seat, log: list[Event] | None) -> None:
    """WG 5.12: the others go back to the bag."""
    farm = pos.farms[seat]
    if log is not None:
        log.append(Event("lost", seat, {"item": "coin", "count": sum(farm.coins_drawn)}))
    for coin in range(3):
        pos.coin_bag[coin] += farm.coins_drawn[coin]
        farm.coins_drawn[coin] = 0
    farm.agenda.pop()
    settle(pos, seat, log)
