"""A program that writes down all that it hears, and plays the first legal move: `python scribe.py FILE`."""

import json
import sys


def main() -> None:
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        for line in sys.stdin:
            file.write(line)
            heard = json.loads(line)
            if heard["message"] == "hello":
                print(json.dumps({"ready": 1, "name": "\x1b[1mscribe"}), flush=True)
            elif heard["message"] == "choose":
                print(
                    json.dumps({"move": heard["legal"][0].upper() + " ", "why": "it comes first"}), flush=True
                )
        file.write("the end\n")


if __name__ == "__main__":
    main()
