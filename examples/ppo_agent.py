"""What `examples/ppo.py` has learnt, as an agent: a program that reads what a seat sees and answers moves.

    farmstead play sunflower-valley --opponents "stdio:python examples/ppo_agent.py valley.npz"
    farmstead arena sunflower-valley --agents "greedy,stdio:python examples/ppo_agent.py valley.npz"

Needs NumPy, but no torch. It plays the game and the number of seats for which it has learnt.
"""

import json
import sys
from typing import Any

import numpy as np

from farmstead import shelf


class Learner:
    """Takes the legal move that the policy likes best."""

    def __init__(self, file: str) -> None:
        with np.load(file) as arrays:
            self.arrays = [arrays[name] for name in arrays]

    def hello(self, message: dict[str, Any]) -> dict[str, Any]:
        self.game = shelf.game(message["game"])
        self.encoding = shelf.part(message["game"], "encoding")(self.game, message["seats"], 1)
        wanted, have = self.encoding.size, self.arrays[0].shape[1]
        if wanted != have:
            return {"error": f"I have learnt to read {have} numbers, and this game has {wanted}"}
        return {"ready": 1, "name": "PPO"}

    def choose(self, message: dict[str, Any]) -> dict[str, Any]:
        view = message["view"]
        numbers = np.array(self.encoding.flat(view), np.float32)
        values = np.sign(numbers) * np.log1p(np.abs(numbers))
        for n in range(0, len(self.arrays), 2):
            values = self.arrays[n] @ (values if n == 0 else np.maximum(values, 0)) + self.arrays[n + 1]
        legal = {move: self.encoding.action_of(view, self.game.parse(move)) for move in message["legal"]}
        return {"move": max(legal, key=lambda move: values[legal[move]])}


def main() -> None:
    learner = Learner(sys.argv[1])
    for line in sys.stdin:
        message = json.loads(line)
        answer = getattr(learner, message["message"], None)
        if answer is not None:
            print(json.dumps(answer(message)), flush=True)


if __name__ == "__main__":
    main()
