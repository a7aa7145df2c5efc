"""Everything the rules can say has words, and the words ask only for what the rules give."""

import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import pytest

import farmstead.engine
from farmstead import shelf
from farmstead.engine.contract import CHANCE, Event, IllegalMove, Refusal
from farmstead.engine.dealer import QuickDealer
from farmstead.engine.record import BadRecord
from farmstead.engine.table import Table
from farmstead.render.words import LANGUAGE, languages, say_bad_record, seat_name, vocabulary, words_for
from farmstead.rulebooks import rulebook
from tests.golden_games import records_of, some_of_all
from tests.laws import Subject, random_move
from tests.render.saying import CHANGING, SOURCES, fields, said, templates

GAMES = shelf.names()
WALNUT = words_for("walnut-grove")
VALLEY = words_for("sunflower-valley")


# ---- what the sources say ------------------------------------------------------------------------------


def package_of(game: str) -> str:
    return f"{shelf.row(game).package}.rules".removeprefix("farmstead.")


# What the command that checks a record finds wrong with it is said in the same words.
ENGINE = [*said("engine"), *[each for each in said("cli") if each[0] == "BadRecord"]]
SAID = {game: [*ENGINE, *said(package_of(game))] for game in GAMES}
EVERY = [(game, *what) for game in GAMES for what in SAID[game]]


def keys_of(kind: str, game: str) -> set[str]:
    return {key for made, key, _ in SAID[game] if made == kind}


def own(table: str, game: str) -> set[str]:
    """The keys of a game's own file, without the common ones."""
    return set(vocabulary(game).get(table, {})) - set(vocabulary().get(table, {}))


def test_the_scan_finds_what_is_there() -> None:
    walnut = "walnut-grove"
    assert {"harvested", "burnt", "eaten", "game_over"} <= keys_of("Event", walnut)
    assert {"unknown_verb", "undo_chance", "no_such_tile", "cost_not_covered"} <= keys_of("Refusal", walnut)
    assert {"truncated", "checksum", "illegal"} <= keys_of("BadRecord", walnut)
    assert ("Refusal", "cost_not_covered", {"building", "cost", "missing"}) in [
        (kind, key, args - {"places"}) for kind, key, args in SAID[walnut]
    ]


def test_the_scan_keeps_the_games_apart() -> None:
    valley = "sunflower-valley"
    assert {"drew_instead", "villagers_came", "served", "group"} <= keys_of("Event", valley)
    assert {"unknown_verb", "undo_chance", "colour_full", "other_colour"} <= keys_of("Refusal", valley)
    assert not {"harvested", "cost_not_covered"} & (keys_of("Event", valley) | keys_of("Refusal", valley))
    assert "drew" not in vocabulary("walnut-grove")["event"]
    assert "harvested" not in vocabulary(valley)["event"]


# ---- words for all of it -------------------------------------------------------------------------------

TABLES = {"Event": "event", "Refusal": "refusal", "BadRecord": "record"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", TABLES)
def test_every_key_has_words_and_no_words_are_idle(kind: str, game: str) -> None:
    assert set(vocabulary(game)[TABLES[kind]]) == keys_of(kind, game)


def test_what_is_common_is_said_by_the_engine_or_by_all_games() -> None:
    for kind, table in TABLES.items():
        engine = {key for made, key, _ in ENGINE if made == kind}
        by_all = set.intersection(*[keys_of(kind, game) for game in GAMES])
        assert set(vocabulary().get(table, {})) <= engine | by_all
        assert not [game for game in GAMES if own(table, game) & engine]


@pytest.mark.parametrize(
    ("game", "kind", "key", "given"), EVERY, ids=[f"{game} {kind} {key}" for game, kind, key, _ in EVERY]
)
def test_every_field_is_provided(game: str, kind: str, key: str, given: set[str]) -> None:
    extra = {"who"} if kind == "Event" else {"options", "tried"}
    for template, asked in templates(vocabulary(game)[TABLES[kind]][key]):
        assert (set(fields(template)) | asked) <= given | extra, template


@pytest.mark.parametrize("game", GAMES)
def test_every_table_a_field_names_exists(game: str) -> None:
    for table in ("event", "refusal", "record", "move", "refusing"):
        for key, entry in vocabulary(game)[table].items():
            for template, _ in templates(entry):
                specs = set(fields(template).values()) - set(CHANGING)
                assert specs <= set(vocabulary(game)), f"{table} {key}: {template}"


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_has_another(game: str) -> None:
    def tables(entry: Any) -> Iterator[Mapping[str, Any]]:
        if not isinstance(entry, str):
            yield entry
            for part in entry.values():
                yield from tables(part)

    tables_said = [vocabulary(game)[name] for name in (*TABLES.values(), "move")]
    found = [part for said in tables_said for entry in said.values() for part in tables(entry)]
    assert found and all("other" in part and "by" in part for part in found)


@pytest.mark.parametrize("game", GAMES)
def test_decisions_and_verbs_all_have_words(game: str) -> None:
    words, names = vocabulary(game), import_module(f"farmstead.{package_of(game)}.names")
    assert set(words["decision"]) == set(names.DECISIONS)
    assert set(words["verb"]) == forms_of(game) - chance_verbs(game)


def chance_verbs(game: str) -> set[str]:
    """The words that outcomes of chance begin with, in the pinned games."""
    lines = [line for path in records_of(game) for line in path.read_text(encoding="utf-8").splitlines()]
    return {line.split()[1] for line in lines if line.startswith("* ")}


def test_seasons_all_have_words() -> None:
    from farmstead.games.walnut_grove.rules.names import SEASONS

    assert set(vocabulary("walnut-grove")["season"]) == set(SEASONS)


def test_all_that_is_drawn_in_a_valley_has_words() -> None:
    from farmstead.games.sunflower_valley.rules.names import COLOURS, FACES, LETTERS, TOKENS

    words = vocabulary("sunflower-valley")
    assert set(words["way"]) == {token for token in TOKENS if token[0] in "LC"}
    assert set(words["piece"]) == {*FACES, "track"}  # straight or curved, once its way is drawn
    assert set(words["letters"]) == set(LETTERS)
    assert set(words["emblem"]) == set(COLOURS)


def forms_of(game: str) -> set[str]:
    """The words that moves begin with."""
    actions = import_module(f"farmstead.{package_of(game)}.actions")
    return set(actions.FORMS)


@pytest.mark.parametrize("game", GAMES)
def test_moves_begin_as_the_game_reads_them(game: str) -> None:
    assert {form.split()[0] for form in vocabulary(game)["move"]} == forms_of(game)


@pytest.mark.parametrize("way", sorted(vocabulary("sunflower-valley")["way"]))
def test_a_way_is_told_by_its_sides(way: str) -> None:
    words = vocabulary("sunflower-valley")
    sort = {"L": "a straight", "C": "a curve"}[way[0]]
    assert words["way"][way] == f"{sort} from {words['side'][way[1]]} to {words['side'][way[2]]}"


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_the_score_has_words(game: str) -> None:
    played = shelf.game(game)
    lines = played.start(played.setup(played.fewest)).score_lines(0)
    assert set(vocabulary(game)["line"]) == set(lines)


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_has_a_title(game: str) -> None:
    book = rulebook(game)
    numbers = {paragraph.number for paragraph in book.paragraphs}
    rulings = {number for number in numbers if number[0].isalpha()}
    sections = {section.number for section in book.sections}
    titles = set(vocabulary(game)["rules"])
    assert (numbers | sections) - rulings <= titles <= numbers | sections


def test_titles_as_they_sound() -> None:
    assert WALNUT.rule_title("WG 5.6") == "WG 5.6, tolls and cost"
    assert VALLEY.rule_title("SV 5.6") == "SV 5.6, high-speed valley"
    assert VALLEY.rule_title("S14") == "S14, how many villagers"
    assert VALLEY.rule_title("undo") == "undo"


@pytest.mark.parametrize("game", GAMES)
def test_paragraphs_are_cited_by_the_games_own_prefix(game: str) -> None:
    """Every paragraph in the sources is one of this game's rulebook."""
    book = rulebook(game)
    for file in sorted((SOURCES / package_of(game).replace(".", "/")).glob("*.py")):
        for cited in re.findall(r"\b[A-Z]{2} \d+\.\d+", file.read_text(encoding="utf-8")):
            assert cited.startswith(f"{shelf.row(game).prefix} ") and book.paragraph(cited), file


# ---- as it sounds --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event("harvested", 0, {"good": "grain", "count": 3, "at": "0,1"}), "You harvested 3 grain at 0,1."),
        (Event("visited", 1, {"building": "svensons", "tolls": 0}), "Ada walked to Svenson’s."),
        (
            Event("visited", 1, {"building": "lodge", "tolls": 1}),
            "Ada walked to the Lodge, across a toll line.",
        ),
        (Event("enclosed", 0, {"areas": 2}), "You enclosed 2 areas at once."),
        (Event("stocked", CHANCE, {"building": "lodge", "piece": "blue"}), "The Lodge got a blue labourer."),
        (Event("eaten", 0, {"item": "coin", "good": "fish"}), "You gave a coin for fish to eat."),
        (Event("lost", 0, {"item": "wood", "count": 2}), "You lost 2 wood: no room."),
        (Event("coin_gone", 0, {"coin": "gold"}, 0), "It was a gold coin."),
        (
            Event("laid", 0, {"tile": 1, "at": "0,1", "turn": 1}),
            "You laid tile 1 at 0,1, turned once clockwise.",
        ),
        (Event("figure_placed", 0, {"row": "church"}), "You put the town pawn on the Church row."),
    ],
    ids=lambda value: value if isinstance(value, str) else value.key,
)
def test_events_as_they_sound(event: Event, sentence: str) -> None:
    assert WALNUT.say_event(event, ["You", "Ada"]) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event("sheet_dealt", CHANCE, {"sheet": "C"}), "Everyone plays on sheet C."),
        (
            Event("rolled", 1, {"round": 7, "dice": "HHSFUL"}),
            "Ada rolled the dice of round 7: house, house, sheep, sunflower, super sunflower, straight.",
        ),
        (Event("took", 0, {"die": "super-sunflower"}), "You took the super sunflower die."),
        (
            Event("drew_way", 0, {"symbol": "curve", "at": "b2", "colour": "pink", "way": "C24"}),
            "You drew a curve from north-west to south-west in b2 (pink).",
        ),
        (
            Event("drew_instead", 0, {"die": "sunflower", "at": "d5", "colour": "yellow"}),
            "You had no free hex in a colour that’s left, and drew the sunflower in d5 (yellow).",
        ),
        (
            Event("drew_instead", 0, {"die": "super-sunflower", "at": "d5", "colour": "yellow"}),
            "You had no free hex in a colour that’s left, and drew a sunflower in d5 (yellow)"
            " instead of a super sunflower.",
        ),
        (Event("majority", 0, {"colour": "pink", "count": 1, "points": 3}), "Most sunflowers in pink: 1."),
        (Event("villagers_came", 1, {"count": 1, "villagers": 5}), "Ada got a villager: 5 now."),
        (
            Event(
                "group", 0, {"villages": "b2+b3,d3", "lines": "b2>c2>d3,b3>c4>d3", "count": 2, "points": 4}
            ),
            "2 villages that stay joined whichever line is cut (b2+b3, d3), by b2>c2>d3, b3>c4>d3. 4 points.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else value.key,
)
def test_events_of_a_valley_as_they_sound(event: Event, sentence: str) -> None:
    assert VALLEY.say_event(event, ["You", "Ada"]) == sentence


def test_chance_and_the_seats_have_names() -> None:
    assert [seat_name(seat, ["You"]) for seat in (CHANCE, 0, 1)] == ["Chance", "You", "Seat 2"]


def test_seats_without_names_are_counted_from_one() -> None:
    assert WALNUT.say_event(Event("passed", 0)) == "Seat 1 passed."
    assert WALNUT.say_event(Event("passed", 1), ["Ada", ""]) == "Seat 2 passed."


@pytest.mark.parametrize("name", ["lodge", "ada", "ßeta", "{who}", "{0}", "a\u202eb", "x" * 200])
def test_people_are_called_as_they_write_it(name: str) -> None:
    """Also where something else has that name, and where a sentence begins with it."""
    assert WALNUT.say_event(Event("passed", 0), [name]) == f"{name} passed."
    stocked = Event("stocked", CHANCE, {"building": "lodge", "piece": "blue"})
    assert WALNUT.say_event(stocked, [name]) == "The Lodge got a blue labourer."


@pytest.mark.parametrize(
    ("numbers", "words"), [("2", "seat 2"), ("1,3", "seats 1 and 3"), ("1,2,4", "seats 1, 2 and 4")]
)
def test_seats_in_a_sentence(numbers: str, words: str) -> None:
    assert words_for().fill("{them:seats}", {"them": numbers}) == words


def test_a_clause_has_no_full_stop() -> None:
    assert words_for().fill("({why:clause})", {"why": "It is torn.\x1b."}) == "(It is torn.?)"


def test_the_languages_are_the_folders() -> None:
    assert languages() == {path.name for path in (SOURCES / "render" / "words").iterdir()}
    assert LANGUAGE in languages()


def test_an_event_without_words_is_still_told() -> None:
    assert WALNUT.say_event(Event("sneezed", 0, {"times": 3})) == "1 sneezed times=3"


def test_a_refusal_says_what_why_and_what_would_do() -> None:
    args: dict[str, str | int] = {"building": "lodge", "cost": "2_grain,1_wood", "missing": 1}
    refusal = Refusal("WG 5.5", "cost_not_covered", "visit lodge", args, ["visit church", "pass"])
    assert WALNUT.say_refusal(refusal) == (
        "The Lodge costs 2 grain and 1 wood, and you’re one good or coin short (WG 5.5)."
        " You can play: visit church, pass."
    )


def test_a_refusal_of_a_valley() -> None:
    args: dict[str, str | int] = {"hex": "b2", "colour": "pink", "wanted": "blue"}
    refusal = Refusal("SV 3.2", "other_colour", "draw b2", args, ["draw b3"])
    assert VALLEY.say_refusal(refusal) == (
        "Hex b2 is pink, and your die is on blue. Choose a hex in blue (SV 3.2). You can play: draw b3."
    )


def test_long_lists_are_cut() -> None:
    moves = [f"lay 1 at 0,1 turn {n}" for n in range(12)]
    sentence = WALNUT.say_refusal(
        Refusal("WG 3.3", "touches_nothing", "lay 1 at 9,9 turn 0", {"at": "9,9"}, moves)
    )
    assert sentence.count("lay 1 at 0,1") == 8
    assert sentence.endswith("turn 7 and others.")


@pytest.mark.parametrize(
    ("options", "words"), [(["german"], "three goods or coins"), (["french"], "three goods,")]
)
def test_a_refusal_reads_as_the_switches_do(options: list[str], words: str) -> None:
    assert words in WALNUT.say_refusal(
        Refusal("WG 7.3", "too_little_to_repay", "repay", {"have": 2}), options
    )


def test_what_is_typed_cannot_paint_the_terminal() -> None:
    sentence = WALNUT.say_refusal(Refusal("WG 11", "unknown_verb", "\x1b[31m{boo}", {}, ["lay"]))
    assert sentence == "No move begins like `?[31m{boo}` (WG 11). Moves begin with: lay."


def test_a_form_is_shown() -> None:
    table = Table(shelf.game("walnut-grove"), shelf.game("walnut-grove").setup(2))
    with pytest.raises(IllegalMove) as caught:
        table.play(0, "lay down")
    assert WALNUT.say_refusal(caught.value.refusal).endswith(
        "It’s written like this: lay TILE at COLUMN,ROW turn 0-3."
    )


def test_a_bad_record_is_told_with_its_refusal() -> None:
    cause = IllegalMove(Refusal("WG 8.1", "game_over", "pass"))
    assert say_bad_record(BadRecord(9, "illegal", "pass", cause)) == ("`pass`: The game is over (WG 8.1).")
    cause = IllegalMove(Refusal("SV 3.3", "passing", "pass"))
    assert say_bad_record(BadRecord(9, "illegal", "pass", cause)) == (
        "`pass`: You can’t pass. Take a die (SV 3.3)."
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("lay 17 at 2,1 turn 1", "Lay tile 17 at column 2, row 1, turned once clockwise"),
        ("work grain at 0,1", "Work the grain district at 0,1"),
        ("toll help", "Take a help tile instead of paying the toll"),
        ("give copper for grain", "Give a copper coin in place of grain"),
        ("give copper", "Give a copper coin in place of a good"),
        ("give grain from -1,2", "Give grain from the district at -1,2"),
        ("buy horses", "Buy horses"),
        ("visit general-store", "Walk to the General Store"),
        ("improvement tent", "A tent is put on the building"),
        ("whistle", "whistle"),
    ],
)
def test_moves_as_they_sound(text: str, sentence: str) -> None:
    assert WALNUT.describe_move(text) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("take super-sunflower", "Take the super sunflower die"),
        ("reserve orange", "Put it on the orange triangle"),
        ("draw b2", "Draw in b2"),
        ("way L03", "Draw a straight from east to west"),
        ("town T3", "Town T3 is dealt"),
        ("roll HSFULC", "The dice show house, sheep, sunflower, super sunflower, straight, curve"),
        ("lay 17 at 2,1 turn 1", "lay 17 at 2,1 turn 1"),
    ],
)
def test_moves_of_a_valley_as_they_sound(text: str, sentence: str) -> None:
    assert VALLEY.describe_move(text) == sentence


@pytest.mark.parametrize("subject", some_of_all(), ids=str)
def test_every_move_of_a_game_is_described(subject: Subject) -> None:
    table, words, dealer = subject.table(), words_for(subject.game.name), QuickDealer(5)
    while table.state.to_act():
        seat, move = random_move(table.state, dealer)
        sentence = words.describe_move(str(move))
        events = table.play(seat, str(move))
        assert sentence != str(move) and sentence[0].isupper()
        assert not [event for event in events if words.say_event(event) == str(event)]
    lines = [line for seat in range(subject.seats) for line in table.state.reasons(seat).values()]
    reasons = [event for line in lines for event in line]
    assert not [event for event in reasons if words.say_event(event) == str(event)]


def test_the_sources_are_where_the_package_is() -> None:
    """Otherwise the scan above would read other files than those that run."""
    assert (SOURCES / "engine" / "contract.py").exists()
    assert farmstead.engine.__doc__


@pytest.mark.parametrize(
    ("text", "decision", "sentence"),
    [
        ("leave", "surplus", "Give up the rest of the harvest"),
        ("leave", "goods", "Take no more"),
        ("leave", "coins", "Let the rest go back to the bag"),
        ("done", "last", "End the game and score"),
        ("done", "sale", "End the sale"),
        ("done", "", "Done"),
    ],
)
def test_some_moves_sound_as_their_decision_does(text: str, decision: str, sentence: str) -> None:
    assert WALNUT.describe_move(text, decision) == sentence


def test_only_players_verbs_are_named() -> None:
    with pytest.raises(IllegalMove) as caught:
        shelf.game("walnut-grove").parse("nonsense")
    sentence = WALNUT.say_refusal(caught.value.refusal)
    assert "visit" in sentence and "labourer" not in sentence


def test_verbs_of_chance_are_named_where_there_are_no_others() -> None:
    refusal = Refusal("SV 8.4", "unknown_verb", "dragon", {}, ["roll", "sheet"])
    assert VALLEY.say_refusal(refusal).endswith("(SV 8.4). Moves begin with: roll, sheet.")


def test_what_was_tried_is_quoted_in_short() -> None:
    sentence = VALLEY.say_refusal(Refusal("SV 8.4", "unknown_verb", "x" * 500, {}, ["take"]))
    assert f" `{'x' * 59}…` (" in sentence
    for key in ("not_a_move", "no_score", "score"):
        assert say_bad_record(BadRecord(3, key, "x" * 500 + " / 3 4")).count("x") <= 62
    assert say_bad_record(BadRecord(3, "cannot_start", "y" * 200)) == "y" * 200
