"""What the agents choose, the same on both builds: `make test` runs this on each."""

import json

import pytest

from farmstead import shelf
from tests.agents import choices


@pytest.mark.parametrize("spec", choices.SPECS)
@pytest.mark.parametrize("name", shelf.names())
def test_both_builds_choose_what_the_file_says(name: str, spec: str) -> None:
    assert choices.chosen(name, spec) == json.loads(choices.FILE.read_text())[name][spec]
