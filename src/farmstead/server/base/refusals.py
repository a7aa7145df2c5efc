"""What a table refuses, apart from what the rules forbid.

A refusal has a key, what was tried and what would do, as the engine's have; its rule is `table`. The keys and
their arguments, in which seats count from 1; `render/words/LANGUAGE/table.toml` has the words for them:

of a table

    closed (why)             not_started                     already_started
    over                     no_such_seat (seats)            seat_taken
    seat_empty               seated_already (other)          who_sits
    empty_seats (seats)      not_to_decide (waiting)         decision_made (decision, now)
    bot_plays                person_plays                    decision_ahead (decision, now)
    not_standing (to)        ask_pending (ask)               no_ask (ask)
    not_asked                answered                        not_taken_over
    undo_often               running                         news_ahead (now)
    not_over                 others_sit                      conflict
    aside (why)              too_long                        not_together (decision)

    daily_closed (day)       daily_same (day)

of fair chance

    no_fair                  adds_nothing                    opening_begun
    pledge_used              nothing_pledged                 pledges_missing (seats)
    opened_already           wrong_opening                   openings_missing (seats)
    nothing_to_cancel        cancel_early (seconds)          pledges_changed
    maker_missing            too_many_starts

of those who come

    not_yours (seat)         not_handed_over (seat)          not_owner
    not_invited (sent)       reserved                        spectators_off
    program_plays
    chat_off                 chat_bad                        name_bad (why)
    chat_off_here            name_reserved                   nobody_to_free (seat)
    others_play              nobody_to_report (seat)
    no_player                hints_off                       too_many (seconds)

of accounts

    name_taken               has_account                     no_account
    sign_in_wrong            passphrase_wrong                passphrase_bad (why)
    guest_has_games (name)   busy (seconds)

of whoever runs the server

    blocked                  members_only                    invitation_needed
    operator_wrong           operator_unknown                operator_heard

of what they ask for

    no_table                 nothing_there                   no_such_game
    no_such_neighbour (neighbour)   neighbour_twice (name)
    no_such_level (levels)   bad_edition (why)               bad_message (why)
    bot_tables (most)        other_methods
    device_without_person    nobody_sits                     too_large (most)
    not_json                 not_storable                    hosts
    cross_site               bad_setup (part, fewest, most, option, why)

of branches

    undo_branch              luck_not_chosen                 luck_not_due (event)
    luck_impossible (event)  branch_ply (most, last)         other_game

of learning

    no_guide                 no_lesson                       not_a_choice
    no_puzzle

of webhooks

    webhooks_off             no_webhook                      webhook_bad (why)

of studies

    no_study                 bad_record (line, why)          no_record
    records_full
    record_game (game, games)  record_edition (edition)
    films_busy (seconds)     film_not_made                   films_waiting (most, seconds)

of reviews

    no_review                nothing_to_review               reviews_waiting (most)
    reviews_full (most)

of scoring

    edition_away             edition_game (title, wanted)

of a device that plays without a server

    device_full              device_away                     device_alone
    challenge_wrong

of the server itself

    store_full               store_away (seconds)            fault
    store_damaged            overloaded (seconds)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from farmstead.engine.contract import Arg, FarmsteadError, Refusal


class Refused(FarmsteadError):
    """The table cannot do this now; `refusal` says why and what would do."""

    def __init__(
        self, key: str, tried: str, args: Mapping[str, Arg] | None = None, instead: Sequence[str] = ()
    ) -> None:
        self.refusal = Refusal("table", key, tried, args, instead)
        super().__init__(f"{tried}: {self.refusal}")


class Forgotten(FarmsteadError):
    """The table remembers only the news after `oldest`; a table folded with `keep=None` tells all of them."""

    def __init__(self, oldest: int) -> None:
        super().__init__(f"only what came after entry {oldest} is remembered")
        self.oldest = oldest
