"""OpenSpiel games; importing this module registers them.

    pyspiel.load_game("farmstead_walnut_grove(seats=2,options=german)")
    pyspiel.load_game("farmstead_sunflower_valley(seats=3,options=family+sheet:C,utility=win)")

`options` are those of the game, joined by `+`, with `:` for `=`, which OpenSpiel keeps for itself. `edition`
names a packaged edition. `utility` is what is paid at the end: `points`, `difference` to the best other seat
(which sums to zero with two seats), or `win`, the share of the win less the equal share (which always does).

Games are sequential: where a season is simultaneous, seats decide in their order, and what each chooses is
open at once, as the rules have it. Chance has moves of its own with exact odds, and draws one thing at a
time: a tile, a coin, the six dice of a round. Actions are the numbers of the game's encoding. An information
state is all that a seat has seen, an observation what it sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel

from farmstead import shelf
from farmstead.engine.contract import CHANCE, BadSetup, Seat
from farmstead.engine.encoding import Encoding
from farmstead.engine.game_tree import GameTree
from farmstead.research.unfolding import Unfolding, own_part, tree_setup, written
from farmstead.research.utilities import Utility, utility_of

PREFIX: Final = "farmstead_"
MAX_SEATS: Final = shelf.MAX_SEATS
DEFAULTS: Final = {"seats": 0, "options": "", "edition": "", "utility": "points"}  # 0: the fewest
NAMES: Final = {PREFIX + name.replace("-", "_"): name for name in shelf.having("tree")}


def option_words(text: str) -> tuple[str, ...]:
    """`family+sheet:C` as the options of a game."""
    return tuple([word.replace(":", "=") for word in text.split("+") if word])


def game_type(short_name: str, hidden: bool, utility: Utility | None) -> Any:
    """What OpenSpiel's algorithms ask of a game; before it is loaded, what holds for all its parameters."""
    title = short_name.replace("_", " ").title()
    types = pyspiel.GameType
    zero_sum = utility is not None and utility.sums_to_zero
    return types(
        short_name=short_name,
        long_name=title,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=types.Information.IMPERFECT_INFORMATION
        if hidden
        else types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM if zero_sum else types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=MAX_SEATS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=hidden,
        parameter_specification=DEFAULTS,
    )


class FarmsteadGame(pyspiel.Game):
    """A game with its parameters. `begun` has the engine's game, set-up and encoding."""

    short_name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        options = option_words(str(chosen["options"]))
        self.begun = tree_setup(NAMES[self.short_name], int(chosen["seats"]), options, str(chosen["edition"]))
        self.encoding: Encoding = self.begun.made.encoding
        self.tree: GameTree = self.begun.tree
        seats = self.begun.seats
        self.utility = utility_of(str(chosen["utility"]), self.tree, seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.encoding.actions,
            max_chance_outcomes=len(self.tree.outcomes),
            num_players=seats,
            min_utility=self.utility.least,
            max_utility=self.utility.most,
            utility_sum=0.0 if self.utility.sums_to_zero else None,
            max_game_length=self.tree.decisions,
        )
        super().__init__(game_type(self.short_name, self.tree.hidden, self.utility), info, dict(params or {}))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled, a game is its name and parameters."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> FarmsteadState:
        return FarmsteadState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.tree.chance_events

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FarmsteadObserver:
        """What OpenSpiel asks to write observations; by default what a seat sees now."""
        if params:
            raise BadSetup(f"observers take no parameters, not {params}")
        return FarmsteadObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class FarmsteadState(pyspiel.State):
    """A position with all that led to it."""

    def __init__(self, game: FarmsteadGame) -> None:
        super().__init__(game)
        self.unfolding = Unfolding(game.begun)

    def current_player(self) -> int:
        mover = self.unfolding.mover()
        if mover is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if mover == CHANCE else mover

    def is_terminal(self) -> bool:
        return self.unfolding.mover() is None

    def _legal_actions(self, player: int) -> list[int]:
        return self.unfolding.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.unfolding.odds()

    def _apply_action(self, action: int) -> None:
        self.unfolding.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        mover = CHANCE if player == pyspiel.PlayerId.CHANCE else player
        return str(self.unfolding.move_of(mover, action))

    def returns(self) -> list[float]:
        return self.get_game().utility.paid(self.unfolding.state)  # type: ignore[no-any-return]

    def __str__(self) -> str:
        """The position, as far as it can still matter: algorithms for open games merge by it."""
        return self.unfolding.tree.alike(self.unfolding.state)


class FarmsteadObserver:
    """Writes what a player knows as tensor, dict and text.

    With perfect recall: all moves as the player has seen them, mover (0 chance, then seats from 1) and number
    plus 1, zeros after the last. Without: the observation of the game's encoding.
    """

    def __init__(self, game: FarmsteadGame, kind: Any) -> None:
        private = kind.private_info
        self._public: bool = kind.public_info
        self._private: bool = private == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._all_private: bool = private == pyspiel.PrivateInfoType.ALL_PLAYERS
        self._recalls: bool = kind.perfect_recall
        self._encoding = game.encoding
        self.tensor: Any = None  # what everybody sees, or only one, is told as a text alone
        self.dict: dict[str, Any] = {}
        if self._public and self._private:
            self._make_tensor(game)

    def _make_tensor(self, game: FarmsteadGame) -> None:
        seats = game.begun.seats
        plies = game.tree.decisions + game.tree.chance_events
        if self._recalls:
            shapes = {"player": (seats,), "history": (plies, 2)}
        else:
            shapes = {field.name: field.shape for field in self._encoding.fields}
        self.tensor = np.zeros(sum([int(np.prod(shape)) for shape in shapes.values()]), np.float32)
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size
        self._numbers = np.zeros(self._encoding.size, np.int16)

    def set_from(self, state: FarmsteadState, player: Seat) -> None:
        """Write what `player` knows in `state`."""
        if self.tensor is None:
            return
        unfolding = state.unfolding
        if not self._recalls:
            self._encoding.write_observation(unfolding.state, player, self._numbers.data, 0)
            self.tensor[:] = self._numbers
            return
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        history = unfolding.history(player)
        if history:
            self.dict["history"][: len(history)] = np.array(history, np.float32) + (0, 1)

    def string_from(self, state: FarmsteadState, player: Seat) -> str | None:
        """What `player` knows as a text; of a kind that is not asked for, None."""
        unfolding = state.unfolding
        if self._all_private:
            return unfolding.state.text() if self._public and not self._recalls else None
        if self._recalls:
            return unfolding.information(player) if self._public and self._private else None
        view = unfolding.state.view(player)
        if self._private and self._public:
            return written(view)
        openly = unfolding.state.view(None)
        if self._public:
            return written(openly)
        return written(own_part(view, openly)) if self._private else None


for _short_name in NAMES:
    # A class of its own each: OpenSpiel calls it with the parameters alone.
    _game = type(_short_name, (FarmsteadGame,), {"short_name": _short_name})
    pyspiel.register_game(game_type(_short_name, True, None), _game)
