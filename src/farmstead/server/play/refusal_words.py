"""Why something was not done: the status of the answer, a key for programs, a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from farmstead import shelf
from farmstead.engine.contract import Arg, IllegalMove, Refusal
from farmstead.render.shared import quoted
from farmstead.render.words import LANGUAGE, TABLE, game_of, words_for
from farmstead.server.base.refusals import Refused
from farmstead.server.play.sentences import known_language

MAX_INSTEAD: Final = 20  # moves that would do, of those that are told
MAX_ARGUMENT: Final = 300  # letters of what was tried, and of an argument
FORBIDDEN_BY_RULES: Final = 422
USUAL_STATUS: Final = 409  # what cannot be done as things stand now
STATUS_BY_KEY: Final[Mapping[str, int]] = {
    **dict.fromkeys(["bad_message", "hosts"], 400),
    **dict.fromkeys(["no_player", "operator_unknown"], 401),
    **dict.fromkeys(
        [
            "not_yours",
            "not_handed_over",
            "not_owner",
            "others_sit",
            "not_invited",
            "reserved",
            "program_plays",
            "others_play",
            "blocked",
            "members_only",
            "invitation_needed",
            "operator_wrong",
            "operator_heard",
            "chat_off_here",
        ],
        403,
    ),
    **dict.fromkeys(["spectators_off", "chat_off", "hints_off", "cross_site", "daily_closed"], 403),
    **dict.fromkeys(["no_table", "nothing_there", "no_such_seat"], 404),
    **dict.fromkeys(["no_guide", "no_lesson", "no_puzzle"], 404),
    "not_a_choice": 422,
    "webhooks_off": 403,
    "no_webhook": 404,
    "webhook_bad": 422,
    "no_study": 404,
    **dict.fromkeys(["bad_record", "no_record", "record_game", "record_edition"], 422),
    "no_review": 404,
    "nothing_to_review": 422,
    "reviews_waiting": 429,
    "reviews_full": 503,
    "other_methods": 405,
    "too_large": 413,
    "not_json": 415,
    **dict.fromkeys(
        [
            "name_bad",
            "name_reserved",
            "nobody_to_report",
            "chat_bad",
            "no_such_game",
            "no_such_level",
            "no_such_neighbour",
            "neighbour_twice",
            "bad_setup",
        ],
        422,
    ),
    **dict.fromkeys(["bad_edition", "device_without_person", "who_sits", "not_storable"], 422),
    **dict.fromkeys(["wrong_opening", "adds_nothing"], 422),
    "edition_game": 422,
    "too_many": 429,
    **dict.fromkeys(["sign_in_wrong", "passphrase_wrong"], 403),
    "passphrase_bad": 422,
    "busy": 503,
    "films_busy": 503,
    "films_waiting": 429,
    "overloaded": 503,
    "film_not_made": 403,
    "fault": 500,
    "store_away": 503,
    "store_damaged": 500,
    "store_full": 507,
    "device_full": 507,
    "device_away": 507,
    "device_alone": 422,
    "challenge_wrong": 422,
}


class Problem(Struct, frozen=True):
    """Why something was not done: for programs by key, for people as a sentence."""

    key: str
    rule: str  # the paragraph, such as `WG 5.6`, or `undo` or `table`
    tried: str
    sentence: str
    instead: tuple[str, ...]  # what would do, or some of it
    args: dict[str, Arg]  # its numbers; seats in it count from 0


def problem_told(
    error: IllegalMove | Refused,
    game: str | None = None,
    language: str = LANGUAGE,
    options: Sequence[str] = (),
) -> tuple[int, Problem]:
    """The status of the answer to what the rules forbid or a table refuses, and what it says.

    `game` and `options` are those of the table, where they are known.
    """
    refusal = _shortened(error.refusal)
    if isinstance(error, Refused):
        return STATUS_BY_KEY.get(refusal.key, USUAL_STATUS), _problem(
            refusal, _said_by_table(refusal, language)
        )
    words = words_for(game if game in shelf.names() else game_of(refusal.rule), known_language(language))
    sentence = words.say_refusal(refusal, options)
    if refusal.key == "unknown_verb":
        refusal.instead = words.player_verbs(refusal.instead)
    return FORBIDDEN_BY_RULES, _problem(refusal, sentence)


def _problem(refusal: Refusal, sentence: str) -> Problem:
    instead = tuple(refusal.instead[:MAX_INSTEAD])
    return Problem(refusal.key, refusal.rule, refusal.tried, _answerable(sentence), instead, refusal.args)


def _said_by_table(refusal: Refusal, language: str) -> str:
    """Whole sentences that say what would do; moves in place of what was tried are for programs."""
    words = words_for(TABLE, known_language(language))
    return words.say_refusal(Refusal(refusal.rule, refusal.key, refusal.tried, refusal.args))


def _shortened(refusal: Refusal) -> Refusal:
    """Without the whole of what somebody sent, should it be long."""
    args = {name: _short(value) if isinstance(value, str) else value for name, value in refusal.args.items()}
    return Refusal(refusal.rule, refusal.key, _short(refusal.tried), args, refusal.instead)


def _short(text: str) -> str:
    return _answerable(quoted(text, MAX_ARGUMENT))


def _answerable(text: str) -> str:
    """Without halves of letters, which no answer can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
