"""A review as a page: turning points, the chart, the totals, luck, and lists of everything."""

from rich.console import RenderableType
from rich.text import Text

from farmstead.engine.contract import Seat
from farmstead.render.hint_sentences import more, points
from farmstead.render.shared import signed
from farmstead.render.text_board import TextBoard
from farmstead.reviews.charts import text_chart
from farmstead.reviews.luck_sentences import luck_sentences
from farmstead.reviews.sentences import ReviewText, with_error


def review_page(
    told: ReviewText, width: int, every: bool = False, hinted: bool = True
) -> list[RenderableType]:
    """All that is to be seen of a review; `every` lists each decision and each chance."""
    say, review, length = told.say, told.review, len(told.story.moves)
    found: list[RenderableType] = [Text(f"{told.title()}.", "bold")]
    if review.eyes is not None:
        found.append(Text(say("still_played", who=told.who(review.eyes), last=length)))
    if (review.first, review.end) != (0, length):
        found.append(Text(say("part_only", first=review.first + 1, last=review.end)))
    found.append(Text(say("how"), "dim"))
    if not review.decisions and not review.lucks:
        return [*found, Text(say("nothing"))]
    board, chart = TextBoard(told.words, width), text_chart(told, width)
    found += ["", board.board({say("turnings"): _turnings(told)}), "", Text(say("chart"), "bold")]
    found += [Text.assemble(*row, no_wrap=True) for row in chart]
    found += ["", board.board({say("totals"): _totals(told), say("lucks"): luck_sentences(told)})]
    if every:
        found += ["", board.board({say("every_decision"): _every_decision(told)})]
        found += ["", board.board({say("every_chance"): _every_chance(told)})]
    elif hinted:
        found += ["", Text(say("more"), "dim")]
    return found


def _turnings(told: ReviewText) -> list[str]:
    """Each with what would have been better, and by which lines of the score."""
    found = []
    for n, turning in enumerate(told.review.turnings):
        better = told.say("better", moves=told.plan(turning.decision))
        found += [told.turning(n, turning), f"   {better}"]
        found += [f"   {told.because(turning)}"] if told.because(turning) else []
    return found or [told.say("no_turnings")]


def _totals(told: ReviewText) -> list[dict[str, object]]:
    """A column for each seat: the account, how many decisions, what they cost, by kind."""
    review, seats = told.review, told.review.of
    whole = review.scores is not None and review.end == len(told.story.moves)
    account = [_account(told, seat, whole) for seat in seats]
    totals = [review.total(seat) for seat in seats]
    kinds = [review.by_kind(seat, told.kinds) for seat in seats]
    keys = ("start", "luck", "moves", "final" if whole else "now")
    rows = {told.say(key): list(cells) for key, cells in zip(keys, zip(*account, strict=True), strict=False)}
    rows[told.say("decisions")] = [str(one.decisions) for one in totals]
    rows[told.say("same")] = [str(one.best) for one in totals]
    rows[told.say("lost")] = [told.said(with_error(one.lost, one.spread)) for one in totals]
    rows[told.say("mean")] = [told.said(signed(f"{one.mean:.2f}")) for one in totals]
    named = dict.fromkeys([kind for found in kinds for kind in found])
    rows |= {told.say("kinds"): [""] * len(seats)} if named else {}
    for kind in named:
        losses = [found.get(kind) for found in kinds]
        rows[f"  {told.kind_words(kind)}"] = [
            "" if one is None else told.said(with_error(one.lost, one.spread)) for one in losses
        ]
    names = [told.who(seat) for seat in seats]
    return [{"": label, **dict(zip(names, cells, strict=True))} for label, cells in rows.items()]


def _account(told: ReviewText, seat: Seat, whole: bool) -> list[str]:
    """From the first expectation to the last: what luck did, and what moves did."""
    if not (curve := told.review.curve):
        return []
    first, last = curve[0].worths[seat], curve[-1].worths[seat]
    luck, spread = told.review.luck(seat)
    ending = str(int(last)) if whole else points(last)
    account = [points(first), f"{more(luck)} ±{points(spread)}", more(last - first - luck), signed(ending)]
    return [told.said(number) for number in account]


def _every_decision(told: ReviewText) -> list[dict[str, object]]:
    return [
        {
            told.say("move_column"): one.ply + 1,
            told.say("part_column"): told.part(one.ply),
            told.say("who_column"): told.who(one.seat),
            told.say("made_column"): told.made(one),
            told.say("better_column"): "" if one.best == one.made else told.move(one.ply, one.seat, one.best),
            told.say("lost_column"): ""
            if one.best == one.made
            else told.said(with_error(one.loss, one.spread)),
        }
        for one in told.review.decisions
    ]


def _every_chance(told: ReviewText) -> list[dict[str, object]]:
    return [
        {
            told.say("move_column"): one.ply + 1,
            told.say("part_column"): told.part(one.ply),
            told.say("came_column"): told.came(one),
            **{
                told.who(seat): told.said(f"{more(one.gains[seat])} ±{points(one.spreads[seat])}")
                for seat in told.review.of
            },
        }
        for one in told.review.lucks
    ]
