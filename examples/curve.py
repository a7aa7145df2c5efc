"""Draws how an agent learnt: curves of `examples/ppo.py`, as SVG or PNG.

    python examples/curve.py valley.csv valley.svg --line greedy=33.9

Needs `pip install 'farmstead[research,examples]'`.
"""

import argparse
import csv
from pathlib import Path
from statistics import fmean

import matplotlib
from matplotlib import pyplot

SMOOTH = 4  # updates whose games are one point of the curve


def main() -> None:
    parser = argparse.ArgumentParser(description="Draws curves of examples/ppo.py.")
    parser.add_argument("curve", type=Path, help="the CSV file that --curve wrote")
    parser.add_argument("out", type=Path, help="the picture: .svg or .png")
    parser.add_argument(
        "--line", action="append", default=[], metavar="NAME=POINTS", help="a level to compare"
    )
    asked = parser.parse_args()
    matplotlib.use("agg")
    matplotlib.rcParams["svg.hashsalt"] = "farmstead"  # the same curve gives the same file
    with asked.curve.open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if int(row["games"])]
    groups = [rows[n : n + SMOOTH] for n in range(0, len(rows), SMOOTH)]
    decisions = [int(group[-1]["decisions"]) for group in groups]
    means = [fmean([float(row["mean reward of a game"]) for row in group]) for group in groups]
    pyplot.figure(figsize=(7, 4))
    pyplot.plot(decisions, means, color="tab:blue", label="PPO")
    for name, _, points in (line.partition("=") for line in asked.line):
        pyplot.axhline(float(points), color="tab:gray", linestyle="dashed", linewidth=1)
        pyplot.annotate(name, (decisions[-1], float(points)), ha="right", va="bottom")
    pyplot.xlabel("decisions")
    pyplot.ylabel("points, mean of a game")
    pyplot.gca().xaxis.set_major_formatter("{x:,.0f}")
    pyplot.margins(y=0.1)
    pyplot.tight_layout()
    pyplot.savefig(asked.out, metadata={"Date": None} if asked.out.suffix == ".svg" else None)


if __name__ == "__main__":
    main()
