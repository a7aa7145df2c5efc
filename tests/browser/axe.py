"""What axe finds on a page: obstacles for people who see, hear or move otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

SCRIPT: Final = Path(__file__).parent.parent.parent / ".venv/js/node_modules/axe-core/axe.min.js"
GRAVE: Final = ("serious", "critical")
# What the light changes is looked at apart; the colours of the pictures are promised, and tested, where they
# are drawn: on a pattern axe cannot tell a contrast. On the page for programs hundreds of tables look alike,
# and a few of them will do.
RUN: Final = """async only_colours => {
  const colours = ['color-contrast', 'link-in-text-block'];
  const rules = Object.fromEntries(colours.map((rule) => [rule, { enabled: false }]));
  const wanted = only_colours ? { runOnly: { type: 'rule', values: colours } } : { rules };
  const where = only_colours ? { exclude: [['svg'], ['.endpoint:nth-of-type(n+4)']] } : document;
  const found = await axe.run(where, { resultTypes: ['violations'], preload: false, ...wanted });
  const place = (node) => `${node.target.join(' ')}: ${node.html.slice(0, 160)}`;
  return found.violations.map(({ id, impact, help, nodes }) => ({ id, impact, help, at: nodes.map(place) }));
}"""


# `Any`: pages are Playwright's, which may not be there.
def obstacles(page: Any) -> list[str]:
    """All serious and critical ones that do not depend on the light, a line each."""
    return _found(page, only_colours=False)


def faint(page: Any) -> list[str]:
    """What can hardly be read in this light."""
    return _found(page, only_colours=True)


def _found(page: Any, only_colours: bool) -> list[str]:
    if not SCRIPT.exists():
        pytest.skip("axe is not installed; make test-browser installs it")
    if not page.evaluate("'axe' in window"):
        page.evaluate(SCRIPT.read_text(encoding="utf-8"))
    grave = [each for each in page.evaluate(RUN, only_colours) if each["impact"] in GRAVE]
    return [f"{each['id']} ({each['help']}) at {place}" for each in grave for place in each["at"]]
